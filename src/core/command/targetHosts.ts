import type { CommandWord } from './calls';

/** The literal text at the beginning of a word, and whether that is all of it. */
function literalStart(word: CommandWord): { readonly text: string; readonly whole: boolean } {
  if (word.value !== null) return { text: word.value, whole: true };
  let text = '';
  for (const piece of word.pieces) {
    const part = piece.type === 'text' ? piece.text : piece.type === 'variable' ? piece.value : undefined;
    if (part === undefined) break;
    text += part;
  }
  return { text, whole: false };
}

/** `host`, `user:password@host:80`, `[::1]:80`: the host alone. */
function hostOfAuthority(authority: string): string | undefined {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const bracketed = /^\[[0-9a-fA-F:.]+\]/.exec(host)?.[0];
  const name = bracketed ?? host.replace(/:\d*$/, '');
  return name === '' || /[\s<>"'`{}|\\^]/.test(name) ? undefined : name;
}

/** The host of a URL with a scheme, as it is written; undefined if there is none or it is not all literal. */
export function hostOfUrl(word: CommandWord): string | undefined {
  const { text, whole } = literalStart(word);
  const found = /^(?:--?[\w-]+=)?[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)(.?)/.exec(text);
  if (!found?.[1] || (found[2] === '' && !whole)) return undefined;
  return hostOfAuthority(found[1]);
}

/** The host of what `curl` takes as a URL, which needs no scheme: `example.com/x`. */
export function hostOfLooseUrl(word: CommandWord): string | undefined {
  const { text, whole } = literalStart(word);
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) return hostOfUrl(word);
  const found = /^([^/?#]+)(.?)/.exec(text);
  if (!found?.[1] || (found[2] === '' && !whole)) return undefined;
  return hostOfAuthority(found[1]);
}

/** The host of `user@host:path`, as scp, rsync and git take it. A `/` before the `:` makes it a path. */
export function hostOfRemote(word: CommandWord): string | undefined {
  const byUrl = hostOfUrl(word);
  if (byUrl !== undefined) return byUrl;
  const { text } = literalStart(word);
  if (/^[A-Za-z]:[\\/]/.test(text)) return undefined;
  const found = /^(?:[^@:/\s]+@)?(\[[^\]]+\]|[^:/\s@-][^:/\s@]*):/.exec(text);
  return found?.[1];
}

/** The last part of a URL's path, under which it is saved; undefined if it has none, null if it cannot be known. */
export function fileOfUrl(word: CommandWord): string | null | undefined {
  if (word.value === null) {
    const last = word.pieces.at(-1);
    const end = last?.type === 'text' ? /\/([^/?#]*)$/.exec(last.text)?.[1] : undefined;
    return end || null;
  }
  const path = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)?[^/?#]*(\/[^?#]*)/.exec(word.value)?.[1];
  const name = path?.slice(path.lastIndexOf('/') + 1);
  return name === '' ? undefined : name;
}
