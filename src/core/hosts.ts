/*
 * Where an address really leads. What a person reads as its host may be a user name, letters of another script, or a number; computers
 * read something else.
 */
import { lookalikesIn } from './lookalikes';

/** The host that an address names. Offsets are UTF-16 units of the address, the end exclusive. */
export interface Host {
  readonly from: number;
  readonly to: number;
  /** As it is written. Untrusted. */
  readonly written: string;
  /** As computers read it: in lower case, ASCII, numbers as they are usually written. As written, if it is no valid one. */
  readonly real: string;
  /** The port, if it is not the usual one. */
  readonly port?: string;
  /** What is odd about it, in sentences of ours; names in them are untrusted. */
  readonly warnings: readonly string[];
}

/** Gives a host's ASCII form (IDNA, numbers normalised), or null if it is no valid host. */
export type ToAscii = (host: string) => string | null;

const usualPorts: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ws: '80',
  wss: '443',
  ftp: '21',
  ssh: '22',
  git: '9418',
};

/**
 * Scheme, slashes, authority. Backslashes count: browsers and Node take them for slashes, and for the schemes of the web they take any
 * number of them.
 */
const address =
  /^(?:(https?|wss?|ftp):[\\/]*|([a-z][a-z0-9+.-]*):[\\/]{2}|[\\/]{2}|(?![a-z][a-z0-9+.-]*:[\\/]))([^\\/?#\s]+)/i;

/**
 * Reads the host of an address such as `https://user@host:port/path`, or of a bare `host:port`.
 *
 * @returns null if there is no host in it
 */
export function hostOf(text: string, toAscii: ToAscii): Host | null {
  const [prefix = '', web, other, authority = ''] = address.exec(text) ?? [];
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? '' : authority.slice(0, at);
  const [, written = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?/.exec(authority.slice(at + 1)) ?? [];
  if (written === '') return null;
  const ascii = toAscii(written);
  const real = ascii ?? written;
  const from = prefix.length - authority.length + at + 1;
  return {
    from,
    to: from + written.length,
    written,
    real,
    ...(port === '' || port === usualPorts[(web ?? other ?? '').toLowerCase()] ? {} : { port }),
    warnings: [
      ...userWarnings(user, real),
      ...(text.charAt(prefix.length) === '\\'
        ? ['A backslash follows it: programs differ in which host they read.']
        : []),
      ...(ascii === null ? ['It is not a valid host.'] : formWarnings(written, ascii)),
    ],
  };
}

function userWarnings(user: string, real: string): readonly string[] {
  if (user === '') return [];
  const name = user.replace(/:.*/s, '');
  if (/[.:]|%2e/i.test(name)) return [`“${name}” is a user name here, not the host: it leads to ${real}.`];
  return [user.includes(':') ? 'It carries a user name and a password.' : `It carries the user name “${name}”.`];
}

function formWarnings(written: string, ascii: string): readonly string[] {
  const same = written.toLowerCase() === ascii;
  if (/^\d+(?:\.\d+){3}$/.test(ascii)) return same ? [] : [`${written} is a way to write the address ${ascii}.`];
  const [first, ...more] = lookalikesIn(written);
  if (first) {
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    // The letter itself would be drawn like the one it passes for.
    return [`${first.label}${others} only looks like “${first.like}”: computers read ${ascii}.`];
  }
  if (/(?:^|\.)xn--/.test(ascii)) return [`Its name has letters that are not ASCII: computers read ${ascii}.`];
  return same ? [] : [`Computers read ${ascii}.`];
}

/** Addresses in a text, with where each begins. Linear in its length. */
export function addressesIn(text: string): readonly { readonly from: number; readonly text: string }[] {
  // Signs that end a sentence or close a bracket are seldom meant.
  return Array.from(
    text.matchAll(/(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>`]+/gi),
    ({ 0: found, index }) => ({
      from: index,
      text: found.replace(/[.,;:!?)\]}]{1,20}$/, ''),
    }),
  );
}
