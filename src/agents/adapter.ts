import type { ResultFile } from '../core/edit/result';
import type { SteeringRule } from '../core/edit/warnings';
import type { AgentIdentity, Answer, Approval, Decision, FileEdit, PermissionRequest } from '../core/request';
import { exactText } from '../core/exactJson';
import type { World } from './world';

/** What a hook sent, parsed as far as it is the same for every agent. */
export interface HookCall {
  readonly id: string;
  /** The agent's payload, parsed by `parseExact` and not checked further: numbers in it may be an `ExactNumber`. */
  readonly payload: unknown;
  /** The hook's command line after the agent's id. */
  readonly arguments: readonly string[];
  /** The folder in which the hook runs, its links followed; empty or absent if it was deleted. */
  readonly cwd?: string;
  /** The environment variables that the adapter asked for. */
  readonly env: Readonly<Record<string, string>>;
  /** When the hook started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The processes above the hook, nearest first. */
  readonly pids?: readonly number[];
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

/** How an agent is told to write something else than it asked to. */
export interface ChangedInputs {
  /** The whole input that makes the agent leave the files so; undefined if there is none. */
  inputFor(files: readonly ResultFile[]): Readonly<Record<string, unknown>> | undefined;
  /** What an input does to files, for trying it before it is sent. */
  editsIn(input: Readonly<Record<string, unknown>>): readonly FileEdit[];
}

/** How an agent is told to run another command than it asked to. */
export interface ChangedCommand {
  /** The whole input that makes the agent run this text. */
  inputFor(command: string): Readonly<Record<string, unknown>>;
  /** What an input makes the agent run, for reading it back before it is sent; undefined if it runs nothing. */
  commandIn(input: Readonly<Record<string, unknown>>): string | undefined;
}

/**
 * The words by which an agent is told that nobody decides: handed back, expired, paused, or not for a person. They are there where
 * silence would let a call run that should not, and as `silence` where the fallback of the hook's command line should not be
 * printed. Absent: the hook is let go, and prints that fallback, mostly nothing.
 */
export type NoDecision = Answer;

/** What became of a decision that was sent by a channel. The texts are sentences for the person. */
export type ChannelResult =
  | { readonly type: 'taken' }
  /** Another answer was first; this one was not used. */
  | { readonly type: 'answeredElsewhere'; readonly detail: string }
  | { readonly type: 'failed'; readonly detail: string };

/** A way to the agent beside its hook. The hook is let go at once, and the decision goes this way. */
export interface Channel {
  send(decision: Exclude<Decision, { type: 'handBack' }>): Promise<ChannelResult>;
}

/** What an agent tells of a request that was answered, wherever. */
export interface Resolved {
  readonly type: 'resolved';
  /** The agent's own id of the request. */
  readonly agentRequestId: string;
  /** The call that it was about, for requests of other events of the agent that name no id. */
  readonly call?: { readonly session: string; readonly id: string };
  /** What was decided; absent if neither, or if it is not known. */
  readonly decision?: 'approve' | 'deny';
  /** In a sentence, or empty. */
  readonly detail: string;
}

/** What an adapter makes of a payload. */
export type Reading =
  | {
      readonly type: 'request';
      readonly request: PermissionRequest;
      /** The bytes for a decision; undefined: the same as without one. */
      readonly answer: (decision: Decision) => Answer | undefined;
      readonly noDecision?: NoDecision;
      /** Names the call that runs after this approval, as a `ran` reading will; only where the agent tells of it. */
      readonly callOf?: (decision: Approval) => string;
      /** Only for edits, and only where the agent takes a changed input. */
      readonly changes?: ChangedInputs;
      /** Only for commands, and only where the agent takes a changed input. */
      readonly changedCommand?: ChangedCommand;
      readonly transcript?: TranscriptReader;
      /** The agent asks nowhere else while its hook waits: an answer from elsewhere means that it did not wait. */
      readonly awaited?: true;
      /** Takes the decision instead of the hook. */
      readonly channel?: Channel;
    }
  | Resolved
  /** The agent tells that a call has run, and takes a message for its model along. */
  | { readonly type: 'ran'; readonly call: string; readonly tell: (message: string) => Answer }
  /** Nothing for a person here: the hook is let go at once. The reason is for the log. */
  | { readonly type: 'release'; readonly reason: string; readonly noDecision?: NoDecision };

/** One agent's quirks. Pure: all it knows of the world is the call it is given, and what it asks of the `World` it is given. */
export interface Adapter extends AgentIdentity {
  /** Names and prefixes of the environment variables it wants from the hook. */
  readonly env: { readonly names: readonly string[]; readonly prefixes: readonly string[] };
  /** Seconds that the agent waits for a hook when its configuration names no timeout. */
  readonly defaultTimeout: number;
  /** The files and folders by which the agent is steered. */
  readonly steering: readonly SteeringRule[];
  read(call: HookCall): Reading;
  /** Reads a call with a look at the machine, instead of `read`; only where the payload does not say enough. */
  look?(call: HookCall, world: World): Promise<Reading>;
}

/** The identity part of an adapter, as requests carry it. */
export function identityOf(adapter: AgentIdentity): AgentIdentity {
  return { id: adapter.id, name: adapter.name, monogram: adapter.monogram };
}

/** An answer of one JSON value on stdout. What of it came from the payload goes back digit for digit. */
export function jsonAnswer(value: unknown): Answer {
  return { stdout: exactText(value), stderr: '', exitCode: 0 };
}

/** An answer without a word, whatever the fallback on the hook's command line. */
export const silence: Answer = { stdout: '', stderr: '', exitCode: 0 };

/** The words for no decision on a reading; undefined: none, the hook is let go. */
export function noDecisionOf(reading: Reading | undefined): NoDecision | undefined {
  return reading && 'noDecision' in reading ? reading.noDecision : undefined;
}

/** What a denial tells the model; without a person's words agents would say that a hook denied. */
export function denialText(feedback: string): string {
  return feedback.trim() === '' ? 'The user denied this request in the editor.' : feedback;
}
