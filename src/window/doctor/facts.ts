import type { FoundAgent } from '../setUp/agents';
import type { ConfiguredHook } from './configured';
import type { LiveResult } from './runCheck';

/** What can be done about a problem from here. */
export type Mend =
  | { readonly type: 'setUp' | 'remove'; readonly agent: string }
  | { readonly type: 'extra'; readonly agent: string; readonly extra: string }
  | { readonly type: 'installHook' | 'resume' | 'openFolder' }
  | { readonly type: 'open'; readonly path: string };

/** Something that is not as it should be, and the one step that mends it. */
export interface Problem {
  /** `broken`: nothing arrives, or wrongly; `limits`: less arrives than a person may expect. */
  readonly weight: 'broken' | 'limits';
  readonly text: string;
  readonly step: string;
  readonly mend?: Mend;
}

/** A file or folder of ours. */
export interface FileFact {
  readonly path: string;
  /** The permission bits; undefined if it is not there. */
  readonly mode: number | undefined;
}

export interface WindowFacts {
  readonly version: string;
  readonly editor: string;
  readonly platform: string;
  readonly folders: readonly string[];
  readonly paused: boolean;
  /** `socket`, `pipe`, and whether it is in our own folder. */
  readonly address: 'socket' | 'socketElsewhere' | 'pipe';
  readonly record: FileFact;
  readonly recordFolder: FileFact;
  /** Windows whose record names a process that lives, this one among them. */
  readonly liveWindows: number;
  readonly hookFiles: readonly FileFact[];
  /** The installed hook's version. */
  readonly hookVersion: string | undefined;
  /** Node on the PATH. */
  readonly node: { readonly path: string; readonly version: string | undefined } | undefined;
  /** The editor's own Node, as the hook has it noted. */
  readonly runtime: { readonly path: string; readonly isThere: boolean } | undefined;
}

export interface AgentFacts {
  readonly id: string;
  readonly name: string;
  readonly program: string | undefined;
  readonly version: string | undefined;
  readonly file: string;
  readonly state: FoundAgent['state'];
  /** The extras that are on, by title. */
  readonly extras: readonly string[];
  readonly capabilities: string | undefined;
  readonly hooks: readonly ConfiguredHook[];
  readonly problems: readonly Problem[];
  /** For each configured command that was tried. */
  readonly live: readonly { readonly event: string; readonly result: LiveResult }[];
}

/** All that a report is made of. */
export interface DoctorFacts {
  readonly at: Date;
  /** The user's home, which the report does not name. */
  readonly home: string;
  readonly window: WindowFacts;
  readonly agents: readonly AgentFacts[];
}
