import type { JSX } from 'preact';
import type { State } from '../state';
import { progressOf } from './answers';

/** How many of the questions are answered. */
export function AnswerCount({ state }: { state: State }): JSX.Element | null {
  const { answered, questions } = progressOf(state);
  if (questions === 0) return null;
  return (
    <span class="small num answer-count">
      <b>
        {answered} of {questions}
      </b>{' '}
      answered
    </span>
  );
}
