import { planLines, textAt } from '../../../src/core/plan/comment';
import type { Anchor } from '../../../src/protocol/comment';
import { blocksOf, linesOf, parseMarkdown, type Markdown, type MarkdownBlock } from '../markdown';

/** A place that can be commented: a block, or an item of a list. Lines are 1-based and inclusive. */
export interface Target {
  /** `12-14`, also the `data-at` of its element. */
  readonly at: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface PlanBlock extends MarkdownBlock, Target {
  readonly index: number;
  /** Items of lists in it, outer ones before those inside them. */
  readonly items: readonly Target[];
  readonly heading: Heading | null;
}

export interface Heading {
  readonly index: number;
  readonly level: number;
  readonly title: string;
}

/** A plan, parsed for reading. */
export interface PlanDocument {
  readonly source: string;
  readonly markdown: Markdown;
  readonly lines: readonly string[];
  readonly blocks: readonly PlanBlock[];
  readonly headings: readonly PlanBlock[];
}

export function planDocument(source: string): PlanDocument {
  const markdown = parseMarkdown(source);
  const blocks = blocksOf(markdown).map((block, index): PlanBlock => {
    const { startLine, endLine, tokens } = block;
    return { ...block, index, at: `${startLine}-${endLine}`, items: itemsOf(markdown, block), heading: null, tokens };
  });
  const withHeadings = blocks.map((block) => ({ ...block, heading: headingOf(block) }));
  return {
    source,
    markdown,
    lines: planLines(source),
    blocks: withHeadings,
    headings: withHeadings.filter((block) => block.heading !== null),
  };
}

function itemsOf({ lines, numberOf }: Markdown, { tokens }: MarkdownBlock): readonly Target[] {
  return tokens.flatMap((token) => {
    if (token.type !== 'list_item_open') return [];
    const [first, last] = linesOf(token, lines);
    const [startLine, endLine] = [numberOf(first), numberOf(last)];
    return [{ at: `${startLine}-${endLine}`, startLine, endLine }];
  });
}

function headingOf({ tokens, index }: PlanBlock): Heading | null {
  const [open, words] = tokens;
  if (open?.type !== 'heading_open') return null;
  const title = (words?.children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
  return { index, level: Number(open.tag.slice(1)), title };
}

/** Where a comment is drawn: the smallest target that has all of its lines, `whole` for all of it, `lost` if its text is gone. */
export function placeOf(document: PlanDocument, anchor: Anchor | undefined): string {
  if (!anchor) return 'whole';
  if (textAt(document.lines, anchor) !== anchor.quote) return 'lost';
  const block = blockAt(document, anchor.startLine);
  if (!block) return 'lost';
  const holds = (target: Target): boolean => target.startLine <= anchor.startLine && target.endLine >= anchor.endLine;
  // Of the items that hold it the innermost comes last.
  return block.items.filter(holds).at(-1)?.at ?? slotOf(block);
}

/** The name of what stands at a block. A list of one item has the lines of its item. */
export function slotOf({ index }: Pick<PlanBlock, 'index'>): string {
  return `block ${index}`;
}

/** The block at a line, or the last one before it. */
export function blockAt({ blocks }: PlanDocument, line: number): PlanBlock | undefined {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.startLine <= line) low = middle + 1;
    else high = middle;
  }
  return blocks[Math.max(0, low - 1)];
}

/** Words and minutes, for people. */
export function reading(source: string): { readonly words: number; readonly minutes: number } {
  const words = source.match(/[\p{L}\p{N}]+(?:['’_.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return { words, minutes: Math.max(1, Math.round(words / 220)) };
}
