import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntimes } from '../../scripts/setup.mjs';
import { atEnd, endGroup, signal, temporaryFolder } from './cleanup';
import type { HostSession } from './hostSession';
import { startMockModel } from './mockModel';
import type { MockModel, Turn } from './mockModel';
import { installedHook } from './runHook';
import { ourSetUp } from './clients/ourSetUp';
import { literal } from './until';
import { startInTerminal, type TerminalProgram } from './terminal';

export interface ClaudeOptions {
  readonly model: MockModel;
  /** The project folder. */
  readonly project: string;
  readonly countersignHome: string;
  /** Sets up the second hook as well, by which the model is told what a person changed. */
  readonly tellsModel?: boolean;
}

/** Claude Code with a throw-away configuration, in which our hook is set up and all first-run questions are answered. */
export interface Claude {
  /** Its configuration folder. */
  readonly config: string;
  /** Runs one prompt without a terminal. */
  print(prompt: string): ClaudePrint;
  /** Starts it on a terminal, at its prompt. */
  open(mode?: 'default' | 'plan'): Promise<TerminalProgram>;
  /** Types a prompt and sends it. */
  prompt(terminal: TerminalProgram, text: string): Promise<void>;
  /** Removes the throw-away configuration. */
  remove(): void;
}

/** A run without a terminal. */
export interface ClaudePrint {
  readonly pid: number;
  readonly ended: Promise<{ readonly stdout: string; readonly stderr: string; readonly exitCode: number | null }>;
  stop(): Promise<void>;
}

/** Whatever looks like a key will do: the model is ours. */
const key = `sk-ant-api03-${'dummy'.repeat(8)}`;

/** Runs `action` with a Claude Code in the session's project whose model takes these turns. */
export async function withClaude(
  host: HostSession,
  turns: readonly Turn[],
  action: (claude: Claude, model: MockModel) => Promise<void>,
  options: { readonly project?: string; readonly tellsModel?: boolean } = {},
): Promise<void> {
  const model = await startMockModel(turns);
  const { folder: project, server } = host;
  const claude = await makeClaude({ model, project, countersignHome: server.countersignHome, ...options });
  try {
    await action(claude, model);
  } finally {
    claude.remove();
    await model.close();
  }
}

/** Prepares Claude Code. Needs the test runtimes. */
export async function makeClaude(options: ClaudeOptions): Promise<Claude> {
  const { claude } = await ensureRuntimes();
  const home = temporaryFolder('cc-');
  const config = join(home.path, '.claude');
  const temporary = join(home.path, 't');
  for (const folder of [config, temporary]) mkdirSync(folder);
  const extras = options.tellsModel ? ['tellModel'] : [];
  ourSetUp('claude', ...extras)(home.path, installedHook(options.countersignHome));
  const project = {
    hasTrustDialogAccepted: true,
    hasCompletedProjectOnboarding: true,
    projectOnboardingSeenCount: 4,
    allowedTools: [],
  };
  writeFileSync(
    join(config, '.claude.json'),
    JSON.stringify({
      hasCompletedOnboarding: true,
      lastOnboardingVersion: '2.1.332',
      theme: 'dark',
      numStartups: 5,
      autoUpdates: false,
      customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
      projects: { [options.project]: project },
    }),
  );
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    HOME: home.path,
    TMPDIR: temporary,
    CLAUDE_CONFIG_DIR: config,
    COUNTERSIGN_HOME: options.countersignHome,
    ANTHROPIC_BASE_URL: options.model.url,
    ANTHROPIC_API_KEY: key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    IS_SANDBOX: '1',
  };

  return {
    config,
    print(prompt) {
      const child = spawn(claude, ['--print', '--permission-mode', 'default', prompt], {
        cwd: options.project,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      const pid = child.pid;
      if (pid === undefined) throw new Error(`Claude Code could not be started: ${claude}`);
      const forget = atEnd(() => signal(-pid, 'SIGKILL'));
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      const ended = new Promise<{ stdout: string; stderr: string; exitCode: number | null }>((resolve) =>
        child.once('close', (exitCode) => resolve({ stdout, stderr, exitCode })),
      );
      void ended.then(forget);
      return { pid, ended, stop: () => endGroup(pid) };
    },
    async open(mode = 'default') {
      const terminal = await startInTerminal([claude, '--permission-mode', mode], { cwd: options.project, env });
      try {
        await terminal.shows(/❯/, 60_000);
      } catch (error) {
        await terminal.stop();
        throw error;
      }
      return terminal;
    },
    async prompt(terminal, text) {
      terminal.type(text);
      // Sent along with the text, Enter would count as part of what was pasted.
      await terminal.shows(new RegExp(`❯ ${literal(text)}`));
      terminal.type('\r');
    },
    remove: () => home.remove(),
  };
}
