import type { ComponentChildren, VNode } from 'preact';
import type { Token } from 'markdown-it';
import { MarkdownLink } from './markdownLinks';
import { visibleString } from '../../src/core/visibleText';
import { pathInCode, PathLink, PlanImage, withPaths } from './plan/paths';
import { blankRun, visible } from './text';

/** So many forced line breaks in a row would push text out of sight; they are counted like blank lines. */
const manyBreaks = 3;

/** Draws the tokens inside a paragraph, heading or cell. */
export function inline(tokens: readonly Token[], openLink: (url: string) => void): ComponentChildren[] {
  let at = 0;
  let inLink = false;
  const until = (close: string | null): ComponentChildren[] => {
    const nodes: ComponentChildren[] = [];
    for (let token = tokens[at]; token; token = tokens[at]) {
      at += 1;
      if (token.type === close) break;
      nodes.push(node(token));
    }
    return nodes;
  };
  const node = (token: Token): ComponentChildren => {
    switch (token.type) {
      case 'softbreak':
        return '\n';
      case 'hardbreak':
        return breaks();
      case 'code_inline':
        return inLink ? <code>{visible(token.content, 'code')}</code> : codeWord(token.content);
      case 'strong_open':
        return <strong>{until('strong_close')}</strong>;
      case 'em_open':
        return <em>{until('em_close')}</em>;
      case 's_open':
        return <s>{until('s_close')}</s>;
      case 'image': {
        const src = attribute(token, 'src');
        const title = attribute(token, 'title');
        return (
          <PlanImage src={src} alt={visibleString(token.content)}>
            <span class="image">
              [image: {visible(token.content)}] ({visible(src + (title && ` “${title}”`))})
            </span>
          </PlanImage>
        );
      }
      case 'link_open':
        return link(token);
      case 'text':
        return inLink ? visible(token.content) : withPaths(token.content);
      default:
        // Plain text, and whatever else there is: as the agent wrote it.
        return visible(token.content);
    }
  };
  const link = (token: Token): VNode => {
    const from = at;
    inLink = true;
    const children = until('link_close');
    inLink = false;
    const words = tokens
      .slice(from, at)
      .map((inner) => inner.content)
      .join('');
    const href = attribute(token, 'href');
    return (
      <MarkdownLink href={href} title={attribute(token, 'title') || null} words={words} openLink={openLink}>
        {children}
      </MarkdownLink>
    );
  };
  const breaks = (): VNode => {
    let count = 1;
    for (; isBreak(tokens[at]); at += 1) if (tokens[at]?.type === 'hardbreak') count += 1;
    return count < manyBreaks ? (
      <>
        {Array.from({ length: count }, () => (
          <br />
        ))}
      </>
    ) : (
      <>{blankRun(count, 'line break')}</>
    );
  };
  return until(null);
}

function codeWord(text: string): VNode {
  const place = pathInCode(text);
  const code = <code>{visible(text, 'code')}</code>;
  return place ? <PathLink place={place}>{code}</PathLink> : code;
}

function isBreak(token: Token | undefined): boolean {
  return token?.type === 'hardbreak' || (token?.type === 'text' && token.content === '');
}

/** A token's attribute, or an empty string. */
export function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}
