import type { JSX } from 'preact';
import type { ReviewComment } from '../../../src/protocol/comment';
import { visibleString } from '../../../src/core/visibleText';
import { Icon, codeText, visible } from '../text';
import { isSuggestion, lookOf, spotText, type Desk, type Numbered } from './desk';

/** One comment as it will be sent. */
export function Thread(props: { numbered: Numbered; desk: Desk; open: boolean }): JSX.Element {
  const { numbered, desk, open } = props;
  const { comment, number } = numbered;
  const { label, icon } = lookOf(comment.kind);
  const again = comment.madeOn === undefined ? '' : ` · again from ${comment.madeOn}`;
  return (
    <section
      class="thread"
      aria-label={`Comment ${number}, ${label.toLowerCase()}, ${spotText(comment, desk.whole)}`}
      data-comment={comment.id}
      tabIndex={-1}
      onFocusCapture={() => desk.acts.activate(comment.id)}
      onMouseEnter={() => desk.acts.activate(comment.id)}
      onMouseLeave={() => desk.acts.activate(null)}
      onBlurCapture={() => desk.acts.activate(null)}
    >
      <div class="thread-head">
        <span class="pin" aria-hidden="true">
          {number}
        </span>
        <Icon name={icon} small />
        <b>{label}</b>
        <span class="quiet grow num clip">
          {spotText(comment, desk.whole)}
          {again}
        </span>
        {open && (
          <button
            type="button"
            class="icon-btn"
            aria-label={`Edit comment ${number}`}
            title="Edit"
            onClick={() => desk.acts.edit(comment)}
          >
            <Icon name="edit" small />
          </button>
        )}
        {open && (
          <button
            type="button"
            class="icon-btn"
            aria-label={`Remove comment ${number}`}
            title="Remove"
            onClick={() => desk.acts.remove(comment)}
          >
            <Icon name="trash" small />
          </button>
        )}
      </div>
      <div class="thread-body">
        <CommentBody comment={comment} />
        {open && desk.apply !== null && isSuggestion(comment) && <Apply comment={comment} desk={desk} />}
      </div>
    </section>
  );
}

function Apply({ comment, desk: { apply } }: { comment: ReviewComment; desk: Desk }): JSX.Element {
  const off = typeof apply === 'string';
  return (
    <div class="row">
      <button
        type="button"
        class="btn sm"
        aria-disabled={off || undefined}
        title={off ? visibleString(apply) : undefined}
        onClick={() => !off && apply?.(comment)}
      >
        Apply to this edit <kbd aria-hidden="true">A</kbd>
      </button>
      <span class="quiet small">{off ? visible(apply) : 'Applied, it becomes part of what you approve.'}</span>
    </div>
  );
}

/** What a comment says: a suggestion as before and after, all else as it was typed. */
export function CommentBody({ comment }: { comment: ReviewComment }): JSX.Element {
  const { kind, body, anchor } = comment;
  if (kind === 'comment' || kind === 'question') return <p class="said">{visible(body)}</p>;
  const quote = anchor?.quote ?? '';
  return (
    <>
      <div class="sugg">
        {kind !== 'insert' && <Side class="del" sign="−" says="removed: " text={quote} />}
        {kind !== 'delete' && <Side class="ins" sign="+" says="added: " text={body} />}
      </div>
      {kind === 'delete' && body !== '' && <p class="said">{visible(body)}</p>}
    </>
  );
}

function Side(props: { class: string; sign: string; says: string; text: string }): JSX.Element {
  return (
    <div class={props.class}>
      <span aria-hidden="true">{props.sign}</span>
      <span>
        <span class="sr">{props.says}</span>
        {codeText(props.text)}
      </span>
    </div>
  );
}
