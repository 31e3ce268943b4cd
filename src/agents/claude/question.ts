import * as z from 'zod/mini';
import type { Capabilities, Note, Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import type { Question, QuestionAnswer } from '../../protocol/question';
import {
  answerTexts,
  AskedQuestion,
  hasTwins,
  questionOf,
  unknownFields,
  unknownQuestion,
  whyUnanswerable,
} from '../questions';

type Input = Readonly<Record<string, unknown>>;

/** The name of the tool by which Claude Code asks a person something. */
export const questionTool = 'AskUserQuestion';

/** As the tool's own schema has it (2.1.332), but for its limits of 1 to 4 questions with 2 to 4 options. */
const Asked = z.extend(AskedQuestion, { multiSelect: z.optional(z.boolean()) });
const AskedInput = z.looseObject({ questions: z.array(Asked) });

const known = {
  question: ['question', 'header', 'options', 'multiSelect'],
  option: ['label', 'description', 'preview'],
};

/** What a call of the question tool asks. What of its input is no part of a question is among the fields. */
export function questionSubject(input: Input): Extract<Subject, { type: 'question' }> {
  const asked = AskedInput.safeParse(input);
  if (!asked.success) return { type: 'question', questions: [], fields: fieldsOf(input) };
  const { questions } = asked.data;
  return {
    type: 'question',
    // "Users will always be able to select Other"; its schema: "Free-text notes the user added to their selection".
    questions: questions.map((one) =>
      questionOf(one, { choose: one.multiSelect === true ? 'any' : 'one', freeText: true, notes: true }),
    ),
    fields: [...unknownFields(questions, known), ...fieldsOf(input, ['questions'])],
  };
}

/** Whether this call can be answered by a hook; if not, the reason in a sentence. */
export function questionApproval(input: Input): Capabilities['approve'] {
  const reason = whyNot(input);
  return reason === undefined ? { type: 'grants' } : { type: 'no', reason };
}

/**
 * Answers go by the texts of the questions, so two of the same text cannot be told apart. 2.1.332 refuses such calls by itself, before its
 * hook.
 */
function whyNot(input: Input): string | undefined {
  const asked = AskedInput.safeParse(input);
  if (!asked.success) return unknownQuestion;
  const { questions } = asked.data;
  const texts = questions.map(({ question }) => question);
  if (hasTwins(texts)) return 'Two of the questions have the same text, and Claude Code tells answers apart by it.';
  // Measured with 2.1.332: "The user did not answer the questions."
  if (texts.includes('__proto__')) return 'Claude Code would lose the answer to a question of this name.';
  return whyUnanswerable('Claude Code', questions);
}

/** What has to be said of a call of the question tool before it is answered. */
export function questionNotes(input: Input): readonly Note[] {
  const reason = whyNot(input);
  if (reason !== undefined) return [{ kind: 'warn', title: 'This cannot be answered here.', text: reason }];
  const { questions } = questionSubject(input);
  const listed = questions.some(
    ({ choose, options }) => choose === 'any' && options.some(({ label }) => label.includes(',')),
  );
  if (!listed) return [];
  const text = 'Claude Code gives its model what you choose as one list, with commas between.';
  return [{ kind: 'info', title: 'A label has a comma in it.', text }];
}

/**
 * The input with a person's answers, as Claude Code wants it back: by the question's text the chosen labels and own words, joined (its
 * schema: a string; 2.1.332 joins a list in the same way), and beside them notes and previews. Undefined if not every question is answered: the
 * model would be told that the user did not answer.
 */
export function answeredInput(input: Input, answers: readonly QuestionAnswer[]): Input | undefined {
  const { questions } = questionSubject(input);
  const given = questions.map((question, index) => ({ question, answer: answers[index] }));
  const said = given.map(({ question, answer }) => [question.text, answerTexts(question, answer).join(', ')] as const);
  if (said.length === 0 || said.some(([, text]) => text.trim() === '')) return undefined;
  const annotations = given.flatMap(({ question, answer }) => {
    const annotation = annotationOf(question, answer);
    return Object.keys(annotation).length === 0 ? [] : [[question.text, annotation] as const];
  });
  // What a model puts there by itself is no answer of a person.
  const { answers: _, annotations: __, ...asked } = input;
  return {
    ...asked,
    answers: Object.fromEntries(said),
    ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
  };
}

/** The note, and the preview of what was chosen: Claude Code's own prompt sends that along where one is chosen (measured with 2.1.332). */
function annotationOf(
  { options, choose }: Question,
  answer: QuestionAnswer | undefined,
): Readonly<Record<string, string>> {
  const [first] = answer?.chosen ?? [];
  const preview = choose === 'one' && first !== undefined ? options[first]?.preview : undefined;
  const note = answer?.note.trim() ?? '';
  return { ...(preview === undefined ? {} : { preview }), ...(note === '' ? {} : { notes: note }) };
}
