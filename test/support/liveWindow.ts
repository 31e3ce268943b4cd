import { mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { entryOf } from '../../src/core/queueState';
import type { Entry } from '../../src/core/queueState';
import type { PageDecision } from '../../src/protocol/page';
import { CommandReader } from '../../src/window/command/commandReader';
import { homeOf } from '../../src/window/home';
import type { Home } from '../../src/window/home';
import { installHookFiles } from '../../src/window/hookFiles';
import type { Log } from '../../src/window/log';
import { OpenWindow } from '../../src/window/openWindow';
import { PlanHistory } from '../../src/window/planHistory';
import { PlanReviews } from '../../src/window/planReviews';
import type { ReviewSettings } from '../../src/window/planReviews';
import { temporaryFolder } from './cleanup';
import { fixtureText } from './fixtures';
import { runHook } from './runHook';
import type { HookOptions, HookRun } from './runHook';
import { until } from './until';

export const quietLog: Log = { info: () => {}, warn: () => {}, error: (text) => console.error(text) };

/** A real window without VS Code, a throw-away home with the built hook installed, and a project folder. */
export class LiveWindow {
  readonly folder: string;
  readonly home: Home;
  open!: OpenWindow;
  /** The plans kept so far; new with each window, over the same files. */
  plans!: PlanReviews;
  /** As built, in its thread. It has time: the machine may be busy with other tests. */
  readonly commands = new CommandReader(resolve('dist/command.cjs'), quietLog, 60_000);
  private readonly temporary = temporaryFolder('lw-');

  private constructor() {
    const root = realpathSync(this.temporary.path);
    this.home = homeOf({ COUNTERSIGN_HOME: join(root, 'h') });
    this.folder = join(root, 'project');
    mkdirSync(this.folder);
    installHookFiles(this.home, resolve('dist'), '1.0.0', process.execPath);
  }

  /** How long approvals that ask for care are held back, in milliseconds; most tests are not about that. */
  retractMs = 0;

  /** Files that an editor has unsaved changes of. */
  readonly unsaved = new Set<string>();

  static async start(): Promise<LiveWindow> {
    const one = new LiveWindow();
    await one.reopen();
    return one;
  }

  /** Opens a window for the folder; the one before, if any, must have been closed. */
  async reopen(): Promise<void> {
    const history = new PlanHistory(join(this.home.root, 'plans'), () => 50_000_000, quietLog);
    const settings = (): ReviewSettings => ({ quickRemarks: ['Add a test'] });
    this.plans = new PlanReviews(history, settings);
    this.open = await OpenWindow.open({
      home: this.home,
      folders: [this.folder],
      terminalId: '0123456789abcdef',
      adopts: false,
      draftsFolder: join(this.home.root, 'drafts'),
      plans: this.plans,
      settings,
      unsaved: (path) => this.unsaved.has(path),
      retractMs: () => this.retractMs,
      readCommand: this.commands.read,
      log: quietLog,
    });
  }

  /** Runs the installed hook with a captured payload whose project is this folder. */
  hook(
    folder: string,
    name: string,
    options: HookOptions & { readonly change?: (text: string) => string } = {},
  ): HookRun {
    const { change = (text: string) => text, ...rest } = options;
    const payload = change(fixtureText(folder, name).replaceAll('/home/dev/project', this.folder));
    return runHook(this.home.root, payload, { cwd: this.folder, ...rest });
  }

  /** Runs the installed hook with a payload of Claude Code for this folder. */
  claude(payload: Readonly<Record<string, unknown>>, options: HookOptions = {}): HookRun {
    return runHook(this.home.root, JSON.stringify(payload), { cwd: this.folder, ...options });
  }

  /** Waits for the n-th request (from 0) to be on the list. */
  request(index = 0): Promise<Entry> {
    return until(`request ${index}`, () => this.open.review.state.entries[index]);
  }

  /** Waits until an entry is as wanted. */
  entry(id: string, wanted: (entry: Entry) => boolean): Promise<Entry> {
    return until(`the entry ${id}`, () => {
      const entry = entryOf(this.open.review.state, id);
      return entry && wanted(entry) ? entry : undefined;
    });
  }

  ended(id: string): Promise<Entry> {
    return this.entry(id, (entry) => entry.status.type === 'ended');
  }

  /** Decides as the page does: on what is shown now. */
  async decide(entry: Entry, decision: PageDecision): Promise<void> {
    await this.open.review.decide(entry.request.id, entry.hash, decision, 'page');
  }

  /** Closes the window as its editor does; what is typed is saved. */
  close(): void {
    this.open.dispose();
  }

  /** Removes what is left of it once it is closed. */
  remove(): void {
    this.temporary.remove();
  }

  stop(): void {
    this.close();
    this.commands.dispose();
    this.remove();
  }
}
