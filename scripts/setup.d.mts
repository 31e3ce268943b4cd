/** The checkout. */
export const projectRoot: string;

/** What the host and agents tests run, called by path. */
export interface Runtimes {
  /** The sub-project's folder. */
  readonly folder: string;
  /** A Node 24, which the embedded VS Code needs. */
  readonly node24: string;
  /** code-server's entry script, for `node24`. */
  readonly codeServer: string;
  /** The Claude Code CLI, a native program. */
  readonly claude: string;
  /** The Codex CLI, a native program. */
  readonly codex: string;
  /** The Copilot CLI, a native program. */
  readonly copilot: string;
  /** opencode, a native program. */
  readonly opencode: string;
  /** The Gemini CLI's entry script, for `node24`. */
  readonly gemini: string;
  /** Qwen Code's entry script, for `node24`. */
  readonly qwen: string;
  /** Kimi Code's entry script, for `node24`. */
  readonly kimi: string;
}

/** Installs the sub-project in test/runtimes into the cache, once for each version of its lock file and of the recipe. */
export function ensureRuntimes(): Promise<Runtimes>;

/** Installs the project's own dependencies if what is installed is not what the lock file says. */
export function ensureDependencies(): Promise<void>;

/** Finds a Chromium or installs one: Playwright's download, else Debian's package when root. Needs the dependencies. */
export function ensureChromium(): Promise<string>;

/** A Chromium that is there: the one named by `COUNTERSIGN_CHROMIUM`, one on the PATH, or the one that was fetched. */
export function findChromium(): string | undefined;
