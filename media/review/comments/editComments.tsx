import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { RequestView } from '../../../src/protocol/views';
import type { ReviewComment } from '../../../src/protocol/comment';
import type { Actions } from '../actions';
import { selectorOf } from '../edit/fileAttribute';
import type { PlanUi } from '../plan/planUi';
import type { State } from '../state';
import { Board } from './board';
import type { Spot } from './commentState';
import { DeskContext, isSuggestion, type DeskState, type SlotView } from './desk';
import { runCommon, useLetters } from './letters';
import { rowAround, rowsOfSpot } from './lineRows';
import { DiffLines, NotedContext, fileOfKey, placeOf } from './places';
import { Slot } from './slot';
import { useCommentDesk } from './useCommentDesk';
import { useLines } from './useLines';

interface EditProps {
  readonly request: RequestView;
  readonly state: State;
  readonly actions: Actions;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
  readonly children: ComponentChildren;
}

/** Around a drawn edit: comments at its lines and files. */
export function EditComments(props: EditProps): JSX.Element {
  const { request, state, actions, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const marked = useRef<readonly HTMLElement[]>([]);
  const { subject } = request;
  const diff = useMemo(
    () => new DiffLines(subject.type === 'edit' ? subject.files : [], state.context),
    [subject, state.context],
  );
  const lines = useRef(diff);
  lines.current = diff;
  const noted = useMemo(() => new Board<ReadonlySet<string>>(sameSet), [subject]);
  const { desk, said, open } = useCommentDesk(
    {
      request,
      state,
      actions,
      root,
      whole: 'edit',
      drawn: diff,
      placeOf: (spot) => placeOf(diff, spot),
      placed: (views) => noted.set(byFile(views)),
      elementOf: (spot) => elementOf(root.current, spot),
      marked: (deskState, active) => {
        for (const row of marked.current) delete row.dataset.marked;
        marked.current = root.current ? markedRows(root.current, deskState, active) : [];
        for (const row of marked.current) row.dataset.marked = '';
      },
    },
    subject,
  );
  const edits = request.review?.edits;
  desk.apply = !edits || edits.possible ? (comment) => open && actions.applySuggestion(comment.id) : edits.reason;
  const pointing = useLines(root, desk, lines, open);
  // A row that is drawn again may have lost it.
  useLayoutEffect(() => pointing.show(), [diff]);
  const latest = useRef(props);
  latest.current = props;
  useLetters((intent) => {
    if (intent.type === 'move') return pointing.move(intent.by, intent.extend);
    if (intent.type === 'begin') return pointing.begin(intent.kind);
    if (intent.type === 'apply') {
      const comment = suggestionAt(latest.current.request.review?.comments ?? []);
      if (!comment || typeof desk.apply !== 'function') return false;
      desk.apply(comment);
      return true;
    }
    return runCommon(intent, latest.current.ui, latest.current.setUi);
  }, desk);
  return (
    <DeskContext.Provider value={desk}>
      <NotedContext.Provider value={noted}>
        <div class="commented" ref={root}>
          <div class="inline-thread whole">
            <Slot slot="whole" />
          </div>
          {children}
          <div class="sr" aria-live="polite">
            {said || null}
          </div>
        </div>
      </NotedContext.Provider>
    </DeskContext.Provider>
  );
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}

function byFile(views: ReadonlyMap<string, SlotView>): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const key of views.keys()) {
    const file = fileOfKey(key);
    if (file !== undefined) files.set(file, (files.get(file) ?? new Set()).add(key));
  }
  return files;
}

/** The row a comment stands under; for a file its first button. */
function elementOf(root: HTMLElement | null, spot: Spot): HTMLElement | null | undefined {
  if (!root || spot.file === undefined) return null;
  const section = root.querySelector(selectorOf(spot.file));
  return rowsOfSpot(root, spot).at(-1) ?? section?.querySelector<HTMLElement>('button');
}

/** The lines that the comment in hand is about. */
function markedRows(root: HTMLElement, state: DeskState, active: string | null): readonly HTMLElement[] {
  const comment = state.comments.find((one) => one.id === active);
  const box = state.open ? state.unfinished.find((one) => one.open) : undefined;
  return [comment, box].flatMap((spot) => (spot ? rowsOfSpot(root, spot) : []));
}

/** The suggestion that has the keyboard, or stands beneath the line that has it. */
function suggestionAt(comments: readonly ReviewComment[]): ReviewComment | undefined {
  const active = document.activeElement;
  const thread =
    active?.closest<HTMLElement>('[data-comment]') ??
    rowAround(active)?.nextElementSibling?.querySelector<HTMLElement>('[data-comment]');
  return comments.find((one) => one.id === thread?.dataset.comment && isSuggestion(one));
}
