import type { JSX } from 'preact';
import type { RequestView, SubjectView } from '../../../src/protocol/views';
import type { Actions } from '../actions';
import { Fields } from '../fields';
import { frontOf, type State } from '../state';
import { answersOf, withAnswer } from './answers';
import { Ask } from './ask';
import { useQuestionKeys } from './useQuestionKeys';

export interface QuestionProps {
  readonly request: RequestView;
  readonly asked: Extract<SubjectView, { type: 'question' }>;
  readonly state: State;
  readonly actions: Actions;
}

/** What an agent asks, to be answered in its own words or in the person's. */
export function QuestionSubject({ request, asked, state, actions }: QuestionProps): JSX.Element {
  const answers = answersOf(state);
  const open = request.status.type === 'open' && request.abilities.approve.possible;
  useQuestionKeys(open && state.settled === frontOf(state));
  return (
    <div class="page-pad">
      <div class="column asks">
        {asked.questions.map((question, index) => (
          <Ask
            question={question}
            index={index}
            answer={answers[index]!}
            off={!open}
            change={(change) => actions.answer(request.id, withAnswer(answers, index, change))}
            save={actions.saveDraft}
          />
        ))}
        {asked.questions.length === 0 && <p>There is no question in it.</p>}
        {asked.fields.length > 0 && (
          <Fields fields={asked.fields} title={asked.questions.length === 0 ? 'What the agent sent' : 'Other values'} />
        )}
      </div>
    </div>
  );
}
