import type { Call } from './calls';
import { knownText, type CallUse } from './callUse';
import type { CallFlows } from './flowMarks';

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

/** The find that a call works for: it starts it, or its list is read by the xargs that does; null if there is none. */
export function finderOf(calls: readonly Call[], flows: CallFlows, call: Call): Call | null {
  const by = calls[call.by ?? -1];
  let finder = by;
  if (by?.program === 'xargs' && by.reads !== undefined) {
    let at = by.reads;
    // `env find` and the like.
    for (let depth = 0; depth < 8 && flows.children(at).length > 0; depth++) {
      if (isFind(calls[at])) break;
      at = flows.children(at)[0] ?? at;
    }
    finder = calls[at];
  }
  return finder && isFind(finder) ? finder : null;
}

function isFind(call: Call | undefined): boolean {
  return /^g?find$/.test(call?.program ?? '');
}

/** Whether a call takes only what a find or xargs puts in. */
export function takesFound(use: CallUse): boolean {
  return use.args.map(knownText).every((text) => text === '{}' || /^-./.test(text));
}
