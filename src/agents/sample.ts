import type { World } from './world';

/** What a request is about, as tables and descriptions put it. */
export type SampleTopic = 'plans' | 'edits' | 'commands' | 'questions';

/**
 * A payload of an agent as it was captured, shortened. The table of capabilities is made of what the adapter says to it, and the
 * doctor sends it through the hook.
 */
export interface AgentSample {
  readonly about: SampleTopic;
  /** When this applies, in a few words; absent: as the agent is set up without extras. */
  readonly when?: string;
  /** The event's name in the agent's configuration. */
  readonly event: string;
  /** The key of the session's id in the payload; absent where no configured command takes it. */
  readonly session?: 'session_id' | 'sessionId';
  readonly payload: Readonly<Record<string, unknown>>;
  /** Words and variables that the adapter goes by. */
  readonly arguments?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The machine as the adapter finds it, and the processes above the hook; absent: only the payload counts. */
  readonly world?: World;
  readonly pids?: readonly number[];
}
