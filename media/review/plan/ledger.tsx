import type { JSX } from 'preact';
import type { LedgerEntry, PlanReviewView, RequestView } from '../../../src/protocol/views';
import type { ReviewComment } from '../../../src/protocol/comment';
import { Icon, visible } from '../text';
import { lookOf, spotText } from '../comments/desk';
import { orderedComments } from '../comments/order';
import { canComment } from '../comments/commentState';
import { goTo } from '../comments/slot';

const looks = {
  textChanged: { icon: 'edit', words: 'Text changed' },
  unchanged: { icon: 'circle-large', words: 'Unchanged' },
  gone: { icon: 'circle-slash', words: 'Text gone' },
} as const;

const quoteLength = 160;

/** What became of the comments on an earlier revision. "Text changed" is not "done", so nothing here is ticked off. */
export function Ledger(props: {
  request: RequestView;
  sendAgain: (entry: LedgerEntry) => void;
  showChanges: () => void;
}): JSX.Element | null {
  const { request, sendAgain, showChanges } = props;
  const ledger = ledgerOf(request);
  if (!ledger) return null;
  const { revision, entries } = ledger;
  return (
    // Open at first where there is room for it; after that as the person leaves it.
    <details class="card ledger" open={innerWidth >= 700} key={request.id}>
      <summary class="card-head">
        <Icon name="chevron-right" />
        <h2>Your comments on revision {revision}</h2>
        <span class="quiet small clip">{summary(entries)}</span>
      </summary>
      <ul class="plain">
        {entries.map((entry, index) => (
          <Entry key={entry.comment.id} {...{ entry, index, request, revision, sendAgain, showChanges }} />
        ))}
      </ul>
    </details>
  );
}

export function ledgerOf({ review }: RequestView): PlanReviewView['ledger'] {
  return review?.type === 'plan' ? review.ledger : null;
}

function summary(entries: readonly LedgerEntry[]): string {
  const of = (state: LedgerEntry['state']): number => entries.filter((entry) => entry.state === state).length;
  const unsent = entries.filter((entry) => !entry.sent).length;
  return [
    of('textChanged') > 0 && `${of('textChanged')} text changed`,
    of('unchanged') > 0 && `${of('unchanged')} unchanged`,
    of('gone') > 0 && `${of('gone')} gone`,
    unsent > 0 && `${unsent} not sent`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Entry(props: {
  entry: LedgerEntry;
  index: number;
  request: RequestView;
  revision: number;
  sendAgain: (entry: LedgerEntry) => void;
  showChanges: () => void;
}): JSX.Element {
  const { entry, index, request, revision, sendAgain, showChanges } = props;
  const { comment, state, was, sent } = entry;
  const { icon, words } = looks[state];
  const again = repeated(request, entry);
  const says = comment.kind === 'delete' ? `Delete${comment.body === '' ? '' : `: ${comment.body}`}` : comment.body;
  return (
    <li data-ledger={index}>
      <span class="state">
        <Icon name={icon} />
        <span>
          {words}
          {!sent && <span class="unsent">not sent</span>}
        </span>
      </span>
      <div>
        <span class="quiet">{comment.kind === 'comment' ? '' : `${lookOf(comment.kind).label}: `}</span>
        {visible(says)}
        <div class="q">
          {was === '' ? spotText(comment) : `${state === 'unchanged' ? 'on' : 'was'}: “`}
          {visible(was.length > quoteLength ? `${was.slice(0, quoteLength)}…` : was)}
          {was !== '' && '”'}
        </div>
      </div>
      <span class="acts">
        {again !== undefined ? (
          <button type="button" class="tag" onClick={() => goTo(again.id)}>
            <Icon name="check" />
            Again, as {again.number}
          </button>
        ) : (
          canComment(request) && (
            <button type="button" class="btn sm" onClick={() => sendAgain(entry)}>
              Send again
              <span class="sr">
                , comment {index + 1} of revision {revision}
              </span>
              <kbd aria-hidden="true">G</kbd>
            </button>
          )
        )}
        {state !== 'unchanged' && (
          <button type="button" class="btn sm ghost" onClick={showChanges}>
            Show
          </button>
        )}
      </span>
    </li>
  );
}

/** An earlier comment as it is made again: at the place of its text now. A change of text that is gone can only be told. */
export function madeAgain({ comment, was }: LedgerEntry, revision: number): Omit<ReviewComment, 'id'> {
  const { kind, body, anchor, madeOn = revision } = comment;
  if (anchor) return { kind, body, anchor, madeOn };
  const told = kind === 'comment' || kind === 'question' ? body : `${lookOf(kind).label}: ${body || `“${was}”`}`;
  return { kind: kind === 'question' ? kind : 'comment', body: told, madeOn };
}

/** The comment by which an earlier one was sent again. */
function repeated(request: RequestView, entry: LedgerEntry): { id: string; number: number } | undefined {
  const { kind, body, anchor, madeOn } = madeAgain(entry, ledgerOf(request)?.revision ?? 0);
  const ordered = orderedComments(request);
  const index = ordered.findIndex(
    (comment) =>
      comment.madeOn === madeOn &&
      comment.kind === kind &&
      comment.body === body &&
      comment.anchor?.startLine === anchor?.startLine &&
      comment.anchor?.startColumn === anchor?.startColumn,
  );
  const found = ordered[index];
  return found && { id: found.id, number: index + 1 };
}

/** The entry that `G` sends again: the one with the keyboard, else the first unchanged one that was not sent again yet. */
export function againOf(focused: Element | null, request: RequestView): LedgerEntry | undefined {
  const entries = ledgerOf(request)?.entries ?? [];
  const fresh = (entry: LedgerEntry | undefined): entry is LedgerEntry =>
    entry !== undefined && repeated(request, entry) === undefined;
  const at = focused?.closest<HTMLElement>('[data-ledger]')?.dataset.ledger;
  if (at !== undefined) return [entries[Number(at)]].find(fresh);
  return entries.find((entry) => entry.state === 'unchanged' && fresh(entry));
}
