import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { PlanReviewView, RequestView, SubjectView } from '../../../src/protocol/views';
import type { Actions } from '../actions';
import { CodeRows } from '../codeRows';
import { code } from '../markdown';
import type { State } from '../state';
import { Path, visible } from '../text';
import { count } from '../words';
import { ChangesView } from './changesView';
import { DeskContext } from '../comments/desk';
import { BlocksContext } from './desk';
import { DrawnBlocks } from './drawnBlocks';
import type { PlanDocument } from './document';
import { Ledger } from './ledger';
import { PathsContext } from './paths';
import { Slot } from '../comments/slot';
import type { PlanUi } from './planUi';
import { useDesk } from './useDesk';

export type Plan = Extract<SubjectView, { type: 'plan' }>;

export interface PlanProps {
  readonly request: RequestView;
  readonly plan: Plan;
  readonly document: PlanDocument;
  readonly review: PlanReviewView | undefined;
  readonly state: State;
  readonly actions: Actions;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
}

/** The plan with its comments: as Markdown, as what has changed, or as it was written. */
export function PlanSubject(props: PlanProps): JSX.Element {
  const { request, plan, document, review, actions, ui, setUi } = props;
  const article = useRef<HTMLElement>(null);
  const { desk, blocks, paths, sendAgain, said } = useDesk(props, article);
  const body = useMemo(() => {
    if (ui.view === 'source') return <CodeRows text={plan.markdown} />;
    if (ui.view === 'changes' && review) {
      const since = ui.since ?? review.revision - 1;
      const choose = (next: number): void => setUi({ since: next });
      return (
        <ChangesView document={document} review={review} since={since} choose={choose} openLink={actions.openLink} />
      );
    }
    return <Rendered document={document} openLink={actions.openLink} />;
  }, [document, ui.view, ui.since, review?.earlier.length]);
  return (
    <PathsContext.Provider value={paths}>
      <BlocksContext.Provider value={blocks}>
        <DeskContext.Provider value={desk}>
          <article class={`doc is-${ui.view}${review ? ' reviewed' : ''}`} aria-label="Plan" ref={article}>
            {plan.path !== undefined && (
              <p class="blk quiet small">
                Plan file: <Path path={plan.path} />
              </p>
            )}
            {review?.ledger && (
              <Ledger request={request} sendAgain={sendAgain} showChanges={() => setUi({ view: 'changes' })} />
            )}
            {body}
            {plan.options.length > 0 && <Options plan={plan} />}
            {review && ui.view === 'rendered' && <WholePlan />}
            <div class="sr" aria-live="polite">
              {said}
            </div>
          </article>
        </DeskContext.Provider>
      </BlocksContext.Provider>
    </PathsContext.Provider>
  );
}

function Rendered(props: { document: PlanDocument; openLink: (url: string) => void }): JSX.Element {
  const { document, openLink } = props;
  const { frontMatter, leftOut } = document.markdown;
  return (
    <>
      {document.blocks.length === 0 && leftOut.length === 0 && frontMatter === null && (
        <p class="blk quiet">The plan is empty.</p>
      )}
      {frontMatter !== null && <div class="blk">{code(frontMatter, 'front matter')}</div>}
      <DrawnBlocks document={document} openLink={openLink} />
      {leftOut.length > 0 && (
        <div class="blk">
          <p>
            <b>{count(leftOut.length, 'line')}</b> with nothing to render, such as definitions of links, as written:
          </p>
          <pre class="raw">
            <code>{visible(leftOut.map((line) => `${line.number}: ${line.text}`).join('\n'))}</code>
          </pre>
        </div>
      )}
    </>
  );
}

/** Comments on no line: on the whole plan, or on text that is not in it any more. */
function WholePlan(): JSX.Element {
  return (
    <div class="blk whole">
      <Slot slot="lost" />
      <Slot slot="whole" />
    </div>
  );
}

/** Ways that the agent offers. Which one is taken is asked by the agent itself. */
function Options({ plan }: { plan: Plan }): JSX.Element {
  return (
    <section class="blk ways" aria-labelledby="ways">
      <div class="card">
        <div class="card-head">
          <h2 id="ways">The agent offers {count(plan.options.length, 'way')}</h2>
          <span class="quiet small clip">no choice is made here</span>
        </div>
        <dl class="fields">
          {plan.options.map((option) => (
            <div>
              <dt>{visible(option.label)}</dt>
              <dd>{visible(option.description)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
