import type { RefObject } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { CommentKind } from '../../../src/protocol/comment';
import type { Spot } from './commentState';
import { spotText, type Desk } from './desk';
import { fileOf, nextRow, rowAround, rowsBetween, spotOfRows } from './lineRows';
import type { DiffLines } from './places';
import { focus } from './useCommentDesk';

/** A person points at lines of a diff, with the pointer or the keyboard. */
export interface Pointing {
  /** Takes the line cursor to the next line; with `extend` the lines on the way are meant together. */
  move(by: 1 | -1, extend: boolean): boolean;
  /** Opens the box at what is selected, at the line cursor, or at the file that has the keyboard. */
  begin(kind: CommentKind): boolean;
  /** Draws what is pointed at anew. */
  show(): void;
}

/**
 * One button for the whole diff, put where pointer, keyboard or selection are: thousands of lines with a button each would weigh too
 * much. It is no child that Preact knows of, and goes with the row that it was put into.
 */
function plusButton(): HTMLButtonElement {
  const plus = document.createElement('button');
  plus.type = 'button';
  plus.className = 'plus';
  const icon = plus.appendChild(document.createElement('span'));
  icon.className = 'codicon codicon-add s14';
  icon.ariaHidden = 'true';
  return plus;
}

export function useLines(
  root: RefObject<HTMLElement | null>,
  desk: Desk,
  lines: RefObject<DiffLines>,
  open: boolean,
): Pointing {
  const pointing = useMemo(() => new LinePointing(root, desk, lines), [desk]);
  useEffect(() => (open ? pointing.listen() : undefined), [pointing, open]);
  return pointing;
}

class LinePointing implements Pointing {
  private readonly plus = plusButton();
  private hovered: HTMLElement | null = null;
  /** Where a range begins that the other end is still sought for. */
  private from: HTMLElement | null = null;
  /** The other end, while lines are meant together. */
  private to: HTMLElement | null = null;
  private dragging: 'numbers' | 'plus' | null = null;
  private marked: readonly HTMLElement[] = [];
  private listening = false;

  constructor(
    private readonly root: RefObject<HTMLElement | null>,
    private readonly desk: Desk,
    private readonly lines: RefObject<DiffLines>,
  ) {}

  move(by: 1 | -1, extend: boolean): boolean {
    const { current: root } = this.root;
    if (!root) return false;
    const active = document.activeElement;
    const start = (extend && this.to) || (active && root.contains(active) && active !== root ? active : null);
    const row = start && rowAround(start);
    const next = start ? nextRow(root, row ?? start, by, extend ? row?.dataset.side : undefined) : firstInView(root);
    if (!next) return true;
    if (extend && start) {
      this.from ??= row;
      this.to = next;
    } else this.from = this.to = null;
    focus(next);
    next.scrollIntoView({ block: 'nearest' });
    this.show();
    return true;
  }

  begin(kind: CommentKind): boolean {
    const spot = this.spot();
    if (!spot) return false;
    this.desk.acts.begin(spot, kind);
    this.from = this.to = null;
    this.show();
    return true;
  }

  show(): void {
    if (!this.listening) return;
    for (const row of this.marked) delete row.dataset.meant;
    this.marked = this.from && this.to ? rowsBetween(this.from, this.to) : [];
    for (const row of this.marked) row.dataset.meant = '';
    const selected = this.selected();
    const active = document.activeElement;
    // It does not leave the keyboard behind.
    const held = active === this.plus ? rowAround(active) : null;
    const place = selected?.at(-1) ?? this.to ?? held ?? this.hovered ?? rowAround(active);
    if (!place) return this.plus.remove();
    const { current: lines } = this.lines;
    const spot = spotOfRows(selected ?? (this.marked.length > 0 ? this.marked : [place]), lines);
    const label = `Comment on ${spotText(spot ?? {}, 'edit')}`;
    this.plus.ariaLabel = label;
    this.plus.title = `${label} (C)`;
    if (this.plus.parentElement !== place) place.append(this.plus);
  }

  private onPlus(target: EventTarget | null): boolean {
    return target instanceof Node && this.plus.contains(target);
  }

  private spot(): Spot | null {
    const { current: lines } = this.lines;
    const active = document.activeElement;
    const row = rowAround(active);
    const rows = this.selected() ?? (this.from && this.to ? rowsBetween(this.from, this.to) : row && [row]);
    if (rows) return spotOfRows(rows, lines);
    const file = active && this.root.current?.contains(active) ? fileOf(active) : undefined;
    return file === undefined ? null : { file };
  }

  /** The rows that a selection of text touches. */
  private selected(): readonly HTMLElement[] | null {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    if (!this.root.current?.contains(range.commonAncestorContainer)) return null;
    const first = rowAround(range.startContainer);
    let last = rowAround(range.endContainer);
    if (!first || !last) return null;
    const rows = rowsBetween(first, last);
    // A selection of whole lines ends before the first character of what follows.
    if (rows.length > 1 && range.endOffset === 0) last = rows.at(-2) ?? last;
    return rowsBetween(first, last);
  }

  listen(): () => void {
    const { current: root } = this.root;
    if (!root) return () => undefined;
    this.listening = true;
    const over = ({ target }: MouseEvent): void => {
      const row = rowAround(target);
      if (row === this.hovered) return;
      this.hovered = row;
      if (this.dragging && row) this.to = row;
      this.show();
    };
    const out = (): void => {
      this.hovered = null;
      this.show();
    };
    const down = (event: MouseEvent): void => {
      const { target } = event;
      const row = rowAround(target);
      const onPlus = this.onPlus(target);
      // Numbers are drawn by the row itself; all else in it is an element.
      if (event.button !== 0 || !row || (target !== row && !onPlus)) return;
      // Neither the selection nor the keyboard may move by it.
      event.preventDefault();
      if (onPlus && (this.selected() || this.to)) return;
      const again = event.shiftKey && this.from?.isConnected ? this.from : null;
      this.from = again ?? row;
      this.to = again ? row : null;
      this.dragging = onPlus ? 'plus' : 'numbers';
      if (!onPlus) focus(row);
      this.show();
    };
    const up = ({ target }: MouseEvent): void => {
      const clicked = this.dragging === 'plus' && this.onPlus(target);
      const ready = this.dragging !== null && this.to !== null && !clicked;
      this.dragging = null;
      // The plus begins by its click, which follows; a number that was pressed alone only takes the keyboard.
      if (ready) this.begin('comment');
    };
    const click = ({ target }: MouseEvent): void => {
      if (!this.onPlus(target)) return;
      if (!this.selected() && !this.to) this.from = this.to = rowAround(target);
      this.begin('comment');
      getSelection()?.removeAllRanges();
    };
    const shown = (): void => this.show();
    const listeners = new AbortController();
    const { signal } = listeners;
    root.addEventListener('mouseover', over, { signal });
    root.addEventListener('mouseleave', out, { signal });
    root.addEventListener('focusin', shown, { signal });
    root.addEventListener('focusout', shown, { signal });
    root.addEventListener('mousedown', down, { signal });
    document.addEventListener('mouseup', up, { signal });
    root.addEventListener('click', click, { signal });
    document.addEventListener('selectionchange', shown, { signal });
    return () => {
      listeners.abort();
      this.listening = false;
      this.plus.remove();
    };
  }
}

/** The first row that is wholly in view, below the head of its file. */
function firstInView(root: HTMLElement): HTMLElement | null {
  const main = root.closest('main')?.getBoundingClientRect();
  if (!main) return null;
  for (let y = main.top + 4; y < main.bottom; y += 10) {
    const row = rowAround(document.elementFromPoint(main.left + main.width * 0.75, y));
    if (row && row.getBoundingClientRect().top >= main.top) return row;
  }
  return null;
}
