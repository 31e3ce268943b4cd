import * as z from 'zod/mini';
import type { Decision } from '../../core/request';
import type { Channel, ChannelResult, HookCall } from '../adapter';
import { denialText } from '../adapter';
import type { LoopbackReply, World } from '../world';

/* Sessions of `kimi web`: its server takes decisions through a REST API on loopback (docs/en/reference/server-api.md; run with 2.1.0). */

/** `<home>/server/instances/<id>.json`, as far as it matters here. */
const Instance = z.looseObject({
  pid: z.int(),
  host: z.string(),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
});
type Instance = z.infer<typeof Instance>;

/** Every reply of the API; its HTTP status is nearly always 200, and `code` tells what became of the request. */
const Envelope = z.looseObject({ code: z.int() });

const codes = { taken: 0, alreadyResolved: 40902, timedOut: 41001 } as const;

/** Kimi Code's folder: `KIMI_CODE_HOME`, else `~/.kimi-code`. */
export function homeOf(call: HookCall, world: World): string {
  return call.env['KIMI_CODE_HOME']?.trim() || `${world.userHome}/.kimi-code`;
}

/** The server in whose process the session runs: an ancestor of the hook is the process that an instance file names. */
export async function serverOf(call: HookCall, home: string, world: World): Promise<Instance | undefined> {
  const { pids = [] } = call;
  for (const text of await world.smallFiles(`${home}/server/instances`, '.json')) {
    const instance = Instance.safeParse(parsed(text));
    if (instance.success && pids.includes(instance.data.pid)) return instance.data;
  }
  return undefined;
}

/** One approval of a session, by the ids of its PermissionRequest hook: the API has it under the same ones. */
export interface Approval {
  readonly session: string;
  readonly id: string;
  readonly isPlan: boolean;
  /** The label of an addition that was on offer. */
  readonly labelOf: (addition: string) => string | undefined;
}

/** Sends decisions to the server. The token is read anew for each, goes to the instance's loopback address, and nowhere else. */
export function channelTo(instance: Instance, home: string, approval: Approval, world: World): Channel {
  return {
    async send(decision) {
      const token = (await tokenOf(home, world)) ?? '';
      if (token === '') return failed('The token file of Kimi Code’s server cannot be read, or others can read it.');
      const { session, id } = approval;
      const path = `/api/v1/sessions/${encodeURIComponent(session)}/approvals/${encodeURIComponent(id)}`;
      const { host, port } = instance;
      return resultOf(await world.askLoopback({ host, port, path, token, body: bodyOf(decision, approval) }));
    },
  };
}

/** `<home>/server.token`, mode 0600. */
export async function tokenOf(home: string, world: World): Promise<string | undefined> {
  return (await world.secret(`${home}/server.token`))?.trim();
}

/** Feedback on a plan is "Revise": plan mode stays and the turn goes on; a plain reject would end the turn (measured). */
function bodyOf(decision: Exclude<Decision, { type: 'handBack' }>, { isPlan, labelOf }: Approval): unknown {
  if (decision.type === 'deny') {
    const revise = isPlan ? { selected_label: 'Revise' } : {};
    return { decision: 'rejected', feedback: denialText(decision.feedback), ...revise };
  }
  const label = decision.addition === undefined ? undefined : labelOf(decision.addition);
  return { decision: 'approved', ...(label === undefined ? {} : { selected_label: label }) };
}

function resultOf(reply: LoopbackReply | undefined): ChannelResult {
  if (!reply) return failed('Kimi Code’s server did not answer. Look there whether it took the decision.');
  const envelope = Envelope.safeParse(reply.body);
  const code = envelope.success ? envelope.data.code : undefined;
  if (code === codes.taken && reply.status < 300) return { type: 'taken' };
  if (code === codes.alreadyResolved) return { type: 'answeredElsewhere', detail: 'Kimi Code had an answer already.' };
  if (code === codes.timedOut) return failed('Kimi Code no longer waited for it.');
  if (code !== undefined && code >= 40_400 && code < 40_500) return failed('Kimi Code no longer has this request.');
  return failed(`Kimi Code’s server refused it (${code ?? reply.status}).`);
}

function failed(detail: string): ChannelResult {
  return { type: 'failed', detail };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
