import { execFile, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureRuntimes } from '../../scripts/setup.mjs';
import { atEnd, endGroup, signal, temporaryFolder } from './cleanup';
import { until } from './until';

/** A running VS Code server with a throw-away profile. */
export interface CodeServer {
  readonly url: string;
  readonly port: number;
  /** The folder that is opened unless another is named. */
  readonly folder: string;
  /** Everything that the server keeps; removed at the end. */
  readonly dataDir: string;
  /** HOME of the server, its extensions and terminals. */
  readonly home: string;
  /** Countersign's own folder: hook files, discovery records, sockets. */
  readonly countersignHome: string;
  /** Replaces the user's settings; a running window takes them at once. */
  setSettings(settings: Readonly<Record<string, unknown>>): void;
  /** What the server has printed. */
  log(): string;
  stop(): Promise<void>;
}

export interface CodeServerOptions {
  /** A packaged extension to install. */
  readonly vsix?: string;
  /** The folder to open; made up with a README in it if absent. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** HOME; inside the throw-away folder if absent. */
  readonly home?: string;
}

/** Nothing that moves, asks or looks for updates. */
const quietSettings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  // Not the one that follows the browser.
  'workbench.colorTheme': 'Dark Modern',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'git.openRepositoryInParentFolders': 'never',
};

/** Starts a VS Code server on loopback, with the extension installed. */
export async function startCodeServer(options: CodeServerOptions = {}): Promise<CodeServer> {
  const runtimes = await ensureRuntimes();
  const data = temporaryFolder('cs-');
  const inData = (name: string) => {
    const path = join(data.path, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  // One letter each: the server's own sockets live under these, and VS Code does not check their length.
  const profile = inData('u');
  const home = options.home ?? inData('h');
  const countersignHome = options.env?.['COUNTERSIGN_HOME'] ?? join(data.path, 'c');
  // Settings of machine scope are read from the second place only.
  const settingsFiles = ['u/User', 'u/Machine'].map((name) => join(inData(name), 'settings.json'));
  const setSettings = (settings: Readonly<Record<string, unknown>>) => {
    for (const file of settingsFiles) writeFileSync(file, JSON.stringify({ ...quietSettings, ...settings }, null, 2));
  };
  setSettings(options.settings ?? {});
  const config = join(data.path, 'config.yaml');
  writeFileSync(config, 'auth: none\ncert: false\n');
  let folder = options.folder;
  if (!folder) {
    folder = inData('project');
    writeFileSync(join(folder, 'README.md'), '# Sample\n');
  }

  const env: NodeJS.ProcessEnv = {
    ...withoutEditor(process.env),
    // No gallery: no look-ups outside.
    EXTENSIONS_GALLERY: '{}',
    HOME: home,
    TMPDIR: inData('t'),
    XDG_RUNTIME_DIR: inData('r'),
    ...options.env,
    COUNTERSIGN_HOME: countersignHome,
  };
  const base = [runtimes.codeServer, '--config', config, '--user-data-dir', profile, '--extensions-dir', inData('e')];
  if (options.vsix) {
    await promisify(execFile)(runtimes.node24, [...base, '--install-extension', options.vsix], { env });
  }

  const logPath = join(data.path, 'server.log');
  const log = () => readFileSync(logPath, 'utf8');
  // Another process may take a free port before the server does; then it says so and ends, and the next one is tried.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const output = openSync(logPath, 'a');
    const child = spawn(
      runtimes.node24,
      [
        ...base,
        ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
        '--disable-telemetry',
        '--disable-update-check',
        '--disable-workspace-trust',
        '--disable-getting-started-override',
        folder,
      ],
      // A group of its own: extension hosts outlive the server unless the whole group is ended.
      { env, stdio: ['ignore', output, output], detached: true },
    );
    closeSync(output);
    const group = child.pid;
    if (group === undefined) throw new Error('The VS Code server could not be started.');
    const forget = atEnd(() => signal(-group, 'SIGKILL'));
    const url = `http://127.0.0.1:${port}`;
    try {
      await until(
        'the VS Code server to listen',
        async () => {
          if (child.exitCode !== null) throw new Error(`The VS Code server ended:\n${log()}`);
          return fetch(`${url}/healthz`).then(
            (response) => response.ok,
            () => false,
          );
        },
        60_000,
      );
    } catch (error) {
      await endGroup(group);
      forget();
      if (attempt < 3 && log().includes('EADDRINUSE')) continue;
      data.remove();
      throw error;
    }
    return {
      url,
      port,
      folder,
      dataDir: data.path,
      home,
      countersignHome,
      setSettings,
      log,
      async stop() {
        await endGroup(group);
        forget();
        data.remove();
      },
    };
  }
}

/** The environment without what an editor or a test runner above has left in it. */
export function withoutEditor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|CODE_SERVER_|ELECTRON_|COUNTERSIGN_(HOME|WINDOW)$|NODE_TEST_CONTEXT$|NODE_OPTIONS$|npm_)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
