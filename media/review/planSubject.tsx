import type { JSX } from 'preact';
import type { SubjectView } from '../../src/protocol/page';
import { Chunked } from './chunked';
import { CodeRows } from './codeRows';
import { code, markdownBlock, parseMarkdown, topLevel } from './markdown';
import { Path, visible } from './text';
import { count } from './words';

type Plan = Extract<SubjectView, { type: 'plan' }>;

export type PlanView = 'rendered' | 'source';

/** Words a minute that people read plans at. */
const readingSpeed = 220;

/** The row above a plan. */
export function PlanTools(props: { plan: Plan; view: PlanView; setView: (view: PlanView) => void }): JSX.Element {
  const { plan, view, setView } = props;
  const words = plan.markdown.match(/[\p{L}\p{N}]+(?:['’_.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  const minutes = Math.max(1, Math.round(words / readingSpeed));
  return (
    <div class="tools" role="toolbar" aria-label="Plan">
      <span class="quiet num">
        {count(words, 'word')}
        <span class="hide-s"> · {minutes} min read</span>
      </span>
      <span class="grow" />
      <div class="seg" role="group" aria-label="View">
        {(['rendered', 'source'] as const).map((one) => (
          <button type="button" aria-pressed={view === one} onClick={() => setView(one)}>
            {one === 'rendered' ? 'Rendered' : 'Source'}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The plan, as Markdown or as it was written. */
export function PlanSubject(props: { plan: Plan; view: PlanView; openLink: (url: string) => void }): JSX.Element {
  const { plan, view, openLink } = props;
  return (
    <article class={view === 'source' ? 'doc source' : 'doc'} aria-label="Plan">
      {plan.path !== undefined && (
        <p class="blk quiet small">
          Plan file: <Path path={plan.path} />
        </p>
      )}
      {view === 'source' ? <CodeRows text={plan.markdown} /> : <Rendered plan={plan} openLink={openLink} />}
      {plan.options.length > 0 && <Options plan={plan} />}
    </article>
  );
}

function Rendered({ plan, openLink }: { plan: Plan; openLink: (url: string) => void }): JSX.Element {
  const markdown = parseMarkdown(plan.markdown);
  const { frontMatter, leftOut } = markdown;
  const blocks = topLevel(markdown.tokens);
  return (
    <>
      {blocks.length === 0 && leftOut.length === 0 && frontMatter === null && (
        <p class="blk quiet">The plan is empty.</p>
      )}
      {frontMatter !== null && <div class="blk">{code(frontMatter, 'front matter')}</div>}
      <Chunked
        items={blocks}
        draw={(start) => <div class="blk">{markdownBlock(markdown, start, openLink)}</div>}
        size={50}
        itemHeight={48}
      />
      {leftOut.length > 0 && (
        <div class="blk">
          <p>
            <b>{count(leftOut.length, 'line')}</b> that could not be rendered, as written:
          </p>
          <pre class="raw">
            <code>{visible(leftOut.map((line) => `${line.number}: ${line.text}`).join('\n'))}</code>
          </pre>
        </div>
      )}
    </>
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
