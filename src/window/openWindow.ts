import { randomBytes } from 'node:crypto';
import { realPathOf } from './disk';
import { adapters } from '../agents/registry';
import { protocolVersion } from '../protocol/wire';
import type { ReadCommand } from './command/commandReader';
import { DiscoveryFile, sweep } from './discovery';
import { DisposableStore } from './disposable';
import type { Disposable } from './disposable';
import { LiveChecks } from './doctor/liveChecks';
import { Drafts } from './drafts';
import { Endpoint } from './endpoint';
import type { Home } from './home';
import { machine } from './home';
import { errorText } from './log';
import type { Log } from './log';
import { EditReviews } from './editReviews';
import type { PlanReviews, ReviewSettings } from './planReviews';
import { ReviewWindow } from './reviewWindow';

/** What a window is opened with. */
export interface OpenOptions {
  readonly home: Home;
  /** The workspace's folders, as they are named; real paths are found here. */
  readonly folders: readonly string[];
  /** 16 hex digits, stable for the workspace. */
  readonly terminalId: string;
  /** Whether requests of folders that no window has open come here. */
  readonly adopts: boolean;
  readonly draftsFolder: string;
  readonly plans: PlanReviews;
  readonly settings: () => ReviewSettings;
  /** Whether an editor has changes of a file, by its absolute path, that are not saved. */
  readonly unsaved: (path: string) => boolean;
  /** How long approvals that ask for care are held back, in milliseconds. */
  readonly retractMs: () => number;
  readonly readCommand: ReadCommand;
  readonly log: Log;
}

const restoreEveryMs = 5000;

/** A window that hooks can find. */
export class OpenWindow implements Disposable {
  private constructor(
    readonly review: ReviewWindow,
    readonly drafts: Drafts,
    /** The doctor's own requests, which come by the same way as the agents'. */
    readonly checks: LiveChecks,
    /** Path of the socket, or name of the pipe. */
    readonly address: string,
    readonly terminalId: string,
    private readonly record: DiscoveryFile,
    private folders: readonly string[],
    private readonly owned: DisposableStore,
  ) {}

  /**
   * Opens the endpoint, and only then writes the record by which hooks find it.
   *
   * @throws if the home cannot be made private, or no address can be had
   */
  static async open(options: OpenOptions): Promise<OpenWindow> {
    const owned = new DisposableStore();
    try {
      const folders = await Promise.all(options.folders.map(realPathOf));
      const drafts = owned.add(new Drafts(options.draftsFolder, options.log));
      const holder: { window?: OpenWindow } = {};
      const review = owned.add(
        new ReviewWindow({
          folders: () => holder.window?.folders ?? folders,
          drafts,
          plans: options.plans,
          edits: new EditReviews(drafts, options.settings),
          unsaved: options.unsaved,
          retractMs: options.retractMs,
          readCommand: options.readCommand,
          log: options.log,
        }),
      );
      const checks = new LiveChecks(review, options.log);
      const id = randomBytes(8).toString('hex');
      const token = randomBytes(32);
      const endpoint = owned.add(await Endpoint.listen(options.home, id, token, checks, options.log));
      const record = owned.add(
        new DiscoveryFile(options.home, {
          version: protocolVersion,
          id,
          terminalId: options.terminalId,
          pid: process.pid,
          ...machine(),
          address: endpoint.address,
          token: token.toString('hex'),
          folders: [...folders],
          focusedAt: Date.now(),
          adopts: options.adopts,
          env: {
            names: adapters.flatMap((adapter) => [...adapter.env.names]),
            prefixes: adapters.flatMap((adapter) => [...adapter.env.prefixes]),
          },
        }),
      );
      const timer = setInterval(() => {
        try {
          record.restore();
        } catch (error) {
          options.log.warn(`discovery: ${errorText(error)}`);
        }
      }, restoreEveryMs);
      timer.unref();
      owned.add({ dispose: () => clearInterval(timer) });
      sweep(options.home).catch((error: unknown) => options.log.warn(`discovery: ${errorText(error)}`));
      holder.window = new OpenWindow(
        review,
        drafts,
        checks,
        endpoint.address,
        options.terminalId,
        record,
        folders,
        owned,
      );
      return holder.window;
    } catch (error) {
      owned.dispose();
      throw error;
    }
  }

  /** Real paths of the workspace's folders. */
  get openFolders(): readonly string[] {
    return this.folders;
  }

  /** Path of the discovery record. */
  get recordPath(): string {
    return this.record.path;
  }

  /** The workspace's folders have changed. */
  async setFolders(folders: readonly string[]): Promise<void> {
    this.folders = await Promise.all(folders.map(realPathOf));
    this.record.update({ folders: [...this.folders] });
  }

  /** The window got the focus: requests that several windows could take come here from now on. */
  focused(): void {
    this.record.update({ focusedAt: Date.now() });
  }

  setAdopts(adopts: boolean): void {
    this.record.update({ adopts });
  }

  /** Ends the window; hooks that wait look for another one for the same folder. */
  dispose(): void {
    this.owned.dispose();
  }
}
