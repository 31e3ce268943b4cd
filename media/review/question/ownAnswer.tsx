import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Question, QuestionAnswer } from '../../../src/protocol/question';
import { Icon } from '../text';
import { typedIn } from './answers';
import { OptionKey } from './option';

interface OwnAnswerProps {
  readonly question: Question;
  readonly answer: QuestionAnswer;
  /** What tells the options of its question from others'. */
  readonly group: string;
  readonly off: boolean;
  /** It was picked, though nothing is written yet. */
  readonly picked: boolean;
  readonly pick: () => void;
  readonly change: (change: (answer: QuestionAnswer) => QuestionAnswer) => void;
  readonly save: () => void;
}

/** An answer in the person's own words: alone, or as the last of the options. */
export function OwnAnswer(props: OwnAnswerProps): JSX.Element {
  const { question, answer, group, off, picked, pick, change, save } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const place = question.options.length;
  const chosen = answer.chosen.length > 0;
  const own = answer.text.trim() !== '';
  const field = (label: string, option?: number): JSX.Element => (
    <textarea
      class="own"
      rows={1}
      ref={box}
      aria-label={label}
      placeholder="Your own answer"
      disabled={off}
      data-option={option}
      value={answer.text}
      onInput={(event) => {
        const { value } = event.currentTarget;
        pick();
        change((one) => typedIn(question, one, value));
      }}
      onBlur={save}
    />
  );
  if (place === 0) return field('Your answer', 0);
  if (question.choose === 'any') {
    return (
      <div class={own ? 'opt on' : 'opt'}>
        <Icon name="edit" />
        <b>Other</b>
        <OptionKey place={place} />
        <span class="more">{field('Other answer', place)}</span>
      </div>
    );
  }
  return (
    <label class="opt">
      <input
        type="radio"
        name={group}
        checked={!chosen && (own || picked)}
        disabled={off}
        data-option={place}
        aria-label="Other"
        onChange={() => {
          pick();
          change((one) => ({ ...one, chosen: [] }));
          box.current?.focus();
        }}
      />
      <span>
        <b>Other</b>
        {chosen && own && <span class="quiet small"> Not sent while an option is chosen.</span>}
      </span>
      <OptionKey place={place} />
      <span class="more">{field('Other answer')}</span>
    </label>
  );
}
