import type { JSX } from 'preact';
import type { RequestView } from '../../src/protocol/views';
import { approvable } from './parts';
import { sayingsOf } from './sayings';
import { endWords } from './seen';
import type { State } from './state';
import { visible } from './text';
import { approveMeans, approveName, denyMeans } from './words';

/** What happens if I deny, what if I approve, and how. Where one is not to be had, why. */
export function Sentence(props: { request: RequestView; state: State; hasText: boolean }): JSX.Element {
  const { request, state, hasText } = props;
  const { abilities, agent, subject } = request;
  const { deny, approve, more } = sayingsOf(state);
  const can = approvable(state);
  const waits = abilities.approve.possible ? endWords(state) : null;
  return (
    <p class={waits ? 'bar-say waits' : 'bar-say'} id="bar-say">
      <span class="of-deny">
        {abilities.deny.possible ? (
          <>
            <b>Deny</b> {visible(deny ?? denyMeans(request, hasText))}
          </>
        ) : (
          visible(abilities.deny.reason)
        )}{' '}
      </span>
      {waits ? (
        <>
          <b>{waits.bold}</b> <span class="num">{waits.text}</span>
        </>
      ) : can.possible ? (
        <>
          <b>{visible(approveName(request))}</b>{' '}
          {visible(abilities.approveMeans ?? approve ?? approveMeans(subject, agent.name))}
          {hasText && !approve && ' It sends no text.'}
          <Ways request={request} />
        </>
      ) : (
        visible(can.reason)
      )}{' '}
      {visible(more)}
    </p>
  );
}

/** How an approval is given where a press is not enough, and how long it can be taken back. */
function Ways({ request }: { request: RequestView }): JSX.Element {
  const seconds = Math.ceil(request.retractMs / 1000);
  return (
    <>
      {request.risk === 'dangerous' && (
        <>
          {' '}
          Hold for 1 s, by mouse or key. Or press once, then <b>Confirm</b>.
        </>
      )}
      {seconds > 0 && (
        <>
          {' '}
          Goes out {seconds} s after you approve. <b>Undo</b> until then.
        </>
      )}
    </>
  );
}
