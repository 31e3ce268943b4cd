import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { isAnswered } from '../../../src/core/question';
import type { Question, QuestionAnswer } from '../../../src/protocol/question';
import { Icon, visible } from '../text';
import { chosenIn, clearedAnswer } from './answers';
import { Option } from './option';
import { OwnAnswer } from './ownAnswer';
import { Preview } from './preview';

interface AskProps {
  readonly question: Question;
  readonly index: number;
  readonly answer: QuestionAnswer;
  /** It takes no answer any more. */
  readonly off: boolean;
  readonly change: (change: (answer: QuestionAnswer) => QuestionAnswer) => void;
  readonly save: () => void;
}

/** One question with its options, the person's own words, and a note. Nothing is chosen beforehand. */
export function Ask(props: AskProps): JSX.Element {
  const { question, index, answer, off, change, save } = props;
  const { options, choose, freeText } = question;
  const group = `ask-${index}`;
  // What was chosen earlier before what is only the first to look at.
  const [previewed, setPreviewed] = useState(() => {
    const chosen = answer.chosen.find((place) => options[place]?.preview !== undefined);
    return chosen ?? options.findIndex((option) => option.preview !== undefined);
  });
  const [picked, setPicked] = useState(false);
  const shown = options[previewed];
  const section = useRef<HTMLElement>(null);
  // In a narrow page it stands beneath all options: who asks for it is brought to it.
  const look = (place: number): void => {
    setPreviewed(place);
    setTimeout(() => section.current?.querySelector('.preview')?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <section class="ask" ref={section} data-ask={index} aria-labelledby={group}>
      <AskHead
        {...props}
        group={group}
        clear={() => {
          setPicked(false);
          change(clearedAnswer);
        }}
      />
      <div class={shown ? 'with-preview' : undefined}>
        <div
          class="opts"
          role={choose === 'one' && options.length > 0 ? 'radiogroup' : 'group'}
          aria-labelledby={group}
        >
          {options.map((option, place) => (
            <Option
              option={option}
              place={place}
              group={group}
              many={choose === 'any'}
              chosen={answer.chosen.includes(place)}
              off={off}
              choose={() => {
                if (option.preview !== undefined) setPreviewed(place);
                setPicked(false);
                change((one) => chosenIn(question, one, place));
              }}
              show={option.preview === undefined ? null : () => look(place)}
              shown={previewed === place}
            />
          ))}
          {freeText && (
            <OwnAnswer pick={() => setPicked(true)} {...{ question, answer, group, off, picked, change, save }} />
          )}
        </div>
        {shown && <Preview option={shown} key={previewed} />}
      </div>
      {question.notes && <Note {...{ index, answer, off, change, save }} />}
    </section>
  );
}

function AskHead({
  question,
  answer,
  off,
  clear,
  group,
}: AskProps & { group: string; clear: () => void }): JSX.Element {
  const { text, header, options, choose } = question;
  const title = useMemo(
    () => <h2 id={group}>{text === '' ? 'Question without words' : visible(text)}</h2>,
    [group, text],
  );
  const kicker = useMemo(
    () => header !== undefined && header !== '' && <p class="quiet small kicker">{visible(header)}</p>,
    [header],
  );
  const answered = isAnswered(answer);
  const chosen = answer.chosen.length + Number(choose === 'any' && answer.text.trim() !== '');
  const count = choose === 'any' && chosen > 0 && options.length > 0 && (
    <span class="quiet small num">{chosen} chosen</span>
  );
  return (
    <header>
      {kicker}
      {title}
      <p class="ask-state">
        <span class="tag">{options.length === 0 ? 'Free text' : choose === 'one' ? 'Choose one' : 'Choose any'}</span>
        {!answered && (
          <span class="tag warn">
            <Icon name="info" />
            Not answered
          </span>
        )}
        {answered && !off && options.length > 0 && (
          <button
            type="button"
            class="btn sm ghost"
            onClick={(event) => {
              // The button goes with the answer; the keyboard stays in the question.
              const asked = event.currentTarget.closest('[data-ask]');
              asked?.querySelector<HTMLElement>('input[data-option]')?.focus();
              clear();
            }}
          >
            Clear answer
          </button>
        )}
        {count}
      </p>
    </header>
  );
}

function Note({ index, answer, off, change, save }: Omit<AskProps, 'question'>): JSX.Element {
  // Open from the start if there is one; after that it is the person's.
  const [open] = useState(answer.note !== '');
  return (
    <details open={open} class="note-on">
      <summary class="small">
        <Icon name="chevron-right" small />
        Note to the agent on this answer
      </summary>
      <textarea
        rows={2}
        aria-label={`Note on answer ${index + 1}`}
        disabled={off}
        value={answer.note}
        onInput={(event) => {
          const { value } = event.currentTarget;
          change((one) => ({ ...one, note: value }));
        }}
        onBlur={save}
      />
    </details>
  );
}
