import type { ComponentChildren, VNode } from 'preact';
import MarkdownIt, { type Token } from 'markdown-it';
import { textRows } from '../../src/core/textRows';
import { attribute, inline } from './markdownInline';
import { Code } from './plan/code';
import { visible } from './text';

/** HTML is text, and so is every link that is not a web address: `markdownLinks.tsx` decides, not the parser. */
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
parser.validateLink = () => true;

/** A Markdown text, parsed. */
export interface Markdown {
  readonly tokens: readonly Token[];
  readonly lines: readonly string[];
  /** YAML before the text, between lines of dashes. */
  readonly frontMatter: string | null;
  /** Lines that the parser made nothing of, e.g. those nested too deeply, with their numbers. They are shown as they are. */
  readonly leftOut: readonly { readonly number: number; readonly text: string }[];
  /** The number of the line of the source, from 1, in which a line of `lines` stands. */
  readonly numberOf: (line: number) => number;
}

/** What stands at the top level: one heading, paragraph, list, table, fence and so on. */
export interface MarkdownBlock {
  readonly tokens: readonly Token[];
  /** Lines of the source, 1-based and inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Parses a plan. Linear in its length. */
export function parseMarkdown(source: string): Markdown {
  const { front, body } = splitFrontMatter(source);
  const lines = body.split(/\r\n|\r|\n/);
  const tokens = parser.parse(body, {});
  markTasks(tokens);
  const numberOf = lineNumbers(source);
  const left = leftOut(tokens, lines).map(({ number, text }) => ({ number: numberOf(number - 1), text }));
  return { tokens, lines, frontMatter: front, leftOut: left, numberOf };
}

function splitFrontMatter(source: string): { readonly front: string | null; readonly body: string } {
  const front = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(source);
  // Numbers of lines stay right when the front matter is blanked out instead of cut.
  const body = front ? '\n'.repeat(textRows(front[0]).lines) + source.slice(front[0].length) : source;
  return { front: front?.[1] ?? null, body };
}

/** For the parser a lone CR ends a line; for the anchors of comments, and for most editors, it does not. */
function lineNumbers(source: string): Markdown['numberOf'] {
  if (!/\r(?!\n)/.test(source)) return (line) => line + 1;
  const numbers: number[] = [];
  let number = 1;
  for (const [end] of source.matchAll(/\r\n|\r|\n|$/g)) {
    numbers.push(number);
    if (end !== '\r') number += 1;
  }
  return (line) => numbers[line] ?? number;
}

/** The blocks of a parsed text, in order. */
export function blocksOf({ tokens, lines, numberOf }: Markdown): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let from = 0;
  tokens.forEach((token, index) => {
    if (token.level > 0 || token.nesting > 0) return;
    const [start, end] = linesOf(tokens[from] ?? token, lines);
    blocks.push({ tokens: tokens.slice(from, index + 1), startLine: numberOf(start), endLine: numberOf(end) });
    from = index + 1;
  });
  return blocks;
}

/** The first and the last line of a token, 0-based; blank lines at its end are not meant. */
export function linesOf(token: Token, lines: readonly string[]): readonly [start: number, end: number] {
  const [start, after] = token.map ?? [0, 1];
  let end = Math.max(start, after - 1);
  while (end > start && /^[\s>]*$/.test(lines[end] ?? '')) end -= 1;
  return [start, end];
}

/** What a reader must see has a token. Blocks that only hold others do not count, so a line lost inside them is found too. */
function leftOut(tokens: readonly Token[], lines: readonly string[]): Markdown['leftOut'] {
  const covered = new Uint8Array(lines.length);
  for (const { type, map, nesting } of tokens) {
    if (!map) continue;
    if (type === 'list_item_open') covered.fill(1, map[0], map[0] + 1);
    else if (nesting === 0 || /^(heading|paragraph|table)_open$/.test(type)) covered.fill(1, map[0], map[1]);
  }
  return lines.flatMap((text, index) => (covered[index] || /^[\s>]*$/.test(text) ? [] : [{ number: index + 1, text }]));
}

/** What drawing needs beside the text. */
export interface DrawOptions {
  readonly openLink: (url: string) => void;
  /** Draws the words of a paragraph, heading or cell in another way. */
  readonly words?: (token: Token) => ComponentChildren;
  /** Draws the text of a block of code in another way. */
  readonly code?: (token: Token) => ComponentChildren;
  /** Puts something into list items; they then carry the lines that they stand on. */
  readonly item?: (startLine: number, endLine: number) => { readonly first: VNode; readonly last: VNode } | undefined;
}

/** Draws tokens that belong together, one node for each block. */
export function drawBlocks(markdown: Markdown, tokens: readonly Token[], options: DrawOptions): VNode[] {
  const { lines, numberOf } = markdown;
  const { openLink } = options;
  let at = 0;
  const until = (close: string | null): VNode[] => {
    const nodes: VNode[] = [];
    for (let token = tokens[at]; token; token = tokens[at]) {
      at += 1;
      if (token.type === close) break;
      nodes.push(block(token));
    }
    return nodes;
  };
  const block = (token: Token): VNode => {
    switch (token.type) {
      case 'heading_open':
        return heading(token, until('heading_close'));
      case 'paragraph_open': {
        const children = until('paragraph_close');
        return token.hidden ? <>{children}</> : <p>{children}</p>;
      }
      case 'bullet_list_open':
        return <ul>{until('bullet_list_close')}</ul>;
      case 'ordered_list_open':
        return <ol start={Number(token.attrGet('start') ?? 1)}>{until('ordered_list_close')}</ol>;
      case 'list_item_open':
        return listItem(token);
      case 'blockquote_open':
        return <blockquote>{until('blockquote_close')}</blockquote>;
      case 'table_open':
        return (
          <div class="table-scroll" tabIndex={0} role="region" aria-label="Table">
            <table>{until('table_close')}</table>
          </div>
        );
      case 'thead_open':
        return <thead>{until('thead_close')}</thead>;
      case 'tbody_open':
        return <tbody>{until('tbody_close')}</tbody>;
      case 'tr_open':
        return row(token);
      case 'th_open':
        return <th class={alignment(token)}>{until('th_close')}</th>;
      case 'td_open':
        return <td class={alignment(token)}>{until('td_close')}</td>;
      case 'fence':
        return code(token.content, token.info.trim(), options.code?.(token));
      case 'code_block':
        return code(token.content, '', options.code?.(token));
      case 'hr':
        return <hr />;
      case 'inline':
        return <>{options.words?.(token) ?? inline(token.children ?? [], openLink)}</>;
      default:
        // What has no look of its own, such as the definition of a link, is shown as it was written.
        return (
          <p>
            <code class="written">{visible(token.map ? lines.slice(...token.map).join('\n') : token.content)}</code>
          </p>
        );
    }
  };
  const listItem = (token: Token): VNode => {
    const task = taskOf(token);
    const children = until('list_item_close');
    const [from, to] = linesOf(token, lines);
    const [start, end] = [numberOf(from), numberOf(to)];
    const { first, last } = options.item?.(start, end) ?? {};
    const lineAttribute = first ? { 'data-at': `${start}-${end}` } : {};
    if (task === null) {
      return (
        <li {...lineAttribute}>
          {first}
          {children}
          {last}
        </li>
      );
    }
    return (
      <li class="task" {...lineAttribute}>
        {first}
        <input type="checkbox" disabled checked={task} aria-label={task ? 'Done' : 'Not done'} />
        <div>
          {children}
          {last}
        </div>
      </li>
    );
  };
  const row = (token: Token): VNode => {
    const cells = until('tr_close');
    const extra = extraCells(lines[token.map?.[0] ?? -1] ?? '', cells.length);
    return (
      <tr>
        {cells}
        {extra !== '' && <td class="extra">{visible(extra)}</td>}
      </tr>
    );
  };
  return until(null);
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

/** The page's own heading is the session's title; so a plan's first level is the page's second. */
function heading(token: Token, children: ComponentChildren[]): VNode {
  const level = Number(token.tag.slice(1));
  const Tag = headings[level - 1] ?? 'h6';
  return <Tag class={`md-h${level}`}>{children}</Tag>;
}

/** Takes the brackets of tasks off their text, and writes down whether they are done. Once, for all that draw the tokens. */
function markTasks(tokens: readonly Token[]): void {
  tokens.forEach((token, at) => {
    if (token.type !== 'list_item_open') return;
    const text = tokens[at + 1]?.type === 'paragraph_open' ? tokens[at + 2]?.children?.[0] : undefined;
    const match = text?.type === 'text' ? /^\[([ xX])\][ \t]+/.exec(text.content) : null;
    if (!text || !match) return;
    text.content = text.content.slice(match[0].length);
    token.meta = { done: match[1] !== ' ' };
  });
}

/** Whether a list item is a task, and a done one. */
function taskOf(token: Token): boolean | null {
  const { done } = (token.meta ?? {}) as { readonly done?: boolean };
  return done ?? null;
}

/** Cells beyond those of the table's head, which the parser drops. */
function extraCells(line: string, columns: number): string {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/);
  return columns > 0 ? cells.slice(columns).join('|').trim() : '';
}

function alignment(token: Token): string | undefined {
  const align = /text-align:\s*(left|center|right)/.exec(attribute(token, 'style'))?.[1];
  return align && `align-${align}`;
}

/** The language that a fence names, e.g. `ts` of `ts title="a"`. */
function languageOf(info: string): string {
  return /^[\w+#-]+/.exec(info)?.[0].toLowerCase() ?? '';
}

/** A block of code with what its fence says. */
export function code(text: string, info: string, drawn?: ComponentChildren): VNode {
  return (
    <figure class="code">
      {info !== '' && <figcaption>{visible(info)}</figcaption>}
      <pre tabIndex={0}>
        {drawn === undefined ? <Code text={text} language={languageOf(info)} /> : <code>{drawn}</code>}
      </pre>
    </figure>
  );
}

/** Finds blocks and nothing inside them: several times as fast. */
const blockParser = new MarkdownIt({ html: false });
blockParser.core.ruler.disable(['inline', 'linkify', 'replacements', 'smartquotes', 'text_join']);

/** The text of each block of a plan, in order. */
export function blockTexts(source: string): readonly string[] {
  const { body } = splitFrontMatter(source);
  const lines = body.split(/\r\n|\r|\n/);
  const tokens = blockParser.parse(body, {});
  const blocks = blocksOf({ tokens, lines, frontMatter: null, leftOut: [], numberOf: (line) => line });
  return blocks.map(({ startLine, endLine }) => lines.slice(startLine, endLine + 1).join('\n'));
}
