import { knownText, type CallUse } from './callUse';

/** Folders that builds, tests and installers make again. */
export const rebuiltFolder =
  /^(?:node_modules|dist|coverage|htmlcov|__pycache__|\.(?:next|nuxt|turbo|cache|parcel-cache|pytest_cache|mypy_cache|ruff_cache|svelte-kit|nyc_output|tox))$/;

/** Words of find that leave what it finds as it is or narrow it. */
const narrows = /^-(?:depth|prune|xdev|mount|print0?)$/;

/** Whether a find finds nothing but folders that tools make again: every way through its tests has such a name. */
export function findsRebuilt(use: CallUse): boolean {
  const words = use.args.map((word) => (word.value === null ? null : knownText(word)));
  let at = words.findIndex((word) => word !== null && /^[-(!]/.test(word));
  if (at < 0) return false;
  let named = false;
  /** Inside of brackets: whether this alternative has a name, and whether all before have. */
  let inner: { named: boolean; all: boolean } | null = null;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    if (/^-(?:exec|execdir|delete|ok|okdir)$/.test(word)) break;
    if (word === '-name' && rebuiltFolder.test(next)) {
      if (inner) inner.named = true;
      else named = true;
      at++;
    } else if ((word === '-type' && next === 'd') || (/^-m(?:ax|in)depth$/.test(word) && /^\d+$/.test(next))) at++;
    else if ((word === '-not' || word === '!') && next === '-path' && !inner) at += 2;
    else if (word === '(' && !inner) inner = { named: false, all: true };
    else if (word === '-o' && inner) inner = { named: false, all: inner.all && inner.named };
    else if (word === ')' && inner) {
      named ||= inner.all && inner.named;
      inner = null;
    } else if (!narrows.test(word)) return false;
  }
  return named && inner === null;
}
