import type { VNode } from 'preact';
import type { Token } from 'markdown-it';
import { drawBlocks } from '../markdown';
import type { Comparing } from './comparing';
import type { PlanDocument } from './document';
import { mergedCode, mergedWords } from './merge';

type Tokens = readonly Token[];

/** Draws two versions of a block as one: the new one with the words of the old one in it. */
export class Merge {
  constructor(
    private readonly changes: Comparing,
    private readonly before: PlanDocument,
    private readonly after: PlanDocument,
    private readonly openLink: (url: string) => void,
  ) {}

  /** Null if the two are built so differently that nothing in them can be paired. */
  block(before: Tokens, after: Tokens): VNode[] | null {
    if (shape(before) === shape(after)) return this.alike(before, after);
    const [old, now] = [before[0], after[0]];
    if (!now || now.type !== old?.type || !now.type.endsWith('_list_open')) return null;
    const nodes = this.sequence(groups(before.slice(1, -1)), groups(after.slice(1, -1)));
    return [now.type === 'ordered_list_open' ? <ol>{nodes}</ol> : <ul>{nodes}</ul>];
  }

  private alike(before: Tokens, after: Tokens): VNode[] {
    const partners = new Map(after.map((token, index) => [token, before[index]!]));
    return drawBlocks(this.after.markdown, after, {
      openLink: this.openLink,
      words: (token) => mergedWords(partners.get(token)!, token),
      code: (token) => mergedCode(this.changes.compareLists, partners.get(token)!.content, token.content),
    });
  }

  /** Items of a list, or blocks of an item: those that stand in both, changed, gone and new, in order. */
  private sequence(before: readonly Tokens[], after: readonly Tokens[]): VNode[] {
    const [old, now] = [before.map(textOf), after.map(textOf)];
    return this.changes.compareLists(old, now).flatMap((stretch) => {
      if (stretch.type === 'same') {
        const same = after.slice(stretch.after, stretch.after + stretch.count);
        return same.flatMap((group) => this.draw(this.after, group));
      }
      return this.changes.pairUp(old, now, stretch).flatMap((pair) => {
        const [left, right] = [before[pair.before ?? -1], after[pair.after ?? -1]];
        const merged = left && right && (this.item(left, right) ?? this.block(left, right));
        if (merged) return merged;
        return [...(left ? [this.whole('del', left)] : []), ...(right ? [this.whole('ins', right)] : [])];
      });
    });
  }

  private item(before: Tokens, after: Tokens): VNode[] | null {
    if (after[0]?.type !== 'list_item_open' || shape(before) === shape(after)) return null;
    return [
      <li>
        {taskText(after)}
        {this.sequence(groups(before.slice(1, -1)), groups(after.slice(1, -1)))}
      </li>,
    ];
  }

  /** What only one of the two has. */
  private whole(sign: 'ins' | 'del', group: Tokens): VNode {
    const plan = sign === 'ins' ? this.after : this.before;
    const says = <span class="sr">{sign === 'ins' ? 'New: ' : 'Removed: '}</span>;
    if (group[0]?.type === 'list_item_open') {
      return (
        <li class={`item ${sign}`}>
          {says}
          {taskText(group)}
          {this.draw(plan, group.slice(1, -1))}
        </li>
      );
    }
    const Tag = sign;
    return (
      <Tag class="whole-block">
        {says}
        {this.draw(plan, group)}
      </Tag>
    );
  }

  private draw(plan: PlanDocument, tokens: Tokens): VNode[] {
    return drawBlocks(plan.markdown, tokens, { openLink: this.openLink });
  }
}

function shape(tokens: Tokens): string {
  return tokens.map((token) => token.type).join(' ');
}

function textOf(tokens: Tokens): string {
  return tokens.map((token) => taskText([token]) + token.content).join('\n');
}

/** The box of a task, where the item is drawn without it. */
function taskText([open]: Tokens): string {
  const { done } = (open?.meta ?? {}) as { readonly done?: boolean };
  return done === undefined ? '' : done ? '[x] ' : '[ ] ';
}

/** Splits tokens into those that belong together. */
function groups(tokens: Tokens): readonly Tokens[] {
  const level = tokens[0]?.level ?? 0;
  const found: Token[][] = [];
  let open = false;
  for (const token of tokens) {
    if (open) found.at(-1)?.push(token);
    else found.push([token]);
    if (token.level === level) open = token.nesting > 0;
  }
  return found;
}
