import type { Question, QuestionAnswer } from '../../src/protocol/question';
import type { RequestView } from '../../src/protocol/views';
import { request } from './requests';

export const tokens: Question = {
  text: 'Where should tokens live?',
  header: 'Storage',
  options: [
    {
      label: 'Existing Redis',
      description: 'Shared by all instances.',
      preview: 'token:{session}  →  entry\n# **hit**',
    },
    { label: 'Process memory', description: 'No new dependency.', preview: 'a Map' },
    { label: 'Postgres table' },
  ],
  choose: 'one',
  freeText: true,
  notes: true,
};
export const paths: Question = {
  text: 'Which paths should be covered by tests?',
  options: [{ label: 'Miss in the store' }, { label: 'Provider is down' }, { label: 'Two instances at once' }],
  choose: 'any',
  freeText: true,
  notes: true,
};
export const metric: Question = {
  text: 'What should the metric be called?',
  options: [],
  choose: 'one',
  freeText: true,
  notes: false,
};

/** A request that asks these. */
export function asked(questions: readonly Question[], change: Partial<RequestView> = {}): RequestView {
  return request({ subject: { type: 'question', questions, fields: [] }, ...change });
}

export function answer(chosen: number[], text = '', note = ''): QuestionAnswer {
  return { chosen, text, note };
}
