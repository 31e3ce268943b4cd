import type { JSX, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { Chunked } from '../chunked';
import { drawBlocks } from '../markdown';
import { count } from '../words';
import { Board, useBoard } from '../comments/board';
import { BlocksContext, type BlockView } from './desk';
import { slotOf, type PlanBlock, type PlanDocument } from './document';
import { Gutter, Slot } from '../comments/slot';

/** The plan's blocks, drawn once. What changes at one of them is drawn by itself. */
export function DrawnBlocks(props: { document: PlanDocument; openLink: (url: string) => void }): JSX.Element {
  const { document, openLink } = props;
  return (
    <Chunked
      items={document.blocks}
      draw={(block) => <Block block={block}>{drawn(document, block, openLink)}</Block>}
      size={50}
      itemHeight={48}
    />
  );
}

function drawn(document: PlanDocument, block: PlanBlock, openLink: (url: string) => void): VNode {
  const taken = new Set<string>();
  const item = (startLine: number, endLine: number): { first: VNode; last: VNode } | undefined => {
    const at = `${startLine}-${endLine}`;
    // An item that begins with an item stands on the same lines; the outer one speaks for both.
    if (taken.has(at)) return undefined;
    taken.add(at);
    return { first: <Gutter slot={at} />, last: <Slot slot={at} /> };
  };
  return <>{drawBlocks(document.markdown, block.tokens, { openLink, item })}</>;
}

const blank = new Board<BlockView>();

function Block({ block, children }: { block: PlanBlock; children: VNode }): JSX.Element {
  const blocks = useContext(BlocksContext);
  const view = useBoard(blocks?.views ?? blank, slotOf(block));
  const slot = slotOf(block);
  const isList = block.items.length > 0;
  const classes = ['blk', view?.change ?? '', view?.hidden ? 'folded' : ''].filter(Boolean).join(' ');
  return (
    <div class={classes} data-block={block.index} data-slot={slot} {...(isList ? {} : { 'data-at': block.at })}>
      {view?.change && <span class="sr">{view.change === 'added' ? 'New: ' : 'Changed: '}</span>}
      <Gutter slot={slot} />
      {children}
      {view !== undefined && view.folds > 0 && (
        <button type="button" class="btn link sm unfold" onClick={() => blocks?.unfold(block.index)}>
          {count(view.folds, 'block')} folded. Show
        </button>
      )}
      <Slot slot={slot} />
    </div>
  );
}
