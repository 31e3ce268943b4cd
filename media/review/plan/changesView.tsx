import type { JSX, VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Token } from 'markdown-it';
import type { Pair } from '../../../src/core/plan/changes';
import type { PlanReviewView } from '../../../src/protocol/page';
import { Chunked } from '../chunked';
import { drawBlocks } from '../markdown';
import { count } from '../words';
import { textsOf } from './changeBars';
import { planDocument, type PlanBlock, type PlanDocument } from './document';
import { useChanges } from './lazyChanges';
import { mergedCode, mergedWords } from './merge';
import { SourceDiff } from './sourceDiff';

type Changes = NonNullable<ReturnType<typeof useChanges>>;

interface Compared {
  readonly changes: Changes;
  readonly before: PlanDocument;
  readonly pairs: readonly Pair[];
}

/** What has changed since an earlier revision: in the rendered plan word by word, or line by line in its source. */
export function ChangesView(props: {
  document: PlanDocument;
  review: PlanReviewView;
  since: number;
  choose: (since: number) => void;
  openLink: (url: string) => void;
}): JSX.Element {
  const { document, review, since, choose, openLink } = props;
  const [asSource, setAsSource] = useState(false);
  const earlier = review.earlier[since - 1] ?? '';
  const changes = useChanges();
  const compared = useMemo(
    () => (asSource || !changes ? null : compare(changes, earlier, document)),
    [changes, earlier, document, asSource],
  );
  const changed = compared?.pairs.filter((pair) => !isSame(compared, document, pair)).length;
  return (
    <>
      <div class="blk changes-head">
        <label>
          <span>Changes since </span>
          <select value={since} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {review.earlier.map((_, index) => (
              <option value={index + 1}>revision {index + 1}</option>
            ))}
          </select>
        </label>
        <span class="quiet small num grow">
          {changed !== undefined && (changed === 0 ? 'Nothing has changed.' : `${count(changed, 'block')} changed`)}
        </span>
        <button type="button" class="btn sm ghost" aria-pressed={asSource} onClick={() => setAsSource(!asSource)}>
          {asSource ? 'Show rendered' : 'Show as source'}
        </button>
      </div>
      {!compared ? (
        <SourceDiff before={earlier} after={document.source} />
      ) : (
        <Chunked
          key={since}
          items={compared.pairs}
          draw={(pair) => <ChangedBlock {...{ compared, document, pair, openLink }} />}
          size={50}
          itemHeight={48}
        />
      )}
    </>
  );
}

function compare(changes: Changes, earlier: string, document: PlanDocument): Compared {
  const before = planDocument(earlier);
  const [old, now] = [textsOf(before), textsOf(document)];
  const pairs = changes
    .compareLists(old, now)
    .flatMap((stretch): readonly Pair[] =>
      stretch.type === 'changed'
        ? changes.pairUp(old, now, stretch)
        : Array.from({ length: stretch.count }, (_, i) => ({ before: stretch.before + i, after: stretch.after + i })),
    );
  return { changes, before, pairs };
}

function textOf(document: PlanDocument, index: number | null): string | null {
  const block = index === null ? undefined : document.blocks[index];
  return block ? document.lines.slice(block.startLine - 1, block.endLine).join('\n') : null;
}

function isSame({ before }: Compared, document: PlanDocument, pair: Pair): boolean {
  return textOf(before, pair.before) === textOf(document, pair.after);
}

function ChangedBlock(props: {
  compared: Compared;
  document: PlanDocument;
  pair: Pair;
  openLink: (url: string) => void;
}): JSX.Element {
  const { compared, document, pair, openLink } = props;
  const before = pair.before === null ? undefined : compared.before.blocks[pair.before];
  const after = pair.after === null ? undefined : document.blocks[pair.after];
  const whole = (plan: PlanDocument, block: PlanBlock): VNode[] =>
    drawBlocks(plan.markdown, block.tokens, { openLink });
  if (before && after) {
    if (isSame(compared, document, pair)) return <div class="blk">{whole(document, after)}</div>;
    const merged = mergeBlock(compared.changes, compared.before, before.tokens, document, after.tokens, openLink);
    return (
      <div class="blk changed">
        <span class="sr">Changed: </span>
        {merged ?? (
          <>
            <del class="whole-block">{whole(compared.before, before)}</del>
            <ins class="whole-block">{whole(document, after)}</ins>
          </>
        )}
      </div>
    );
  }
  if (after) {
    return (
      <div class="blk added">
        <span class="label">New</span>
        <ins class="whole-block">{whole(document, after)}</ins>
      </div>
    );
  }
  return (
    <div class="blk removed">
      <span class="label">Removed</span>
      <del class="whole-block">{before && whole(compared.before, before)}</del>
    </div>
  );
}

/** The new block with the words of the old one in it, if they are built alike; lists item by item. */
function mergeBlock(
  changes: Changes,
  beforePlan: PlanDocument,
  before: readonly Token[],
  afterPlan: PlanDocument,
  after: readonly Token[],
  openLink: (url: string) => void,
): VNode[] | null {
  if (shape(before) === shape(after)) {
    const partners = new Map(after.map((token, index) => [token, before[index]!]));
    return drawBlocks(afterPlan.markdown, after, {
      openLink,
      words: (token) => mergedWords(partners.get(token)!, token),
      code: (token) => mergedCode(changes.compareLists, partners.get(token)!.content, token.content),
    });
  }
  const [list, other] = [after[0], before[0]];
  if (!list || list.type !== other?.type || !/_list_open$/.test(list.type)) return null;
  const [old, now] = [itemsOf(before), itemsOf(after)];
  const text = (items: readonly (readonly Token[])[]): readonly string[] =>
    items.map((item) => item.map((token) => token.content).join('\n'));
  const [oldTexts, nowTexts] = [text(old), text(now)];
  const draw = (plan: PlanDocument, item: readonly Token[]): VNode[] => drawBlocks(plan.markdown, item, { openLink });
  const nodes = changes.compareLists(oldTexts, nowTexts).flatMap((stretch): VNode[] => {
    if (stretch.type === 'same')
      return now.slice(stretch.after, stretch.after + stretch.count).flatMap((item) => draw(afterPlan, item));
    return changes.pairUp(oldTexts, nowTexts, stretch).flatMap((pair) => {
      const [left, right] = [
        pair.before === null ? null : old[pair.before]!,
        pair.after === null ? null : now[pair.after]!,
      ];
      const merged = left && right && mergeBlock(changes, beforePlan, left, afterPlan, right, openLink);
      if (merged) return merged;
      return [
        ...(left ? [wholeItem('del', left, (inner) => draw(beforePlan, inner))] : []),
        ...(right ? [wholeItem('ins', right, (inner) => draw(afterPlan, inner))] : []),
      ];
    });
  });
  return [list.type === 'ordered_list_open' ? <ol>{nodes}</ol> : <ul>{nodes}</ul>];
}

/** An item that only one of the two has. */
function wholeItem(sign: 'ins' | 'del', item: readonly Token[], draw: (inner: readonly Token[]) => VNode[]): VNode {
  const { done } = (item[0]?.meta ?? {}) as { readonly done?: boolean };
  return (
    <li class={`item ${sign}`}>
      <span class="sr">{sign === 'ins' ? 'New: ' : 'Removed: '}</span>
      {done !== undefined && (done ? '[x] ' : '[ ] ')}
      {draw(item.slice(1, -1))}
    </li>
  );
}

function shape(tokens: readonly Token[]): string {
  return tokens.map((token) => token.type).join(' ');
}

/** The items of a list, each from its opening to its closing. */
function itemsOf(list: readonly Token[]): readonly (readonly Token[])[] {
  const level = (list[0]?.level ?? 0) + 1;
  const items: Token[][] = [];
  for (const token of list.slice(1, -1)) {
    if (token.type === 'list_item_open' && token.level === level) items.push([]);
    items.at(-1)?.push(token);
  }
  return items;
}
