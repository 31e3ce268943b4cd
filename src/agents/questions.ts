import * as z from 'zod/mini';
import { fieldsOf, type Field } from '../core/request';
import type { Question, QuestionAnswer, QuestionOption } from '../protocol/question';

/* What agents have in common that ask a person something by a tool: the shapes, and what a choice is told by. */

const AskedOption = z.looseObject({
  label: z.string(),
  description: z.optional(z.string()),
  preview: z.optional(z.string()),
});

/** One question as agents' tools have it; what else stands there is an agent's own. */
export const AskedQuestion = z.looseObject({
  question: z.string(),
  header: z.optional(z.string()),
  options: z.array(AskedOption),
});
type AskedQuestion = z.infer<typeof AskedQuestion>;

/** The question with what all agents have; how many can be chosen, and what else is taken, is an agent's own. */
export function questionOf(
  { question, header, options }: AskedQuestion,
  takes: Pick<Question, 'choose' | 'freeText' | 'notes'>,
): Question {
  return {
    text: question,
    ...(header === undefined ? {} : { header }),
    options: options.map(optionOf),
    ...takes,
  };
}

function optionOf({ label, description, preview }: z.infer<typeof AskedOption>): QuestionOption {
  return {
    label,
    ...(description === undefined ? {} : { description }),
    ...(preview === undefined ? {} : { preview }),
  };
}

/** What stands in the questions beside the known names, as fields that name their place. */
export function unknownFields(
  asked: readonly AskedQuestion[],
  known: { readonly question: readonly string[]; readonly option: readonly string[] },
): readonly Field[] {
  const within = (place: string, fields: readonly Field[]): readonly Field[] =>
    fields.map((field) => ({ ...field, name: `${place}.${field.name}` }));
  return asked.flatMap((one, index) => [
    ...within(`questions[${index}]`, fieldsOf(one, known.question)),
    ...one.options.flatMap((option, at) =>
      within(`questions[${index}].options[${at}]`, fieldsOf(option, known.option)),
    ),
  ]);
}

/**
 * Why these questions cannot be answered, in a sentence; undefined if they can. Answers name the chosen options by their labels, so two of the
 * same label cannot be told apart.
 *
 * @param agent its name
 */
export function whyUnanswerable(
  agent: string,
  questions: readonly Pick<AskedQuestion, 'options'>[],
): string | undefined {
  if (questions.length === 0) return 'There is no question in it, so there is nothing to answer.';
  for (const { options } of questions) {
    const labels = options.map(({ label }) => label);
    if (hasTwins(labels)) return `Two options have the same label, and ${agent} tells them apart by it.`;
    if (labels.some((label) => label.trim() === '')) return 'An option has no label: choosing it would be no answer.';
  }
  return undefined;
}

export const unknownQuestion = 'This question is not of a known form. Answer it in the terminal.';

/** Whether two of the texts are the same. */
export function hasTwins(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length;
}

/** What was said in answer: the labels of what was chosen, and own words; empty if nothing was. */
export function answerTexts({ options }: Question, answer: QuestionAnswer | undefined): readonly string[] {
  const labels = (answer?.chosen ?? []).flatMap((index) => options[index]?.label ?? []);
  const own = answer?.text.trim() ?? '';
  return [...labels, ...(own === '' ? [] : [own])];
}
