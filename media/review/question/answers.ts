import { answeredCount, keptAnswers, noAnswer, sentAnswers, whyNotAnswered } from '../../../src/core/question';
import type { Question, QuestionAnswer } from '../../../src/protocol/question';
import type { Possible } from '../../../src/protocol/views';
import type { State } from '../state';

type Asked = Pick<State, 'request' | 'answers'>;

const none: readonly Question[] = [];

/** The questions of the shown request; none if it is about something else. */
export function questionsOf({ request }: Asked): readonly Question[] {
  return request?.subject.type === 'question' ? request.subject.questions : none;
}

/** What has been answered so far, one for each question. */
export function answersOf(state: Asked): readonly QuestionAnswer[] {
  const { request, answers } = state;
  return keptAnswers(questionsOf(state), (request && (answers.get(request.id) ?? request.answers)) ?? []);
}

/** What an approval of the shown question sends; undefined for other subjects. */
export function answersToSend(state: Asked): readonly QuestionAnswer[] | undefined {
  if (state.request?.subject.type !== 'question') return undefined;
  return sentAnswers(questionsOf(state), answersOf(state));
}

/** Whether the answers can be sent as they are; other subjects need none. */
export function answerable(state: Asked): Possible {
  const answers = answersToSend(state);
  const reason = answers && whyNotAnswered(questionsOf(state), answers);
  return reason === undefined ? { possible: true } : { possible: false, reason };
}

/** How many questions there are, and how many of them are answered. */
export function progressOf(state: Asked): { readonly answered: number; readonly questions: number } {
  const questions = questionsOf(state);
  return { answered: answeredCount(questions, answersOf(state)), questions: questions.length };
}

/** An answer after an option was chosen or, where several can be, given up. */
export function chosenIn(question: Question, answer: QuestionAnswer, place: number): QuestionAnswer {
  if (question.choose === 'one') return { ...answer, chosen: [place] };
  const { chosen } = answer;
  const next = chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place];
  return { ...answer, chosen: next.toSorted((a, b) => a - b) };
}

/** An answer after own words were typed: where only one can be given, they take the place of a choice. */
export function typedIn(question: Question, answer: QuestionAnswer, text: string): QuestionAnswer {
  return { ...answer, text, ...(question.choose === 'one' ? { chosen: [] } : {}) };
}

/** All answers with one of them exchanged. */
export function withAnswer(
  answers: readonly QuestionAnswer[],
  index: number,
  change: (answer: QuestionAnswer) => QuestionAnswer,
): readonly QuestionAnswer[] {
  return answers.map((answer, at) => (at === index ? change(answer) : answer));
}

/** Nothing chosen and no own words; the note stays. */
export function clearedAnswer({ note }: QuestionAnswer): QuestionAnswer {
  return { ...noAnswer, note };
}
