import type { Capabilities } from '../core/request';
import type { Adapter, HookCall } from './adapter';
import { genericSetUp } from './generic/setup';
import { adapterOf, adapters } from './registry';
import type { AgentSample, SampleTopic } from './sample';
import { samplesOf } from './samples';

/** What an agent honours for requests of some kinds. */
export interface CapabilityRow {
  readonly agent: string;
  readonly name: string;
  readonly about: readonly SampleTopic[];
  readonly when?: string;
  readonly capabilities: Capabilities;
}

/**
 * What every agent honours: what its adapter says to its samples, which is what the page is given too. Set-up, doctor and README all
 * read it here.
 */
export async function capabilityTable(): Promise<readonly CapabilityRow[]> {
  return (await Promise.all(adapters.map(rowsOf))).flat();
}

async function rowsOf(adapter: Adapter): Promise<readonly CapabilityRow[]> {
  const rows: CapabilityRow[] = [];
  for (const sample of samplesOf(adapter.id)) {
    const capabilities = await capabilitiesFor(adapter, sample);
    if (!capabilities) continue;
    const key = JSON.stringify([sample.when, shownParts(capabilities)]);
    const at = rows.findIndex((row) => JSON.stringify([row.when, shownParts(row.capabilities)]) === key);
    const row = rows[at];
    if (row) rows[at] = { ...row, about: [...row.about, sample.about] };
    else {
      const when = sample.when === undefined ? {} : { when: sample.when };
      rows.push({
        agent: adapter.id,
        name: adapter.id === genericSetUp.id ? genericSetUp.name : adapter.name,
        about: [sample.about],
        ...when,
        capabilities,
      });
    }
  }
  return rows;
}

async function capabilitiesFor(adapter: Adapter, sample: AgentSample): Promise<Capabilities | undefined> {
  const { world } = sample;
  const call: HookCall = {
    id: 'sample-0001',
    payload: sample.payload,
    arguments: sample.arguments ?? [],
    cwd: '/home/dev/project',
    env: sample.env ?? {},
    pids: sample.pids ?? [],
    startedAt: 0,
    receivedAt: 0,
    deadline: 600_000,
  };
  const reading = await (world && adapter.look ? adapter.look(call, world) : adapter.read(call));
  return reading.type === 'request' ? reading.request.capabilities : undefined;
}

/** The cells of a row after the agent and the requests. */
function shownParts(capabilities: Capabilities): readonly string[] {
  const { approve, deny, feedback, changedInput, additions, onSilence } = capabilities;
  return [
    approveWords(approve),
    deny.type === 'honoured' ? 'yes' : 'no',
    feedback ? 'yes' : 'no',
    changedInput ? 'yes' : 'no',
    additions.length > 0 ? 'yes' : 'no',
    silenceWords(onSilence),
  ];
}

function approveWords(approve: Capabilities['approve']): string {
  switch (approve.type) {
    case 'grants':
      return 'yes';
    case 'passes':
      return `"${approve.label}": the agent may ask once more`;
    case 'watchOnly':
      return 'no, only shown';
    case 'no':
      return 'no';
  }
}

function silenceWords(onSilence: Capabilities['onSilence']): string {
  return { asks: 'the agent asks', denies: 'the agent refuses', runs: 'the call runs' }[onSilence];
}

const heading = [
  'agent',
  'requests',
  'approve',
  'deny',
  'feedback',
  'changed input',
  'remember, mode',
  'without a decision',
];

/** The table in Markdown, with its columns padded as the formatter does. */
export function capabilityMarkdown(rows: readonly CapabilityRow[]): string {
  const cells = rows.map((row) => [row.name, requestWords(row), ...shownParts(row.capabilities)]);
  const widths = heading.map((title, at) => Math.max(title.length, ...cells.map((line) => line[at]!.length)));
  const line = (words: readonly string[]): string =>
    `| ${words.map((word, at) => word.padEnd(widths[at]!)).join(' | ')} |`;
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...cells.map((one) => line(one))].join('\n');
}

function requestWords({ about, when }: CapabilityRow): string {
  return `${about.join(', ')}${when === undefined ? '' : ` (${when})`}`;
}

/** What an agent can do here, in a line, the kinds of requests named only where they differ; undefined without an adapter. */
export async function capabilitySummary(agent: string): Promise<string | undefined> {
  const adapter = adapterOf(agent);
  const rows = adapter ? (await rowsOf(adapter)).filter((row) => row.when === undefined) : [];
  const topics = (wanted: (capabilities: Capabilities) => boolean): string =>
    rows.flatMap((row) => (wanted(row.capabilities) ? row.about : [])).join(', ');
  const abilities: readonly (readonly [string, string])[] = [
    ['approve', topics(({ approve }) => approve.type === 'grants')],
    ['continue in the agent', topics(({ approve }) => approve.type === 'passes')],
    ['deny with feedback', topics(({ deny, feedback }) => deny.type === 'honoured' && feedback)],
    ['change before approval', topics(({ changedInput }) => changedInput)],
    ['only shown', topics(({ approve }) => approve.type === 'watchOnly')],
  ];
  const all = topics(() => true);
  const groups = new Map<string, string[]>();
  for (const [ability, about] of abilities) {
    if (about !== '') groups.set(about, [...(groups.get(about) ?? []), ability]);
  }
  const said = [...groups].map(([about, can]) => (about === all ? '' : `${about}: `) + can.join(', '));
  const text = said.join('; ');
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
