import * as z from 'zod/mini';

/** One answer of a person, to the question at the same place. */
export const QuestionAnswer = z.object({
  /** The chosen options by their places, 0-based, in the options' order. */
  chosen: z.array(z.int().check(z.nonnegative())),
  /** The person's own answer, beside or instead of the options; empty if none. */
  text: z.string(),
  /** A note to the agent on this answer; empty if none. */
  note: z.string(),
});
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

/** One option of a question, in the agent's words. */
export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
  /** More to look at before choosing: a sketch, some code. */
  readonly preview?: string;
}

/** A question of an agent, in its own words. */
export interface Question {
  readonly text: string;
  /** A word or two that name it. */
  readonly header?: string;
  readonly options: readonly QuestionOption[];
  /** How many options can be chosen. */
  readonly choose: 'one' | 'any';
  /** Whether the agent takes an answer in the person's own words, and a note on an answer. */
  readonly freeText: boolean;
  readonly notes: boolean;
}
