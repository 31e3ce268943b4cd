import { pathOf, selectorOf } from '../edit/fileAttribute';
import type { DiffLines, DiffSide } from './places';
import type { Spot } from './commentState';

/*
 * The drawn rows of a diff. Each says its side and its numbers in its data, and its file in that of the section around it, so that
 * one listener serves 50,000 of them.
 */

const numbered = '.dl[data-side]:not(.more, .note)';

function asRow(node: Node | null): HTMLElement | null {
  return node instanceof HTMLElement ? node : null;
}

/** Goes through the rows for which this is true. */
function rowWalker(root: Node, wanted: (row: HTMLElement) => boolean): TreeWalker {
  return document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof HTMLElement && node.matches(numbered) && wanted(node)
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_SKIP,
  );
}

/** The row that an element is in; the first one of those that a long line is drawn as. */
export function rowAround(node: EventTarget | Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null;
  let row = element?.closest<HTMLElement>('.dl[data-side]') ?? null;
  while (row && !row.matches(numbered)) row = asRow(row.previousElementSibling);
  return row;
}

export function fileOf(element: Element): string | undefined {
  const { file } = element.closest<HTMLElement>('[data-file]')?.dataset ?? {};
  return file === undefined ? undefined : pathOf(file);
}

function sideOf(row: HTMLElement): DiffSide {
  return row.dataset.side === 'old' ? 'old' : 'new';
}

/** The numbers of the lines that a row draws on a side: more than one for blank lines that stand together. */
function numbersOf(row: HTMLElement, side: DiffSide, lines: DiffLines, file: string): readonly [number, number] | null {
  const text = row.dataset[side] ?? '';
  const first = Number.parseInt(text, 10);
  if (Number.isNaN(first)) return null;
  let last = first;
  if (text.endsWith('…')) while (lines.text(file, side, last + 1)?.trim() === '') last += 1;
  return [first, last];
}

/**
 * The next row in a direction. Where sides stand beside each other, unchanged lines are gone through once, changed ones on either
 * side; or all of them on one side.
 */
export function nextRow(root: HTMLElement, from: Node, by: 1 | -1, side?: string): HTMLElement | null {
  const walker = rowWalker(root, (row) => {
    if (!row.parentElement?.matches('.split')) return true;
    return side === undefined ? row.dataset.side === 'new' || row.matches('.rem') : row.dataset.side === side;
  });
  walker.currentNode = from;
  return asRow(by > 0 ? walker.nextNode() : walker.previousNode());
}

/** The rows from one to another of the same file, on the side of the first where sides stand beside each other. */
export function rowsBetween(one: HTMLElement, other: HTMLElement): readonly HTMLElement[] {
  const file = one.closest<HTMLElement>('[data-file]');
  if (!file?.contains(other)) return [one];
  const backwards = one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING;
  const [first, last] = backwards ? [other, one] : [one, other];
  const split = one.parentElement?.matches('.split') ?? false;
  const walker = rowWalker(file, (row) => !split || row.dataset.side === one.dataset.side);
  const rows: HTMLElement[] = first.dataset.side === one.dataset.side || !split ? [first] : [];
  walker.currentNode = first;
  while (walker.currentNode !== last) {
    const next = asRow(walker.nextNode());
    if (!next || next.compareDocumentPosition(last) & Node.DOCUMENT_POSITION_PRECEDING) break;
    rows.push(next);
  }
  return rows;
}

/** What a comment on these rows is about: as proposed, unless nothing but removed lines and those around them is meant. */
export function spotOfRows(rows: readonly HTMLElement[], lines: DiffLines): Spot | null {
  const [row] = rows;
  const file = row && fileOf(row);
  if (file === undefined) return null;
  const removed = rows.some((one) => one.matches('.rem')) && !rows.some((one) => one.matches('.add'));
  const side = rows.every((one) => sideOf(one) === 'old') || removed ? 'old' : 'new';
  const numbers = rows.flatMap((one) => numbersOf(one, side, lines, file) ?? []);
  if (numbers.length === 0) return null;
  return lines.range(file, side, Math.min(...numbers.slice(0, 2)), Math.max(...numbers.slice(-2)));
}

/** The rows that are drawn of what a comment is about. */
export function rowsOfSpot(root: HTMLElement, { file, side: of, anchor }: Spot): readonly HTMLElement[] {
  const side = of ?? 'new';
  if (file === undefined || !anchor) return [];
  const section = root.querySelector(selectorOf(file));
  const row = (line: number): HTMLElement | null | undefined => {
    const found = section?.querySelectorAll<HTMLElement>(
      `${numbered}:is([data-${side}="${line}"], [data-${side}="${line}…"])`,
    );
    // An unchanged line has a row on either side where they stand beside each other.
    return [...(found ?? [])].find((one) => one.dataset.side === side) ?? found?.[0];
  };
  const [first, last] = [row(anchor.startLine), row(anchor.endLine)];
  if (!first || !last) return [first ?? last].filter((one) => one !== undefined && one !== null);
  const rows = first === last ? [first] : rowsBetween(first, last);
  return rows.filter((one) => one.dataset[side] !== '');
}
