/** What an agent asks a person, in our own words. Adapters make it, the queue carries it, surfaces show it. */

/** A named value as the agent sent it. */
export interface Field {
  readonly name: string;
  /** Strings as they are, all else as indented JSON. */
  readonly text: string;
}

/** How an agent will change one file, before anybody has looked at the disk. */
export type FileEdit =
  | {
      readonly type: 'replace';
      readonly path: string;
      readonly oldText: string;
      readonly newText: string;
      /** Every occurrence; otherwise the text must occur exactly once. */
      readonly all: boolean;
    }
  | { readonly type: 'write'; readonly path: string; readonly content: string };

/** A way to carry out a plan that the agent offers by itself. */
export interface PlanOption {
  readonly label: string;
  readonly description: string;
}

export type Subject =
  | {
      readonly type: 'plan';
      readonly markdown: string;
      readonly path?: string;
      readonly options: readonly PlanOption[];
    }
  | { readonly type: 'edit'; readonly edits: readonly FileEdit[]; readonly fields: readonly Field[] }
  | {
      readonly type: 'command';
      readonly command: string;
      readonly language?: string;
      readonly cwd: string;
      /** The agent's words about it. */
      readonly description?: string;
      readonly fields: readonly Field[];
    }
  | { readonly type: 'question'; readonly fields: readonly Field[] }
  | { readonly type: 'tool'; readonly name: string; readonly server?: string; readonly fields: readonly Field[] };

/** How much the agent asks after a plan was approved. */
export interface Mode {
  /** The agent's own name for it. */
  readonly id: string;
  readonly label: string;
  /** What it means, in a few words. */
  readonly detail: string;
}

/** What an agent honours for one request. Each reason is a sentence for the person. */
export interface Capabilities {
  /** `grants`: an approval lets the call run. `watchOnly`: every answer is ignored. `no`: this one must be answered elsewhere. */
  readonly approve: { readonly type: 'grants' } | { readonly type: 'watchOnly' | 'no'; readonly reason: string };
  readonly deny: { readonly type: 'honoured' } | { readonly type: 'no'; readonly reason: string };
  /** Whether a deny's text reaches the model. */
  readonly feedback: boolean;
  /** Whether an approval may carry a changed input. */
  readonly changedInput: boolean;
  /** The modes that an approval of a plan can put the session into; empty where the agent offers none. */
  readonly modes: readonly Mode[];
  /** What the agent does when it gets no decision: its own prompt, a denial, or the call runs. */
  readonly onSilence: 'asks' | 'denies' | 'runs';
}

/** A fact about this request that changes what a decision means. */
export interface Note {
  readonly kind: 'error' | 'warn' | 'info';
  readonly title: string;
  readonly text: string;
}

export interface AgentIdentity {
  readonly id: string;
  readonly name: string;
  /** Two letters that tell agents apart where there is no room for the name. */
  readonly monogram: string;
}

export interface PermissionRequest {
  /** The hook's id: the same call made twice is two requests. */
  readonly id: string;
  readonly agent: AgentIdentity;
  readonly session: { readonly id: string; readonly title?: string; readonly subagent?: string };
  readonly cwd: string;
  readonly subject: Subject;
  readonly capabilities: Capabilities;
  readonly notes: readonly Note[];
  /** The agent's own id of the request, where it has one. */
  readonly agentRequestId?: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** When the window hands the request back by itself, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** What a person decided. */
export type Decision =
  | {
      readonly type: 'approve';
      /** The whole input as the person changed it; absent when nothing was changed. */
      readonly changedInput?: Readonly<Record<string, unknown>>;
      /** The plan's text as the person changed it; absent when it was not. */
      readonly plan?: string | undefined;
      /** The id of one of the modes that the agent offers; absent: as the agent does by itself. */
      readonly mode?: string | undefined;
    }
  | { readonly type: 'deny'; readonly feedback: string }
  /** No opinion: the agent does what it does without us. */
  | { readonly type: 'handBack' };

/** The bytes for the agent. Exit code 0 only: the hook's front lets no other through. */
export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0;
}

export type Outcome = 'approved' | 'denied' | 'handedBack' | 'withdrawn' | 'answeredElsewhere' | 'expired';

/** What became of an answer: see DESIGN's words in CONTRIBUTING. */
export type Delivery = 'sent' | 'confirmed' | 'overtaken' | 'failed';

/** Returns the values of a tool's input as fields, in the agent's order; `skip` names those that are shown elsewhere. */
export function fieldsOf(input: Readonly<Record<string, unknown>>, skip: readonly string[] = []): readonly Field[] {
  return Object.entries(input)
    .filter(([name]) => !skip.includes(name))
    .map(([name, value]) => ({
      name,
      text: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''),
    }));
}
