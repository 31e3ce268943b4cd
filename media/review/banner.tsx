import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { NoteView } from '../../src/protocol/views';
import type { Actions } from './actions';
import type { State } from './state';
import { Icon, visible } from './text';

const rank = { error: 0, warn: 1, info: 2 } as const;
const icons = { error: 'error', warn: 'warning', info: 'info' } as const;
const tones = { error: 'danger', warn: 'careful', info: 'info' } as const;

/** So many are shown at first. The others are counted, one press away. */
const shownAtFirst = 2;

/** A note, and what can be done about it. */
export interface Banner extends NoteView {
  readonly way?: 'resume' | 'discardEdit' | 'useMine';
}

const ways = { resume: 'Resume', discardEdit: 'Discard edit', useMine: 'Use my text' } as const;

/** Facts that change what a decision means: the request's own, and what happened on the page since. Worst first. */
export function notesOf(state: State): readonly Banner[] {
  const { request, queue, refusal } = state;
  const notes: Banner[] = [];
  if (refusal !== null) notes.push({ kind: 'error', title: 'Your decision was not taken.', text: refusal });
  if (state.changed) {
    notes.push({ kind: 'warn', title: 'The request changed while it was open.', text: 'The new text is shown.' });
  }
  if (request?.status.type === 'watching') {
    const text = request.status.reason;
    notes.push({ kind: 'warn', title: 'It cannot be answered here.', text });
  }
  notes.push(...(request?.notes ?? []));
  if (request?.status.type === 'open' && request.review?.type === 'plan' && request.review.edited !== undefined) {
    const text = 'The agent’s text is shown; an approval sends yours.';
    notes.push({ kind: 'info', title: 'You edited this plan.', text, way: 'discardEdit' });
  }
  if (request?.status.type === 'open' && state.written.get(request.id)?.stale) {
    const text = 'Comments or the remark have changed since. Your text is kept.';
    notes.push({ kind: 'info', title: 'The message was made anew.', text, way: 'useMine' });
  }
  if (queue.paused) {
    notes.push({ kind: 'info', title: 'Paused.', text: 'New requests go to the agents’ own prompts.', way: 'resume' });
  }
  return notes.toSorted((a, b) => rank[a.kind] - rank[b.kind]);
}

/** The banners between header and subject. */
export function Banners({ state, actions }: { state: State; actions: Actions }): JSX.Element | null {
  const notes = notesOf(state);
  const id = state.request?.id ?? '';
  const [openFor, setOpenFor] = useState<string | null>(null);
  const open = openFor === id;
  const more = notes.length - shownAtFirst;
  const shown = open || more < 1 ? notes : notes.slice(0, shownAtFirst);
  if (notes.length === 0) return null;
  const go = (way: Banner['way']): void => {
    if (way === 'resume') actions.resume();
    else if (way === 'discardEdit') actions.discardEdit();
    else actions.write({ text: state.written.get(id)?.text ?? '', stale: false });
  };
  return (
    <section class="banners" aria-label="Facts about this request" tabIndex={0}>
      {shown.map((note) => (
        <div class={`banner ${note.kind}`} role={note.kind === 'error' ? 'alert' : 'status'}>
          <Icon name={icons[note.kind]} tone={tones[note.kind]} />
          <p>
            <b>{visible(note.title)}</b> {visible(note.text)}
          </p>
          {note.way && (
            <button type="button" class="btn sm" onClick={() => go(note.way)}>
              {ways[note.way]}
            </button>
          )}
        </div>
      ))}
      {more >= 1 && (
        <div class="banner more">
          <button type="button" class="btn link sm" aria-expanded={open} onClick={() => setOpenFor(open ? null : id)}>
            {open ? 'Show fewer' : `${more} more`}
          </button>
        </div>
      )}
    </section>
  );
}
