import { accessSync, constants, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { capabilitySummary } from '../../agents/capabilityTable';
import { adapterOf } from '../../agents/registry';
import { samplesOf } from '../../agents/samples';
import { isAlive } from '../discovery';
import type { Home } from '../home';
import { errorText } from '../log';
import type { OpenWindow } from '../openWindow';
import { findAgents } from '../setUp/agents';
import type { FoundAgent, SetUpContext } from '../setUp/agents';
import { readConfigFile } from '../setUp/configFile';
import { findProgram, versionOf } from '../setUp/programs';
import { problemsOf } from './conflicts';
import { configuredHooks } from './configured';
import type { ConfiguredHook } from './configured';
import type { AgentFacts, DoctorFacts, FileFact, Problem, WindowFacts } from './facts';
import { runCheck } from './runCheck';

/** What the doctor is told by the editor. */
export interface Examined {
  readonly context: SetUpContext;
  readonly window: OpenWindow;
  readonly version: string;
  /** The editor's name and version. */
  readonly editor: string;
}

/** Looks at this window and at every agent of this machine, and tries what is set up. Runs programs, so only when a person asks. */
export async function examine(examined: Examined): Promise<DoctorFacts> {
  const agents = findAgents(examined.context).filter(({ setUp }) => adapterOf(setUp.id) !== undefined);
  const window = await windowFacts(examined);
  const facts: AgentFacts[] = [];
  // One after the other, so that the times are those of a hook that runs alone.
  for (const found of agents) facts.push(await agentFacts(found, examined));
  return { at: new Date(), home: examined.context.places.home, window, agents: facts };
}

async function windowFacts({ context, window, version, editor }: Examined): Promise<WindowFacts> {
  const { home } = context;
  const program = findProgram(['node'], context.places.env);
  const runtime = textAt(join(home.bin, 'runtime'))?.trim();
  return {
    version,
    editor,
    platform: process.platform,
    folders: window.openFolders,
    paused: window.review.state.paused,
    address: addressKind(window.address, home),
    record: fileFact(window.recordPath),
    recordFolder: fileFact(home.windows),
    liveWindows: liveWindows(home),
    hookFiles: ['countersign-hook', 'hook.cjs'].map((name) => fileFact(join(home.bin, name))),
    hookVersion: textAt(join(home.bin, 'version'))?.trim().slice(0, 40),
    node: program === undefined ? undefined : { path: program, version: await versionOf(program, process.env) },
    runtime: runtime ? { path: runtime, isThere: isProgram(runtime) } : undefined,
  };
}

async function agentFacts(found: FoundAgent, examined: Examined): Promise<AgentFacts> {
  const { setUp, place, program, state, text } = found;
  const { env } = examined.context.places;
  const version = program === undefined ? undefined : await versionOf(program, env);
  const hooks = configuredHooks(setUp.id, place.file, text);
  const folders = examined.window.openFolders;
  const live = await liveChecks(found, hooks, examined);
  const isSound = state.type !== 'broken' && state.type !== 'unreadable';
  return {
    id: setUp.id,
    name: setUp.name,
    program,
    version,
    file: place.file,
    state,
    extras: isSound ? setUp.extras.filter((extra) => extra.state(text) === 'on').map(({ title }) => title) : [],
    capabilities: await capabilitySummary(setUp.id),
    hooks,
    problems: [...problemsOf({ found, hooks, version, folders, read: configText }), ...liveProblems(live)],
    live,
  };
}

/** Tries each event of ours once for which there is a sample. */
async function liveChecks(
  { setUp }: FoundAgent,
  hooks: readonly ConfiguredHook[],
  { window, context }: Examined,
): Promise<AgentFacts['live']> {
  const [folder] = window.openFolders;
  if (folder === undefined) return [];
  const results: AgentFacts['live'][number][] = [];
  for (const { event, command } of hooks) {
    const sample = samplesOf(setUp.id).find((one) => one.event === event && one.when === undefined);
    if (sample?.session === undefined || results.some((one) => one.event === event)) continue;
    const { env } = context.places;
    const check = { agent: setUp.id, command, sample, folder, terminalId: window.terminalId, env };
    try {
      results.push({ event, result: await runCheck(check, window.checks) });
    } catch (error) {
      results.push({ event, result: { type: 'failed', ms: 0, problem: errorText(error) } });
    }
  }
  return results;
}

function liveProblems(live: AgentFacts['live']): readonly Problem[] {
  if (live.every(({ result }) => result.type === 'passed')) return [];
  const text = 'A request that was sent through its hook did not come back as answered.';
  return [{ weight: 'broken', text, step: 'Install the hook again.', mend: { type: 'installHook' } }];
}

function addressKind(address: string, home: Home): WindowFacts['address'] {
  if (process.platform === 'win32') return 'pipe';
  return dirname(address) === home.sockets ? 'socket' : 'socketElsewhere';
}

function liveWindows(home: Home): number {
  try {
    return readdirSync(home.windows).filter((name) => {
      const pid = /^([1-9]\d{0,9})-.*\.json$/.exec(basename(name))?.[1];
      return pid !== undefined && isAlive(Number(pid));
    }).length;
  } catch {
    return 0;
  }
}

function fileFact(path: string): FileFact {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
  return { path, mode: mode === undefined ? undefined : mode & 0o777 };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function configText(path: string): string | undefined {
  const file = readConfigFile(path);
  return file.type === 'file' ? file.text : undefined;
}
