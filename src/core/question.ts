import type { Question, QuestionAnswer } from '../protocol/question';

/** What is said in answer to nothing yet. */
export const noAnswer: QuestionAnswer = { chosen: [], text: '', note: '' };

/** Whether something was said in answer: a chosen option or own words. A note alone is no answer. */
export function isAnswered(answer: QuestionAnswer | undefined): boolean {
  return answer !== undefined && (answer.chosen.length > 0 || answer.text.trim() !== '');
}

/** How many of the questions are answered so far. */
export function answeredCount(questions: readonly Question[], answers: readonly QuestionAnswer[]): number {
  return questions.filter((_, index) => isAnswered(answers[index])).length;
}

/**
 * Why answers cannot be sent, in a sentence; undefined if they can: one for each question, none of them empty, and each of what its
 * question takes.
 */
export function whyNotAnswered(
  questions: readonly Question[],
  answers: readonly QuestionAnswer[] | undefined,
): string | undefined {
  const open = questions.length - answeredCount(questions, answers ?? []);
  if (questions.length === 0) return 'There is no question to answer.';
  if (open > 0) return `${open} ${open === 1 ? 'part is' : 'parts are'} open. An empty answer is never sent.`;
  const fits = answers?.length === questions.length && questions.every((one, index) => fitsTo(one, answers[index]));
  return fits ? undefined : 'These answers do not fit the questions.';
}

function fitsTo({ options, choose, freeText, notes }: Question, answer = noAnswer): boolean {
  const { chosen, text, note } = answer;
  const own = text.trim() !== '';
  return (
    chosen.every((place, at) => place < options.length && (at === 0 || place > (chosen[at - 1] ?? 0))) &&
    (choose === 'any' || chosen.length + Number(own) === 1) &&
    (freeText || !own) &&
    (notes || note.trim() === '')
  );
}

/**
 * Answers as they were kept, made to fit the questions: one for each, and nothing chosen that is not there. Own words stay beside a choice,
 * though only one of them may be sent.
 */
export function keptAnswers(
  questions: readonly Question[],
  kept: readonly QuestionAnswer[],
): readonly QuestionAnswer[] {
  return questions.map(({ options, choose }, index) => {
    const answer = kept[index] ?? noAnswer;
    const chosen = [...new Set(answer.chosen)].filter((place) => place < options.length).toSorted((a, b) => a - b);
    return { ...answer, chosen: choose === 'one' ? chosen.slice(0, 1) : chosen };
  });
}

/** What is sent of the answers: where only one can be given, a choice goes before words that were typed as well. */
export function sentAnswers(
  questions: readonly Question[],
  answers: readonly QuestionAnswer[],
): readonly QuestionAnswer[] {
  return keptAnswers(questions, answers).map((answer, index) =>
    questions[index]?.choose === 'one' && answer.chosen.length > 0 ? { ...answer, text: '' } : answer,
  );
}

/** Questions and answers for reading, as far as something was said. */
export function answersText(questions: readonly Question[], answers: readonly QuestionAnswer[]): string {
  const parts = questions.flatMap(({ text, options }, index) => {
    const { chosen, text: own, note } = answers[index] ?? noAnswer;
    const said = [
      ...chosen.map((place) => `- ${options[place]?.label ?? ''}`),
      ...(own.trim() === '' ? [] : [own]),
      ...(note.trim() === '' ? [] : [`Note: ${note}`]),
    ];
    return said.length > 0 ? [[text, ...said].join('\n')] : [];
  });
  return parts.join('\n\n');
}
