import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PlanReviewView, RequestView } from '../../../src/protocol/views';
import type { Actions } from '../actions';
import { Icon } from '../text';
import { count } from '../words';
import { reading, type PlanDocument } from './document';
import { outlineOpen, type PlanUi } from './planUi';

/** The row above a plan. */
export function PlanTools(props: {
  request: RequestView;
  review: PlanReviewView | undefined;
  document: PlanDocument;
  actions: Actions;
  ui: PlanUi;
  setUi: (change: Partial<PlanUi>) => void;
  commentAll: (() => void) | null;
}): JSX.Element {
  const { request, review, document, actions, ui, setUi, commentAll } = props;
  const [read, setRead] = useState<ReturnType<typeof reading> | null>(null);
  // A plan can be a megabyte, and it is not shown for its number of words.
  useEffect(() => {
    const timer = setTimeout(() => setRead(reading(document.source)), 100);
    return () => clearTimeout(timer);
  }, [document]);
  const earlier = review?.earlier.length ?? 0;
  const since = ui.since ?? (review?.revision ?? 0) - 1;
  const view = (name: PlanUi['view'], label: JSX.Element | string): JSX.Element => (
    <button type="button" aria-pressed={ui.view === name} onClick={() => setUi({ view: name })}>
      {label}
    </button>
  );
  return (
    <div class="tools" role="toolbar" aria-label="Plan">
      <Tool
        icon="list-tree"
        label="Outline (O)"
        pressed={outlineOpen(ui)}
        press={() => setUi({ outline: !outlineOpen(ui) })}
      />
      <span class="quiet num hide-s">{read && `${count(read.words, 'word')} · ${read.minutes} min read`}</span>
      <span class="grow" />
      <div class="seg" role="group" aria-label="View">
        {view('rendered', 'Rendered')}
        {earlier > 0 &&
          view(
            'changes',
            <span>
              Changes<span class="hide-s"> since {since}</span>
            </span>,
          )}
        {view('source', 'Source')}
      </div>
      <span class="sep" />
      <Tool icon="search" label="Find in plan (Ctrl+F)" pressed={ui.find} press={() => setUi({ find: !ui.find })} />
      {review && commentAll && <Tool icon="comment" label="Comment on the whole plan" press={commentAll} />}
      {review && (
        <>
          <Tool icon="go-to-file" label="Open as document" press={() => actions.openPlan('document')} />
          <Tool icon="open-preview" label="Markdown preview" press={() => actions.openPlan('preview')} />
          {review.edits.possible && request.status.type === 'open' && (
            <Tool icon="edit" label="Edit plan text..." press={() => actions.openPlan('edit')} />
          )}
        </>
      )}
    </div>
  );
}

function Tool(props: { icon: string; label: string; press: () => void; pressed?: boolean }): JSX.Element {
  const { icon, label, press, pressed } = props;
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label={label.replace(/ \(.*\)$/, '')}
      title={label}
      aria-pressed={pressed}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  );
}
