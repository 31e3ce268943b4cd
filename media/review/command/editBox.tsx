import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { visibleString } from '../../../src/core/visibleText';
import { useBox } from '../comments/box';
import { Icon, visible } from '../text';

/**
 * The box in which a person changes a command. What is in it wins over what is told of the request while it is open: that was read from
 * an earlier state of it.
 *
 * @param told what the model learns of an edit, in a sentence
 */
export function EditBox(props: {
  command: string;
  told: string;
  typed: (command: string) => void;
  leave: () => void;
}): JSX.Element {
  const { told, typed, leave } = props;
  const [text, setText] = useState(props.command);
  const box = useRef<HTMLTextAreaElement>(null);
  useBox(box, leave);
  useLayoutEffect(() => box.current?.focus(), []);
  const hidden = visibleString(text) !== text;
  return (
    <form class="command-box" aria-label="Edit the command" onSubmit={(event) => event.preventDefault()}>
      <textarea
        ref={box}
        aria-label="Command"
        aria-describedby="command-box-says"
        rows={3}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        dir="ltr"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          typed(event.currentTarget.value);
        }}
      />
      <p class="small" id="command-box-says">
        {text.trim() === '' && (
          <span>
            <b>It is empty,</b> so there is nothing to approve.{' '}
          </span>
        )}
        {hidden && (
          <span>
            <Icon name="warning" tone="careful" small /> <b>It has characters that this box does not show.</b> Steps and
            raw text name them.{' '}
          </span>
        )}
        <span class="quiet">{visible(told)}</span>
      </p>
      <div class="row">
        <span class="grow" />
        <button type="button" class="btn sm" onClick={leave}>
          Done <kbd aria-hidden="true">Ctrl+Enter</kbd>
        </button>
      </div>
    </form>
  );
}
