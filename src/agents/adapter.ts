import type { AgentIdentity, Answer, Decision, PermissionRequest } from '../core/request';

/** What a hook sent, parsed as far as it is the same for every agent. */
export interface HookCall {
  readonly id: string;
  /** The agent's payload, parsed as JSON and not checked further. */
  readonly payload: unknown;
  /** The hook's command line after the agent's id. */
  readonly arguments: readonly string[];
  /** The environment variables that the adapter asked for. */
  readonly env: Readonly<Record<string, string>>;
  /** When the hook started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** When the window must have handed the request back, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** What a line of an agent's own record says about one request. */
export type TranscriptFact =
  /** Another program's or our hook's answer was taken. */
  | { readonly type: 'answeredByHook'; readonly decision: 'approve' | 'deny' }
  /** A person answered in the agent's own prompt; `detail` in our words. */
  | { readonly type: 'answeredByPerson'; readonly decision: 'approve' | 'deny' | 'unknown'; readonly detail: string }
  /** What the session is called, in the agent's or the user's words. */
  | { readonly type: 'title'; readonly title: string };

/** Follows one request through the agent's transcript, line by line. */
export interface TranscriptReader {
  readonly path: string;
  /** Takes the next line and gives what it says about this request, in order. Lines that are not understood say nothing. */
  read(line: string): readonly TranscriptFact[];
}

/** What an adapter makes of a payload. */
export type Reading =
  | {
      readonly type: 'request';
      readonly request: PermissionRequest;
      /** The bytes for a decision; undefined: let the hook go without an answer. */
      readonly answer: (decision: Decision) => Answer | undefined;
      readonly transcript?: TranscriptReader;
    }
  /** The agent tells that a request of its own id was answered in its own place. */
  | { readonly type: 'resolved'; readonly agentRequestId: string; readonly detail: string }
  /** Nothing for a person here: the hook is let go at once. The reason is for the log. */
  | { readonly type: 'release'; readonly reason: string };

/** One agent's quirks. Pure: all it knows of the world is the call it is given. */
export interface Adapter extends AgentIdentity {
  /** Names and prefixes of the environment variables it wants from the hook. */
  readonly env: { readonly names: readonly string[]; readonly prefixes: readonly string[] };
  /** Seconds that the agent waits for a hook when its configuration names no timeout. */
  readonly defaultTimeout: number;
  read(call: HookCall): Reading;
}

/** The identity part of an adapter, as requests carry it. */
export function identityOf(adapter: AgentIdentity): AgentIdentity {
  return { id: adapter.id, name: adapter.name, monogram: adapter.monogram };
}

/** An answer of one JSON value on stdout. */
export function jsonAnswer(value: unknown): Answer {
  return { stdout: JSON.stringify(value), stderr: '', exitCode: 0 };
}
