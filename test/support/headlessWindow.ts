import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { projectRoot } from '../../scripts/setup.mjs';
import { atEnd, endGroup, signal, temporaryFolder } from './cleanup';
import { withoutEditor } from './codeServer';
import { windowFor } from './runHook';
import { until } from './until';

const LogLine = z.looseObject({
  type: z.string(),
  id: z.string(),
  outcome: z.optional(z.string()),
  delivery: z.optional(z.string()),
});
/** A line of the window's log: a request, or what became of it. */
export type LogLine = z.infer<typeof LogLine>;

/** The developers' window without VS Code, as `npm run window` starts it, with a home and a project of its own. */
export interface HeadlessWindow {
  readonly countersignHome: string;
  /** The project's folder. */
  readonly folder: string;
  /** A folder beside it, that no window has open. */
  readonly elsewhere: string;
  lines(): readonly LogLine[];
  /** Waits for a line of the log. */
  logged(what: string, test: (line: LogLine) => boolean): Promise<LogLine>;
  close(): Promise<void>;
}

/** Starts the window. `answer` is what it says to every request; with `ask` it waits, since nobody types. */
export async function startHeadlessWindow(answer: string): Promise<HeadlessWindow> {
  const temporary = temporaryFolder('hw-');
  const root = realpathSync(temporary.path);
  const countersignHome = join(root, 'c');
  const folder = join(root, 'project');
  const elsewhere = join(root, 'elsewhere');
  for (const path of [folder, elsewhere]) mkdirSync(path);
  const log = join(root, 'log');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/window.ts', '--folder', folder, '--answer', answer, '--log', log],
    {
      cwd: projectRoot,
      env: { ...withoutEditor(process.env), COUNTERSIGN_HOME: countersignHome },
      stdio: ['pipe', 'ignore', 'inherit'],
      detached: true,
    },
  );
  const group = child.pid;
  if (group === undefined) throw new Error('The window could not be started.');
  const forget = atEnd(() => signal(-group, 'SIGKILL'));
  const close = async () => {
    await endGroup(group);
    forget();
    temporary.remove();
  };
  try {
    await windowFor(countersignHome, folder);
  } catch (error) {
    await close();
    throw error;
  }
  const lines = () => {
    if (!existsSync(log)) return [];
    const whole = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    return whole.map((line) => LogLine.parse(JSON.parse(line)));
  };
  return {
    countersignHome,
    folder,
    elsewhere,
    lines,
    logged: (what, test) => until(what, () => lines().find(test)),
    close,
  };
}
