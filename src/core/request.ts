import type { Question, QuestionAnswer } from '../protocol/question';
import { exactText } from './exactJson';

/** What an agent asks a person, in our own words. Adapters make it, the queue carries it, surfaces show it. */

/** A named value as the agent sent it. */
export interface Field {
  readonly name: string;
  /** Strings as they are, all else as indented JSON. */
  readonly text: string;
  /** The text is JSON: the value was no string. */
  readonly json?: true;
}

/** One place that a patch changes, in order from the top of the file. Lines are without their endings. */
export interface PatchChunk {
  /** Lines to look for first, one after the other: the chunk is looked for after them. */
  readonly anchors: readonly string[];
  /** The lines as they must be, and as they become; both hold the context around the change. */
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** The 1-based line where `oldLines` is expected to start, if the patch says so. */
  readonly line?: number;
  /** `oldLines` must be the last lines of the file. */
  readonly atEnd?: true;
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
      /** Where the new text is empty, a line break after the old text goes with it. */
      readonly takesLineBreak?: true;
      /** Other spellings in which the old text is looked for if it is not there to the letter. */
      readonly spellings?: readonly ('quotes' | 'escapes')[];
      /** All line endings of the file become the ones that prevail in its first 4096 characters. */
      readonly unifiesEndings?: true;
    }
  | {
      readonly type: 'write';
      readonly path: string;
      readonly content: string;
      /** A byte order mark of the file stays, whatever the content. */
      readonly keepsByteOrderMark?: true;
      /** The agent refuses to write over a file that is not UTF-8 text, or UTF-16 LE. */
      readonly onlyOverText?: true;
      /** Where the file has text already, the content is added before it: a diff without context says no more. */
      readonly addsAtTop?: true;
      /** A new file may be run. */
      readonly executable?: true;
    }
  | {
      readonly type: 'patch';
      readonly path: string;
      readonly chunks: readonly PatchChunk[];
      /** `fuzzy`: white space and typographic signs may differ where nothing fits exactly (V4A). `exact`: they may not (unified diff). */
      readonly matching: 'exact' | 'fuzzy';
      /** The path that the file has afterwards, if another. */
      readonly movedTo?: string;
      /** Permission bits as the patch writes them, e.g. "100755". */
      readonly mode?: { readonly from: string; readonly to: string };
    }
  | { readonly type: 'delete'; readonly path: string }
  /** One cell of a Jupyter notebook. */
  | {
      readonly type: 'cell';
      readonly path: string;
      /** The cell that is changed, or after which one is inserted; absent: at the beginning. */
      readonly cellId?: string;
      readonly source: string;
      readonly cellType?: 'code' | 'markdown';
      readonly mode: 'replace' | 'insert' | 'delete';
    };

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
  | { readonly type: 'question'; readonly questions: readonly Question[]; readonly fields: readonly Field[] }
  | { readonly type: 'tool'; readonly name: string; readonly server?: string; readonly fields: readonly Field[] };

/** What an approval can carry beside its yes: a mode that the session goes into, a rule that the agent remembers. */
export interface Addition {
  readonly id: string;
  /** Follows "Approve: ", in lower case. */
  readonly label: string;
  /** Its scope and where it is stored, in a few words. */
  readonly detail: string;
  /** Nothing of it outlives the call: no rule is remembered, and no mode stays. */
  readonly once?: true;
}

/** What an agent honours for one request. Each reason is a sentence for the person. */
export interface Capabilities {
  /**
   * `grants`: an approval lets the call run. `passes`: it raises no objection, and the agent goes on as the reason says; the label names
   * that, as "Continue in Kimi". `watchOnly`: every answer is ignored. `no`: this one must be answered elsewhere.
   */
  readonly approve:
    | { readonly type: 'grants' }
    | { readonly type: 'passes'; readonly label: string; readonly reason: string }
    | { readonly type: 'watchOnly' | 'no'; readonly reason: string };
  readonly deny: { readonly type: 'honoured' } | { readonly type: 'no'; readonly reason: string };
  /** Whether a deny's text reaches the model. */
  readonly feedback: boolean;
  /** Whether an approval may carry a changed input. */
  readonly changedInput: boolean;
  /** What an approval can add; empty where the agent offers nothing. */
  readonly additions: readonly Addition[];
  /** What the model learns of it when an approval carries a changed input, in a sentence; absent where none can be carried. */
  readonly changedInputTold?: string;
  /** Whether a message that goes along with an approval reaches the model. */
  readonly approvalMessage?: true;
  /** What the agent does when it gets no decision: its own prompt, a denial, or the call runs. */
  readonly onSilence: 'asks' | 'denies' | 'runs';
  /** Where the agent asks by itself, as "the browser"; absent: the terminal. */
  readonly asksIn?: string;
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
  /** The agent's own id of the call, where several of its events name it. It tells calls of one session apart. */
  readonly agentCallId?: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** When the window hands the request back by itself, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** A person's yes, with what goes along with it. */
export interface Approval {
  readonly type: 'approve';
  /** The whole input as the person changed it; absent when nothing was changed. */
  readonly changedInput?: Readonly<Record<string, unknown>>;
  /** The plan's text as the person changed it; absent when it was not. */
  readonly plan?: string | undefined;
  /** The id of one of the additions on offer; absent: a plain yes. */
  readonly addition?: string | undefined;
  /** What the model is told once the call has run; only where the agent has a way for it. */
  readonly message?: string | undefined;
  /** Only for questions: one for each, in order. */
  readonly answers?: readonly QuestionAnswer[] | undefined;
}

/** What a person decided. */
export type Decision =
  | Approval
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
    .map(([name, value]) =>
      typeof value === 'string' ? { name, text: value } : { name, text: exactText(value, '  '), json: true as const },
    );
}
