import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Into } from '../../core/command/targets';
import { lookAtEach } from './batches';
import type { Budget } from './budget';
import { contentsOf } from './count';
import type { Contents, Item } from './count';
import { expand, kindOf } from './expand';
import type { Hit } from './expand';

/** A name in the folder, and what would be put there. */
interface Arrival {
  readonly name: string;
  /** Absent if it is not there now. */
  readonly source?: string;
}

/**
 * What is in a folder already, under the names of what a command puts into it. Null if these cannot be known.
 *
 * @param folder its real path
 * @param cwd where the sources' relative paths begin
 */
export async function replacedIn(
  folder: string,
  into: Into,
  cwd: string | null,
  budget: Budget,
): Promise<Contents | null> {
  if (into.sources === null) return null;
  const arrivals: Arrival[] = [];
  let [cut, unreadable] = [false, 0];
  for (const source of into.sources) {
    if (budget.isLate()) {
      cut = true;
      break;
    }
    const found = await expand(source, cwd, false, budget);
    if (!found) return null;
    cut ||= found.cut;
    unreadable += found.unreadable;
    const isLiteral = !found.isGlob;
    const text = source.map((piece) => piece.text).join('');
    if (isLiteral && (into.namesOnly || found.hits.length === 0)) {
      // What is not there yet may be made first, a folder with anything in it.
      if (!into.namesOnly && into.merges) return null;
      arrivals.push({ name: lastName(text) });
    }
    for (const hit of found.hits) {
      if (!isLiteral || !into.namesOnly)
        arrivals.push({ name: lastName(isLiteral ? text : hit.name), source: hit.path });
      if (hit.kind !== 'folder' || !(into.merges || into.flat)) continue;
      const inside = await contentsOf([hit], budget);
      cut ||= inside.cut;
      unreadable += inside.unreadable;
      const name = namePut(hit, text, isLiteral, into);
      for (const { path } of inside.items) arrivals.push({ name: join(name, relative(hit.path, path)), source: path });
    }
  }
  const { found: there, looked } = await lookAtEach(
    arrivals,
    () => budget.isLate(),
    (arrival) => itemAt(folder, arrival, into),
  );
  const items = new Map(there.map((item) => [item.path, item]));
  return { items: [...items.values()], folders: 0, cut: cut || looked < arrivals.length, unreadable, mounts: 0 };
}

/** Under which name a folder is put in; empty: only what is in it. */
function namePut(hit: Hit, text: string, isLiteral: boolean, into: Into): string {
  if (into.flat) return '';
  // The `cp` of BSD and macOS takes a slash at the end for that.
  if (process.platform !== 'linux' && isLiteral && text.endsWith('/')) return '';
  const name = lastName(isLiteral ? text : hit.name);
  return name === '.' ? '' : name;
}

function lastName(path: string): string {
  return basename(path.replace(/\/+$/, ''));
}

/** What is there now, if it would be replaced: a folder is not, nor is what is put onto itself. */
async function itemAt(folder: string, { name, source }: Arrival, into: Into): Promise<Item | undefined> {
  if (name === '' || name === '.' || name === '..') return undefined;
  try {
    const named = join(folder, name);
    const stats = await lstat(named);
    const written = stats.isSymbolicLink() && !into.replacesLinks;
    const path = written ? await realpath(named) : join(await realpath(dirname(named)), basename(named));
    const now = written ? await lstat(path) : stats;
    const kind = kindOf(now);
    return kind === 'folder' || path === source ? undefined : { path, kind, bytes: now.size };
  } catch {
    return undefined;
  }
}
