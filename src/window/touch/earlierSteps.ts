import { stat } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import type { Target } from '../../core/command/targets';
import type { TouchRow, TouchVerb } from '../../protocol/command';
import { longestFolder, realPathOf } from '../disk';
import type { PathFinding, PathTarget } from './paths';

/** Why nothing is known of a path in a folder that may not be entered. */
export const missingFolder = 'The folder in which it would run is not there now.';

const movedThere = 'An earlier step moves files there.';
const ignoresOthers = 'An earlier step changes what git ignores.';

const losing: ReadonlySet<TouchVerb> = new Set(['deletes', 'overwrites', 'edits', 'discards']);

/** What steps of a command do to the disk before later ones: the look sees only what is there now. */
export class EarlierSteps {
  /** Folders that a step makes, by their real paths. */
  private readonly made = new Set<string>();
  /** Where a step moves files to, and which step it is. */
  private readonly moved: { readonly path: string; readonly step: number }[] = [];
  /** The first step that changes which files git ignores. */
  private ignoring = Number.POSITIVE_INFINITY;

  /** Whether a path depends on a folder that is neither there nor made before: if it cannot be entered, the step may run elsewhere. */
  async missesFolder({ about, cwd }: PathTarget): Promise<boolean> {
    const first = about.pattern.find((piece) => piece.text !== '');
    if (cwd === null || parse(first?.type === 'text' ? first.text : '').root !== '') return false;
    const isThere = await stat(cwd).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isThere) return false;
    const real = await realPathOf(cwd);
    return ![...this.made].some((path) => longestFolder(path, [real]) !== undefined);
  }

  /** Takes what was found for a path, in the order of the text. */
  add({ verb, step, about }: PathTarget, { expansion }: PathFinding): void {
    const paths = expansion.absent === undefined ? expansion.hits.map((hit) => hit.path) : [expansion.absent];
    if (verb !== 'copies' && paths.some((path) => basename(path) === '.gitignore')) {
      this.ignoring = Math.min(this.ignoring, step);
    }
    if (verb === 'creates') for (const path of paths) this.made.add(path);
    if (about.into?.replacesLinks && !about.into.namesOnly) {
      for (const path of paths) this.moved.push({ path, step });
    }
  }

  /** A row with what is to be said of earlier steps. @param found for paths */
  told(target: Target, row: TouchRow, found?: PathFinding): TouchRow;
  told(target: Target, row: TouchRow | undefined, found?: PathFinding): TouchRow | undefined;
  told(target: Target, row: TouchRow | undefined, found?: PathFinding): TouchRow | undefined {
    if (!losing.has(target.verb)) return row;
    const places = found ? placesOf(target, found) : [target.cwd ?? ''];
    const isHit = this.moved.some(({ path, step }) => {
      const isNear = (place: string): boolean =>
        (longestFolder(path, [place]) ?? longestFolder(place, [path])) !== undefined;
      return step < target.step && places.some(isNear);
    });
    const isIgnoring = !found && this.ignoring < target.step;
    if (!isHit && !isIgnoring) return row;
    if (!row) {
      if (!isIgnoring) return undefined;
      const { step, verb, what } = target;
      return { step, verb, what, note: ignoresOthers, names: [], back: 'unknown', why: '' };
    }
    const { count, note, ...rest } = row;
    const said = isHit ? movedThere : ignoresOthers;
    return {
      ...rest,
      note: count ? [note, said].filter(Boolean).join(' ') : said,
      ...(count ? { count, atLeast: true } : {}),
      ...(row.back === 'no' ? {} : { back: 'unknown', why: 'It depends on what goes there' }),
    };
  }
}

/** The paths that a target is about: for a glob, the folder in which it begins. */
function placesOf({ about, cwd }: Target, { expansion }: PathFinding): readonly string[] {
  const { absent, hits, isGlob } = expansion;
  if (absent !== undefined) return [absent];
  if (!isGlob || about.type !== 'path') return hits.map((hit) => hit.path);
  const begin = about.pattern.slice(
    0,
    about.pattern.findIndex((piece) => piece.type === 'glob'),
  );
  const path = `${begin.map((piece) => piece.text).join('')}x`;
  return [dirname(parse(path).root === '' ? join(cwd ?? '', path) : path)];
}
