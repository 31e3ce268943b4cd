import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CommentKind } from '../../../src/protocol/comment';
import { isBox } from '../pageKeys';
import { Icon, visible } from '../text';
import { useBox } from './box';
import { kinds, spotText, type Desk } from './desk';
import type { Unfinished } from './commentState';

const hints: Readonly<Record<CommentKind, string>> = {
  comment: 'What should change, and why',
  replace: 'The text to put there',
  insert: 'The text to put after it',
  delete: 'Why (optional)',
  question: 'What the agent should answer',
};

/** The box in which a comment is written, under what it is about. */
export function Composer({ unfinished, desk }: { unfinished: Unfinished; desk: Desk }): JSX.Element {
  const { anchor, edits } = unfinished;
  const [{ kind, body }, setDraft] = useState<Pick<Unfinished, 'kind' | 'body'>>(unfinished);
  const saved = useRested(body);
  const box = useRef<HTMLTextAreaElement>(null);
  const quote = anchor?.quote ?? '';
  const draft = { ...unfinished, kind, body, open: true };
  const change = (next: Pick<Unfinished, 'kind' | 'body'>): void => {
    setDraft(next);
    desk.acts.write({ ...unfinished, ...next, open: true });
  };
  const turn = (next: CommentKind): void => {
    // A replacement is written over the text that it replaces; what was typed otherwise stays.
    const fresh = body === '' || (kind === 'replace' && body === quote);
    change({ kind: next, body: fresh ? (next === 'replace' ? quote : '') : body });
  };
  const problem = problemOf(kind, body, quote);
  const add = (): void => {
    if (problem === null) desk.acts.add(draft);
    else box.current?.focus();
  };
  const close = (): void => desk.acts.close(draft, body.trim() === '' || (kind === 'replace' && body === quote));
  useBox(box, (finished) => (finished ? add() : close()));
  useLayoutEffect(() => {
    // Drawn anew while the person writes elsewhere, it does not take the keyboard.
    if (isBox(document.activeElement)) return;
    box.current?.focus({ preventScroll: true });
    box.current?.setSelectionRange(body.length, body.length);
    box.current?.closest('.composer')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      class="composer"
      aria-label={edits === undefined ? 'New comment' : 'Edit comment'}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // In a box that is the page's business: see `box.ts`.
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <Kinds kind={kind} turn={turn} replaceable={anchor !== undefined} />
      <textarea
        ref={box}
        rows={2}
        class={kind === 'replace' || kind === 'insert' ? 'mono' : ''}
        aria-label={`${kinds.find((one) => one.kind === kind)?.label ?? ''} on ${spotText(unfinished, desk.whole)}`}
        placeholder={hints[kind]}
        value={body}
        onInput={(event) => change({ kind, body: event.currentTarget.value })}
      />
      {(kind === 'comment' || kind === 'question') && desk.quickRemarks.length > 0 && (
        <div class="row" role="group" aria-label="Quick remarks">
          {desk.quickRemarks.map((remark) => (
            <button
              type="button"
              class="chip"
              onClick={() => {
                change({ kind, body: body.trim() === '' ? remark : `${body.trimEnd()}\n${remark}` });
                box.current?.focus();
              }}
            >
              {visible(remark)}
            </button>
          ))}
        </div>
      )}
      <div class="row">
        <span class="quiet small num">
          {spotText(unfinished, desk.whole)}
          {anchor?.startColumn !== undefined && <span class="hide-s">, part of it</span>}
          {body !== '' && saved && ' · draft saved'}
        </span>
        <span class="grow" />
        <button type="button" class="btn sm ghost" onClick={close}>
          Cancel <kbd aria-hidden="true">Esc</kbd>
        </button>
        <button
          type="button"
          class="btn sm primary"
          aria-disabled={problem !== null || undefined}
          title={problem ?? undefined}
          onClick={add}
        >
          {edits === undefined ? 'Add comment' : 'Save comment'} <kbd aria-hidden="true">Ctrl+Enter</kbd>
        </button>
      </div>
    </form>
  );
}

function problemOf(kind: CommentKind, body: string, quote: string): string | null {
  if (kind === 'delete') return null;
  if (kind === 'replace') return body === quote ? 'The text is still the same' : null;
  return body.trim() === '' ? 'Nothing is written yet' : null;
}

/** Radios: arrows move, and so do the letters that open a box of that kind. */
function Kinds(props: { kind: CommentKind; turn: (kind: CommentKind) => void; replaceable: boolean }): JSX.Element {
  const { kind, turn, replaceable } = props;
  const offered = kinds.filter((one) => replaceable || one.kind === 'comment' || one.kind === 'question');
  const group = useRef<HTMLDivElement>(null);
  const choose = (index: number): void => {
    const next = offered[(index + offered.length) % offered.length];
    if (!next) return;
    turn(next.kind);
    group.current?.querySelector<HTMLElement>(`[data-kind=${next.kind}]`)?.focus();
  };
  return (
    <div
      class="seg"
      role="radiogroup"
      aria-label="Kind"
      data-letters
      ref={group}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const at = offered.findIndex((one) => one.kind === kind);
        if (event.key === 'ArrowRight' || event.key === 'ArrowDown') choose(at + 1);
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') choose(at - 1);
        else {
          const letter = offered.findIndex((one) => one.key === event.key.toLowerCase());
          if (letter < 0) return;
          choose(letter);
        }
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {offered.map((one) => (
        <button
          type="button"
          role="radio"
          aria-checked={one.kind === kind}
          tabIndex={one.kind === kind ? 0 : -1}
          data-kind={one.kind}
          title={`${one.label} (${one.key.toUpperCase()})`}
          onClick={() => turn(one.kind)}
        >
          <Icon name={one.icon} small />
          {one.kind === 'insert' ? (
            <span>
              Insert<span class="hide-s"> after</span>
            </span>
          ) : (
            one.label
          )}
        </button>
      ))}
    </div>
  );
}

/** Whether a text has rested long enough to be saved. */
function useRested(text: string): boolean {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return rested === text;
}
