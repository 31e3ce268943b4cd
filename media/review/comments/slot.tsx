import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReviewComment } from '../../../src/protocol/comment';
import { Icon, visible } from '../text';
import { Board, useBoard } from './board';
import { Composer } from './composer';
import { DeskContext, lookOf, spotText, type Numbered, type SlotView } from './desk';
import type { Unfinished } from './commentState';
import { Thread } from './thread';

const noSlots = new Board<SlotView>();
const noPlus = new Board<string>();

/** In the gutter of a place: the pins of its comments, and the button for another one while pointer or keyboard are there. */
export function Gutter({ slot }: { slot: string }): JSX.Element | null {
  const desk = useContext(DeskContext);
  const view = useBoard(desk?.slots ?? noSlots, slot);
  const plus = useBoard(desk?.plus ?? noPlus, slot);
  if (!desk || (!view?.threads.length && plus === undefined)) return null;
  return (
    <span class="gut">
      {view?.threads.map(({ comment, number }) => (
        <button
          type="button"
          class="pin"
          aria-label={`Comment ${number}, ${lookOf(comment.kind).label.toLowerCase()}`}
          onClick={() => goTo(comment.id)}
        >
          {number}
        </button>
      ))}
      {plus !== undefined && (
        <button
          type="button"
          class="plus"
          data-plus
          aria-label={plus}
          title={`${plus} (C)`}
          // The selection must outlive the press.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Icon name="add" small />
        </button>
      )}
    </span>
  );
}

/** Opens the box for a comment on a whole file. */
export function FileCommentButton({ file, name }: { file: string; name: string }): JSX.Element {
  const desk = useContext(DeskContext);
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label={`Comment on ${name}`}
      title="Comment on this file (C)"
      onClick={() => desk?.acts.begin({ file }, 'comment')}
    >
      <Icon name="comment" />
    </button>
  );
}

/** Moves to a comment wherever it stands. */
export function goTo(commentId: string): void {
  const thread = document.querySelector<HTMLElement>(`[data-comment="${CSS.escape(commentId)}"]`);
  thread?.focus({ preventScroll: true });
  thread?.scrollIntoView({ block: 'nearest' });
}

/** What stands at a place: threads, the box of a new comment, what was begun or taken away. */
export function Slot({ slot }: { slot: string }): JSX.Element | null {
  const desk = useContext(DeskContext);
  const view = useBoard(desk?.slots ?? noSlots, slot);
  if (!desk || !view) return null;
  const { threads, unfinished, removed, open } = view;
  const edited = (comment: ReviewComment): Unfinished | undefined =>
    unfinished.find((one) => one.open && one.edits === comment.id);
  const box = (one: Unfinished): JSX.Element => <Composer key={one.key} unfinished={one} desk={desk} />;
  const shown = threads.filter(({ comment }) => !edited(comment));
  const stubs = unfinished.filter((one) => !one.open || !open);
  return (
    <>
      {open && unfinished.filter((one) => one.open).map(box)}
      {(shown.length > 0 || stubs.length > 0 || removed.length > 0) && (
        <div class="threads">
          {shown.map((one: Numbered) => (
            <Thread key={one.comment.id} numbered={one} desk={desk} open={open} />
          ))}
          {stubs.map((one) => (
            <div class="stub" key={one.key}>
              <span class="grow clip">
                <b>Not added:</b> {visible(one.body)}
              </span>
              {open && (
                <button type="button" class="btn sm ghost" onClick={() => desk.acts.write({ ...one, open: true })}>
                  Go on
                </button>
              )}
              {open && (
                <button type="button" class="btn sm ghost" onClick={() => desk.acts.close(one, true)}>
                  Discard
                </button>
              )}
            </div>
          ))}
          {open &&
            removed.map((comment) => (
              <div class="stub" key={comment.id} role="status">
                <span class="grow clip">
                  Removed: {lookOf(comment.kind).label.toLowerCase()}, {spotText(comment, desk.whole)}
                </span>
                <button type="button" class="btn sm ghost" data-undo onClick={() => desk.acts.restore(comment)}>
                  Undo
                </button>
              </div>
            ))}
        </div>
      )}
    </>
  );
}
