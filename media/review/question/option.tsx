import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { QuestionOption } from '../../../src/protocol/question';
import { visibleString } from '../../../src/core/visibleText';
import { Icon, visible } from '../text';

/** The key that chooses an option; none after the ninth. */
export function OptionKey({ place }: { place: number }): JSX.Element | null {
  return place < 9 ? (
    <kbd class="hide-s" aria-hidden="true">
      {place + 1}
    </kbd>
  ) : null;
}

/** How an option is shown and what can be done with it. */
interface OptionProps {
  readonly option: QuestionOption;
  /** Its place among the options, and what tells those of its question from others'. */
  readonly place: number;
  readonly group: string;
  readonly many: boolean;
  readonly chosen: boolean;
  readonly off: boolean;
  readonly choose: () => void;
  /** Shows its preview; absent if it has none. */
  readonly show: (() => void) | null;
  readonly shown: boolean;
}

/** One option as a card that can be pressed anywhere. */
export function Option(props: OptionProps): JSX.Element {
  const { option, place, group, many, chosen, off, choose, show, shown } = props;
  const { label, description } = option;
  const id = `${group}-${place}`;
  // Long texts are drawn once, not with each key that is typed beside them.
  const name = useMemo(() => <b id={`${id}-name`}>{visible(label)}</b>, [id, label]);
  const more = useMemo(
    () => description !== undefined && description !== '' && <p id={`${id}-more`}>{visible(description)}</p>,
    [id, description],
  );
  return (
    <label class="opt">
      <input
        type={many ? 'checkbox' : 'radio'}
        name={group}
        checked={chosen}
        disabled={off}
        data-option={place}
        aria-labelledby={`${id}-name`}
        aria-describedby={more ? `${id}-more` : undefined}
        onChange={choose}
      />
      {name}
      <OptionKey place={place} />
      {(more || show) && (
        <span class="more">
          {more}
          {show && (
            <button
              type="button"
              class="btn sm ghost"
              aria-pressed={shown}
              aria-label={`Preview of ${visibleString(label)}`}
              onClick={show}
            >
              <Icon name="preview" />
              Preview
            </button>
          )}
        </span>
      )}
    </label>
  );
}
