import * as z from 'zod/mini';
import type { Capabilities, Note, Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import type { QuestionAnswer } from '../../protocol/question';
import { answerTexts, AskedQuestion, questionOf, unknownFields, unknownQuestion, whyUnanswerable } from '../questions';

/* The tool `question` of opencode (run with 1.18.33): its event names the questions, and the window's answers go to `/question/{id}/reply`. */

const Asked = z.extend(AskedQuestion, {
  multiple: z.optional(z.boolean()),
  /** "Allow typing a custom answer (default: true)" */
  custom: z.optional(z.boolean()),
});
const AskedQuestions = z.array(Asked);

/** What `tool.execute.before` says of the same call: as the model wrote it, with what opencode does not take over into its event. */
const Written = z.looseObject({ questions: z.array(AskedQuestion) });

const known = { question: ['question', 'header', 'options', 'multiple', 'custom'], option: ['label', 'description'] };

type Question = Extract<Subject, { type: 'question' }>;

/**
 * What is asked, and what of the call is no part of it.
 *
 * @param asked the questions of the event
 * @param args the call's arguments; empty if they are not known
 */
export function questionSubject(asked: unknown, args: Readonly<Record<string, unknown>>): Question {
  const read = AskedQuestions.safeParse(asked);
  if (!read.success)
    return {
      type: 'question',
      questions: [],
      fields: fieldsOf({ ...(asked === undefined ? {} : { questions: asked }), ...args }),
    };
  const written = Written.safeParse(args);
  return {
    type: 'question',
    questions: read.data.map((one) =>
      questionOf(one, { choose: one.multiple === true ? 'any' : 'one', freeText: one.custom !== false, notes: false }),
    ),
    fields: [
      ...unknownFields(written.success ? written.data.questions : read.data, known),
      ...fieldsOf(args, written.success ? ['questions'] : []),
    ],
  };
}

/** Whether these questions can be answered by our plugin; if not, the reason in a sentence. */
export function questionApproval(asked: unknown): Capabilities['approve'] {
  const read = AskedQuestions.safeParse(asked);
  const reason = read.success ? whyUnanswerable('opencode', read.data) : unknownQuestion;
  return reason === undefined ? { type: 'grants' } : { type: 'no', reason };
}

/** What has to be said of the questions before they are answered. A dismissal ends the turn, and the model reads nothing (measured). */
export function questionNotes(approve: Capabilities['approve']): readonly Note[] {
  return [
    ...(approve.type === 'no'
      ? [{ kind: 'warn', title: 'This cannot be answered here.', text: approve.reason } as const]
      : []),
    { kind: 'info', title: 'Deny dismisses the question,', text: 'as Esc does in opencode: the agent stops there.' },
  ];
}

/** The answers as opencode takes them: for each question the chosen labels and own words. Undefined if one is not answered. */
export function answersOf(
  { questions }: Question,
  answers: readonly QuestionAnswer[] = [],
): readonly (readonly string[])[] | undefined {
  const given = questions.map((question, index) => answerTexts(question, answers[index]));
  return given.length === 0 || given.some((texts) => texts.length === 0) ? undefined : given;
}
