import type { JSX, VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Pair } from '../../../src/core/plan/changes';
import type { PlanReviewView } from '../../../src/protocol/views';
import { Chunked } from '../chunked';
import { drawBlocks } from '../markdown';
import { count } from '../words';
import { textsOf } from './changeBars';
import { planDocument, type PlanBlock, type PlanDocument } from './document';
import { useChanges } from './lazyChanges';
import type { Comparing } from './comparing';
import { Merge } from './mergeBlocks';
import { SourceDiff } from './sourceDiff';

interface Compared {
  readonly changes: Comparing;
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

function compare(changes: Comparing, earlier: string, document: PlanDocument): Compared {
  const before = planDocument(earlier);
  const [old, now] = [textsOf(before), textsOf(document)];
  const pairs = changes.allPairs(old, now);
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
    const merged = new Merge(compared.changes, compared.before, document, openLink).block(before.tokens, after.tokens);
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
