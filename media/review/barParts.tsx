import type { JSX } from 'preact';
import { partOf } from './parts';
import type { State } from './state';
import { Icon } from './text';
import { count } from './words';
import { orderedComments } from './comments/order';
import type { PlanUi } from './plan/planUi';
import { AnswerCount } from './question/answerCount';
import { goTo } from './comments/slot';

interface BarProps {
  readonly state: State;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
}

/** Shows the lines of a file that were folded away. */
function unfold(file: string): void {
  document.querySelector<HTMLElement>(`[data-file="${CSS.escape(file)}"] .fold[aria-expanded=false]`)?.click();
}

/** How many questions are answered; or how many comments there are, and the way to what they become. */
export function BarParts({ state, ui, setUi }: BarProps): JSX.Element | null {
  const { request } = state;
  if (request?.subject.type === 'question') return <AnswerCount state={state} />;
  const comments = orderedComments(request);
  const edited = request?.review?.type === 'plan' && request.review.edited !== undefined;
  const written = request && state.written.get(request.id);
  if (comments.length === 0 && !edited && !partOf(state).left.length && !(written && !written.stale)) return null;
  const next = (): void => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-comment]')?.dataset.comment;
    const at = comments.findIndex((one) => one.id === focused);
    const to = comments[(at + 1) % comments.length];
    setUi({ view: 'rendered' });
    if (to?.file !== undefined) unfold(to.file);
    if (to) setTimeout(() => goTo(to.id));
  };
  return (
    <>
      {comments.length > 0 && (
        <button
          type="button"
          class="btn ghost"
          title="Go to the next comment"
          onClick={next}
          aria-label={count(comments.length, 'comment')}
        >
          <Icon name="comment-discussion" />
          <span class="num">
            {comments.length}
            <span class="t"> {comments.length === 1 ? 'comment' : 'comments'}</span>
          </span>
        </button>
      )}
      <button
        type="button"
        class="btn ghost"
        aria-expanded={ui.drawer !== null}
        aria-label="Preview message"
        title="Preview message (M)"
        onClick={() => setUi({ drawer: ui.drawer === null ? 'deny' : null })}
      >
        <Icon name="preview" />
        <span class="t">
          Preview<span class="hide-s"> message</span>
        </span>
      </button>
    </>
  );
}
