import { lookalikesIn } from '../lookalikes';
import type { Call, CommandWord } from './calls';

const address = /^["']?[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@/i;

/** Words of a call in which characters look like others and could make it mean something else: its name, addresses, and what is not quoted. */
export function lookalikeWords(call: Call, text: string): readonly CommandWord[] {
  const words = call.name === null ? call.args : [call.name, ...call.args];
  const targets = call.redirects.flatMap(({ target }) => (target ? [target] : []));
  return [...words, ...targets].filter((word) => {
    const shown = text.slice(word.from, word.to);
    if (!/[^\0-\x7f]/.test(shown)) return false;
    const exact = word === call.name || address.test(shown) || !/["']/.test(shown);
    return exact && lookalikesIn(shown).length > 0;
  });
}
