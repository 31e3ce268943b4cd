import type { ComponentChildren, VNode } from 'preact';
import MarkdownIt, { type Token } from 'markdown-it';
import { textRows } from '../../src/core/visibleText';
import { attribute, inline } from './markdownInline';
import { codeText, visible } from './text';

/** HTML is text, and so is every link that is not a web address: `markdownLinks.tsx` decides, not the parser. */
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
parser.validateLink = () => true;
// What is inside a paragraph is parsed when the paragraph is drawn, so that a megabyte opens at once.
parser.core.ruler.enableOnly(['normalize', 'block']);

/** A Markdown text, parsed. */
export interface Markdown {
  readonly tokens: readonly Token[];
  /** Definitions of links, for what is parsed later. */
  readonly env: Record<string, unknown>;
  readonly lines: readonly string[];
  /** YAML before the text, between lines of dashes. */
  readonly frontMatter: string | null;
  /** Lines that the parser made nothing of, e.g. those nested too deeply, with their numbers. They are shown as they are. */
  readonly leftOut: readonly { readonly number: number; readonly text: string }[];
}

/** Parses a plan. Linear in its length. */
export function parseMarkdown(source: string): Markdown {
  const front = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(source);
  // Numbers of lines stay right when the front matter is blanked out instead of cut.
  const body = front ? '\n'.repeat(textRows(front[0]).lines) + source.slice(front[0].length) : source;
  const lines = body.split(/\r\n|\r|\n/);
  const env: Record<string, unknown> = {};
  const tokens = parser.parse(body, env);
  return { tokens, env, lines, frontMatter: front?.[1] ?? null, leftOut: leftOut(tokens, lines) };
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

/** Where each top-level block begins among the tokens. */
export function topLevel(tokens: readonly Token[]): readonly number[] {
  return tokens.flatMap(({ level, nesting }, index) => (level === 0 && nesting >= 0 ? [index] : []));
}

/** Draws the block that begins at this token. */
export function markdownBlock(markdown: Markdown, start: number, openLink: (url: string) => void): VNode | null {
  const { tokens, lines, env } = markdown;
  let at = start;
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
        return listItem();
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
        return code(token.content, token.info.trim());
      case 'code_block':
        return code(token.content, '');
      case 'hr':
        return <hr />;
      case 'inline':
        return <>{inline(childrenOf(token), openLink)}</>;
      default:
        // What has no look of its own, such as the definition of a link, is shown as it was written.
        return (
          <p>
            <code class="written">{visible(token.map ? lines.slice(...token.map).join('\n') : token.content)}</code>
          </p>
        );
    }
  };
  const childrenOf = (token: Token): Token[] => {
    const children: Token[] = [];
    parser.inline.parse(token.content, parser, env, children);
    return children;
  };
  const listItem = (): VNode => {
    const task = taskOf(tokens, at);
    const children = until('list_item_close');
    if (task === null) return <li>{children}</li>;
    return (
      <li class="task">
        <input type="checkbox" disabled checked={task} aria-label={task ? 'Done' : 'Not done'} />
        <div>{children}</div>
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
  const first = tokens[at];
  at += 1;
  return first ? block(first) : null;
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

/** The page's own heading is the session's title; so a plan's first level is the page's second. */
function heading(token: Token, children: ComponentChildren[]): VNode {
  const level = Number(token.tag.slice(1));
  const Tag = headings[level - 1] ?? 'h6';
  return <Tag class={`md-h${level}`}>{children}</Tag>;
}

/** Whether the list item that begins here is a task, and a done one. Takes the brackets off its text. */
function taskOf(tokens: readonly Token[], at: number): boolean | null {
  const text = tokens[at]?.type === 'paragraph_open' ? tokens[at + 1] : undefined;
  const match = /^\[([ xX])\][ \t]+/.exec(text?.content ?? '');
  if (!text || !match) return null;
  text.content = text.content.slice(match[0].length);
  return match[1] !== ' ';
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

/** A block of code with what its fence says. */
export function code(text: string, info: string): VNode {
  return (
    <figure class="code">
      {info !== '' && <figcaption>{visible(info)}</figcaption>}
      <pre tabIndex={0}>
        <code>{codeText(text)}</code>
      </pre>
    </figure>
  );
}
