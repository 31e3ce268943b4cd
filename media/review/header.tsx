import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { QueueView } from '../../src/protocol/page';
import type { RequestView } from '../../src/protocol/views';
import { visibleString } from '../../src/core/visibleText';
import { Clip, Icon, visible } from './text';
import { ago, clock, waits } from './time';
import { subjectLabel } from './words';

/** Who asks, about what, since when and until when; and the way to the other requests. */
export function Header(props: {
  request: RequestView | null;
  queue: QueueView;
  go: (to: 'next' | 'previous') => void;
}): JSX.Element {
  const { request, queue, go } = props;
  return (
    <div class="head">
      <div class="head-title">
        {request && (
          <span class="agent">
            <i aria-hidden="true">{visible(request.agent.monogram)}</i>
            {visible(request.agent.name)}
          </span>
        )}
        <h1 class="clip" title={request ? `Session: ${visibleString(request.session.title)}` : undefined}>
          {request ? visible(request.session.title) || 'Untitled session' : 'Countersign'}
        </h1>
      </div>
      {queue.total > 0 && (
        <nav class="head-nav" aria-label="Requests">
          <NavButton
            icon="arrow-up"
            label="Previous request"
            keys="Alt+Up"
            off={queue.total < 2}
            press={() => go('previous')}
          />
          <span class="queue-pos num" aria-live="polite">
            {queue.position > 0 ? `${queue.position} of ${queue.total}` : `${queue.total} listed`}
          </span>
          <NavButton
            icon="arrow-down"
            label="Next request"
            keys="Alt+Down"
            off={queue.total < 2}
            press={() => go('next')}
          />
        </nav>
      )}
      {request && <Meta request={request} />}
    </div>
  );
}

function NavButton(props: { icon: string; label: string; keys: string; off: boolean; press: () => void }): JSX.Element {
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label={props.label}
      title={`${props.label} (${props.keys})`}
      aria-disabled={props.off || undefined}
      onClick={() => !props.off && props.press()}
    >
      <Icon name={props.icon} />
    </button>
  );
}

function Meta({ request }: { request: RequestView }): JSX.Element {
  const { subagent } = request.session;
  return (
    <div class="head-meta">
      <span class="subject num">
        <Clip text={subjectLabel(request.subject) + revisionOf(request)} />
      </span>
      {subagent !== undefined && (
        <span>
          <Icon name="hubot" />
          <Clip text={`from subagent ${subagent}`} />
        </span>
      )}
      <span title={`Project folder of ${visibleString(request.cwd)}`}>
        <Icon name="folder" />
        <Clip text={request.project} />
      </span>
      <Times request={request} />
    </div>
  );
}

function revisionOf({ review }: RequestView): string {
  return review?.type === 'plan' && review.revisions > 1 ? ` · revision ${review.revision} of ${review.revisions}` : '';
}

/** Redraws by itself each second, so that nothing else has to. */
function Times({ request }: { request: RequestView }): JSX.Element {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  // What is held back may come back: nothing in the header makes room meanwhile.
  const waiting = request.status.type === 'open' || request.status.type === 'heldBack';
  const left = waiting ? waits(request.deadline, now) : null;
  return (
    <>
      <span class="num" title={`Asked at ${clock(request.receivedAt)}`}>
        <Icon name="history" />
        <span>
          <span class="hide-s">asked </span>
          {ago(request.receivedAt, now)}
        </span>
      </span>
      {left !== null && (
        <span
          class="num"
          title={`Without an answer until then, the request goes back. ${visibleString(request.abilities.handBack)}`}
        >
          <Icon name="watch" />
          <span>
            <span class={left.startsWith('until') ? 'hide-s' : undefined}>waits </span>
            {left}
          </span>
        </span>
      )}
    </>
  );
}
