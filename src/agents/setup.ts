/** Where the set-up looks: the user's home and the environment, as the editor sees them. */
export interface Places {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where an agent has its configuration. Absolute paths; neither need exist. */
export interface ConfigPlace {
  /** A sign that the agent is used here. */
  readonly folder: string;
  readonly file: string;
}

export interface SetUpOptions {
  /** The installed hook's front, an absolute path. */
  readonly hook: string;
  /** opencode: the plugin's text. */
  readonly plugin?: string;
}

export type SetUpState =
  | { readonly type: 'notSetUp' | 'setUp' | 'outdated' }
  /** The file does not parse or has no room for the entry. Line and column from 1. */
  | { readonly type: 'broken'; readonly problem: string; readonly line: number; readonly column: number };

/** Something to know before the change is applied. */
export interface SetUpNote {
  /** `step`: the user has to do it; `limit`: what no hook can prevent; `hint`: all else. */
  readonly kind: 'step' | 'limit' | 'hint';
  readonly text: string;
}

/** Something that can be switched on along with the set-up. Never preselected. */
export interface SetUpExtra {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** `other`: the user has set it to something else, which is not touched. */
  state(text: string | undefined): 'on' | 'off' | 'other';
  /** @throws ConfigError */
  add(text: string | undefined, options: SetUpOptions): string;
  /** Undefined: the file was ours alone and goes. @throws ConfigError */
  remove(text: string, options: SetUpOptions): string | undefined;
}

/** How an agent is told about the hook: configuration text in, configuration text out. */
export interface AgentSetUp {
  readonly kind: 'file';
  /** The adapter's id, as it stands on the hook's command line. */
  readonly id: string;
  readonly name: string;
  /** Names to look for on the PATH. */
  readonly binaries: readonly string[];
  place(places: Places): ConfigPlace;
  /** Undefined stands for a file that is not there. Does not throw. */
  state(text: string | undefined, options: SetUpOptions): SetUpState;
  /** The text with the hook set up; the same if it is. Extras that are on stay on. @throws ConfigError */
  add(text: string | undefined, options: SetUpOptions): string;
  /** The text without any entry of ours. Undefined: the file was ours alone and goes. @throws ConfigError */
  remove(text: string): string | undefined;
  readonly notes: readonly SetUpNote[];
  readonly extras: readonly SetUpExtra[];
}

/** An agent whose configuration is not known: it is only told how. */
export interface DocumentedSetUp {
  readonly kind: 'documentation';
  readonly id: string;
  readonly name: string;
  readonly notes: readonly SetUpNote[];
  /** The command to configure. */
  readonly command: (options: SetUpOptions) => string;
}

/** A folder that an environment variable can move: the variable's value, else the path below the home. */
export function folderOf({ home, env }: Places, variable: string, below: string): string {
  const moved = env[variable]?.trim();
  return moved ? (moved === '~' || moved.startsWith('~/') ? home + moved.slice(1) : moved) : `${home}/${below}`;
}
