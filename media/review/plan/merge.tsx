import { createElement, type ComponentChildren, type VNode } from 'preact';
import { diffWordsWithSpace } from 'diff';
import type { Token } from 'markdown-it';
import type { compareLists } from '../../../src/core/plan/changes';
import { visible } from '../text';

const timeout = 60;

/** Words that are drawn alike. */
interface Run {
  readonly text: string;
  readonly marks: readonly string[];
}

const styles: Readonly<Record<string, string>> = { strong_open: 'strong', em_open: 'em', s_open: 's', link_open: 'u' };

/** The words of a paragraph, heading or cell, without anything that can be pressed. */
function runsOf(token: Token): readonly Run[] {
  const runs: Run[] = [];
  const marks: string[] = [];
  for (const child of token.children ?? []) {
    const style = styles[child.type];
    if (style !== undefined) marks.push(style);
    else if (child.type.endsWith('_close')) marks.pop();
    else if (child.type === 'softbreak' || child.type === 'hardbreak') runs.push({ text: '\n', marks: [...marks] });
    else if (child.type === 'code_inline') runs.push({ text: child.content, marks: [...marks, 'code'] });
    else if (child.content !== '') runs.push({ text: child.content, marks: [...marks] });
  }
  return runs;
}

/** What was there and what is there now, word by word. */
export function mergedWords(before: Token, after: Token): ComponentChildren {
  const [old, now] = [new Cursor(runsOf(before)), new Cursor(runsOf(after))];
  const parts = diffWordsWithSpace(old.text, now.text, { timeout });
  if (!parts) return [wrap('del', old.take(old.text.length)), wrap('ins', now.take(now.text.length))];
  return parts.map(({ value, added, removed }) => {
    if (removed) return wrap('del', old.take(value.length));
    const drawn = now.take(value.length);
    if (added) return wrap('ins', drawn);
    old.take(value.length);
    return drawn;
  });
}

/** Lines of code, each as it was or as it is. */
export function mergedCode(compare: typeof compareLists, before: string, after: string): ComponentChildren {
  const [old, now] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  return compare(old, now).map((stretch) => {
    const { before: from, after: to } = stretch;
    if (stretch.type === 'same') return visible(now.slice(to, to + stretch.count).join(''));
    const [gone, come] = [old.slice(from, from + stretch.removed), now.slice(to, to + stretch.added)];
    return [
      gone.length > 0 && wrap('del', visible(gone.join(''))),
      come.length > 0 && wrap('ins', visible(come.join(''))),
    ];
  });
}

function wrap(Tag: 'ins' | 'del', children: ComponentChildren): VNode {
  return <Tag>{children}</Tag>;
}

/** Takes runs off piece by piece. */
class Cursor {
  readonly text: string;
  private index = 0;
  private offset = 0;

  constructor(private readonly runs: readonly Run[]) {
    this.text = runs.map((run) => run.text).join('');
  }

  take(length: number): ComponentChildren[] {
    const nodes: ComponentChildren[] = [];
    for (let left = length; left > 0;) {
      const run = this.runs[this.index];
      if (!run) break;
      const text = run.text.slice(this.offset, this.offset + left);
      nodes.push(styled(text, run.marks));
      left -= text.length;
      this.offset += text.length;
      if (this.offset >= run.text.length) {
        this.index += 1;
        this.offset = 0;
      }
    }
    return nodes;
  }
}

function styled(text: string, marks: readonly string[]): ComponentChildren {
  return marks.reduceRight<ComponentChildren>((inner, mark) => {
    return createElement(mark, null, inner);
  }, visible(text));
}
