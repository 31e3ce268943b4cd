import type { JSX } from 'preact';
import { addressesIn, hostOf, type Host } from '../../../src/core/hosts';
import { Icon, visible, visibleLine } from '../text';
import { count } from '../words';

/** Hosts that are listed beneath a text. */
const listed = 30;

/** A host as browsers read it. */
function toAscii(host: string): string | null {
  try {
    return new URL(`https://${host}/`).hostname;
  } catch {
    return null;
  }
}

/** The host of an address, read as browsers read it. */
export function readHost(address: string): Host | null {
  return hostOf(address, toAscii);
}

/** Whether a text is an address and nothing else. */
export function isAddress(text: string): boolean {
  const [first] = addressesIn(text);
  return first?.from === 0 && first.text === text;
}

/** A whole address, its host in bold, and beneath it what is odd about that. */
export function Address({ text }: { text: string }): JSX.Element {
  const host = readHost(text);
  if (!host) return <code class="address">{visibleLine(text)}</code>;
  return (
    <>
      <code class="address">
        <span class="quiet">{visibleLine(text.slice(0, host.from))}</span>
        <b>{visibleLine(host.written)}</b>
        {visibleLine(text.slice(host.to))}
      </code>
      <HostWarnings host={host} />
    </>
  );
}

function HostWarnings({ host }: { host: Host }): JSX.Element | null {
  if (host.warnings.length === 0) return null;
  return (
    <p class="host-warning">
      <Icon name="warning" tone="careful" small />
      <span>
        Leads to <b>{visible(host.real, 'exact')}</b>. {visible(host.warnings.join(' '), 'code')}
      </span>
    </p>
  );
}

/** The hosts of the addresses in a text, each once. */
export function Hosts({ text }: { text: string }): JSX.Element | null {
  const hosts = new Map<string, Host>();
  for (const one of addressesIn(text)) {
    const host = readHost(one.text);
    const key = host && `${host.real} ${host.port ?? ''} ${host.warnings.join(' ')}`;
    if (host && key && !hosts.has(key)) hosts.set(key, host);
  }
  if (hosts.size === 0) return null;
  // Those with something to say are never the ones that are only counted.
  const all = [...hosts.values()].sort((a, b) => b.warnings.length - a.warnings.length);
  return (
    <ul class="hosts" aria-label="Hosts in this text">
      {all.slice(0, listed).map((host) => (
        <li>
          <Icon
            name={host.warnings.length > 0 ? 'warning' : 'globe'}
            tone={host.warnings.length > 0 ? 'careful' : ''}
            small
          />
          <span>
            <b>{visibleLine(host.real)}</b>
            {host.port !== undefined && `, port ${host.port}`}
            {host.warnings.length > 0 && <>. {visible(host.warnings.join(' '), 'code')}</>}
          </span>
        </li>
      ))}
      {all.length > listed && <li class="quiet">and {count(all.length - listed, 'more host')}</li>}
    </ul>
  );
}
