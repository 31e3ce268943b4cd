import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { projectRoot } from '../../scripts/setup.mjs';
import { startCodeServer, type CodeServer, type CodeServerOptions } from './codeServer';
import { Review } from './review';
import { runHook, windowFor, type HookOptions, type HookRun } from './runHook';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench';

/** A VS Code with the built extension, one window of it open, and the extension active in it. */
export interface HostSession {
  readonly server: CodeServer;
  readonly workbench: Workbench;
  readonly review: Review;
  /** The project's folder. */
  readonly folder: string;
  /** Runs the installed hook as an agent in the project would. */
  hook(payload: unknown, options?: HookOptions): HookRun;
  /** Loads the window again, and waits until the extension is active in it anew. */
  reload(): Promise<void>;
  /** Ends every hook, the browser and the server. */
  close(): Promise<void>;
}

/** Path of the packaged extension. Throws if it was not built. */
export function vsixPath(): string {
  const path = join(projectRoot, 'countersign.vsix');
  if (!existsSync(path)) throw new Error('countersign.vsix is missing: run `npm run package`.');
  return path;
}

/** Starts VS Code with the extension and opens a window on the project. */
export async function startHostSession(
  options: { readonly server?: CodeServerOptions; readonly workbench?: WorkbenchOptions } = {},
): Promise<HostSession> {
  // Most tests are not about the time for which an approval can be undone.
  const settings = { 'countersign.review.retractTime': 0, ...options.server?.settings };
  const server = await startCodeServer({ vsix: vsixPath(), ...options.server, settings });
  let workbench: Workbench | undefined;
  try {
    workbench = await openWorkbench(server, { shots: join(projectRoot, 'test/out/host'), ...options.workbench });
    await windowFor(server.countersignHome, options.workbench?.folder ?? server.folder);
  } catch (error) {
    await workbench?.close();
    await server.stop();
    throw error;
  }
  const opened = workbench;
  const folder = options.workbench?.folder ?? server.folder;
  const hooks = new Set<HookRun>();
  return {
    server,
    workbench: opened,
    review: new Review(opened),
    folder,
    hook(payload, hookOptions) {
      const hook = runHook(server.countersignHome, payload, { cwd: folder, ...hookOptions });
      hooks.add(hook);
      return hook;
    },
    async reload() {
      const earlier = await windowFor(server.countersignHome, folder);
      await opened.reload();
      await windowFor(server.countersignHome, folder, { not: earlier.id });
    },
    async close() {
      for (const hook of hooks) if (hook.running()) hook.kill('SIGKILL');
      await opened.close();
      await server.stop();
    },
  };
}

/** How long one test in VS Code may take, for a machine that does other things too. */
export const sceneLimit = { timeout: 240_000 };

/** Declares a test in VS Code, of which a failure leaves a picture in test/out/host. */
export function scene(name: string, host: () => HostSession, action: (host: HostSession) => Promise<void>): void {
  test(name, sceneLimit, async () => {
    try {
      await action(host());
    } catch (error) {
      await host().workbench.screenshot(`FAILED ${name.replace(/\W+/g, '-')}`);
      throw error;
    }
  });
}

/** Makes a folder inside the server's own, e.g. as a second project. */
export function projectFolder(server: CodeServer, name: string): string {
  const path = join(server.dataDir, name);
  mkdirSync(path, { recursive: true });
  return path;
}
