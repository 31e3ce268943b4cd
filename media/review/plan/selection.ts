import { anchorOf } from '../../../src/core/plan/quote';
import type { Anchor } from '../../../src/protocol/comment';
import type { PlanDocument } from './document';

/** What is selected in the plan: the lines it touches, and the place where it begins. */
export interface PlanSelection {
  readonly place: HTMLElement;
  readonly anchor: Anchor;
}

/** The place of the plan that an element is in. */
export function placeAround(element: EventTarget | null): HTMLElement | null {
  if (!(element instanceof Element) || element.closest('.threads, .composer, .ledger')) return null;
  return element.closest<HTMLElement>('[data-at]');
}

export function slotAt(place: HTMLElement): string {
  return place.dataset.slot ?? place.dataset.at ?? '';
}

/** The lines of a place, as they are meant without a selection. */
export function anchorAt(document: PlanDocument, place: HTMLElement, selected = ''): Anchor {
  const [start = 1, end = start] = (place.dataset.at ?? '').split('-').map(Number);
  return anchorOf(document.lines, start, end, selected);
}

/** The selection, if there is one in the plan's text. */
export function selectionIn(article: HTMLElement, document: PlanDocument): PlanSelection | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const text = selection.toString();
  if (text.trim() === '' || !article.contains(range.commonAncestorContainer)) return null;
  const first = placeAround(elementOf(range.startContainer));
  // A selection by double or triple click ends before the first character of what follows.
  const last = range.endOffset === 0 ? first : placeAround(elementOf(range.endContainer));
  if (!first || !last) return null;
  if (first === last) return { place: first, anchor: anchorAt(document, first, text) };
  const [from, to] = [anchorAt(document, first), anchorAt(document, last)];
  const [start, end] = [Math.min(from.startLine, to.startLine), Math.max(from.endLine, to.endLine)];
  return { place: first, anchor: anchorOf(document.lines, start, end, text) };
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}
