import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { TouchRow, TouchVerb, TouchView } from '../../../src/protocol/command';
import { Chunked } from '../chunked';
import { Icon, visible, visibleLine } from '../text';
import { ago } from '../time';
import { count } from '../words';

const verbs: Readonly<Record<TouchVerb, { readonly icon: string; readonly words: string }>> = {
  deletes: { icon: 'trash', words: 'deletes' },
  moves: { icon: 'arrow-right', words: 'moves' },
  copies: { icon: 'copy', words: 'copies' },
  overwrites: { icon: 'save', words: 'overwrites' },
  appends: { icon: 'add', words: 'appends to' },
  edits: { icon: 'edit', words: 'edits' },
  creates: { icon: 'new-file', words: 'creates' },
  setsMode: { icon: 'key', words: 'sets access of' },
  discards: { icon: 'discard', words: 'discards' },
  contacts: { icon: 'broadcast', words: 'contacts' },
};

const backWords: Readonly<Record<TouchRow['back'], string>> = {
  yes: 'Yes.',
  part: 'In part.',
  no: 'No.',
  unknown: 'Unknown.',
  nothing: 'Nothing to bring back.',
};

/** What a command would touch, as it is on disk. Nothing if there is nothing. @param touch null while it is looked up */
export function Touch(props: { touch: TouchView | null; again: (() => void) | null }): JSX.Element | null {
  const { touch, again } = props;
  if (touch?.rows.length === 0) return null;
  return (
    <section class="card" aria-label="What it would touch" aria-busy={touch === null || undefined}>
      <div class={touch ? 'card-head' : 'card-head alone'}>
        <h2>What it would touch</h2>
        <span class="quiet small clip num">{touch ? <ReadAt at={touch.readAt} /> : 'Looking at the disk…'}</span>
        <span class="grow" />
        {touch && again && (
          <button type="button" class="icon-btn" aria-label="Read again" title="Read again" onClick={again}>
            <Icon name="refresh" />
          </button>
        )}
      </div>
      {touch && <Table rows={touch.rows} />}
    </section>
  );
}

/** Redraws by itself, so that the table need not. */
function ReadAt({ at }: { at: number }): JSX.Element {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>read from disk {ago(at, now)}; nothing was run</>;
}

/** A row and all steps that it is said of. */
interface Told {
  readonly row: TouchRow;
  readonly steps: readonly number[];
}

/** What several steps do to the same thing is told once. */
function toldOnce(rows: readonly TouchRow[]): readonly Told[] {
  const told = new Map<string, { readonly row: TouchRow; readonly steps: number[] }>();
  for (const row of rows) {
    const key = JSON.stringify({ ...row, step: 0 });
    const same = told.get(key);
    if (!same) told.set(key, { row, steps: [row.step] });
    else if (!same.steps.includes(row.step)) same.steps.push(row.step);
  }
  return [...told.values()];
}

/** `2, 3 and 41 more` in front of what they do; nothing where there are no steps. */
function stepsOf(steps: readonly number[]): string {
  if (steps[0] === 0) return '';
  if (steps.length <= 3) return `${steps.join(', ')} `;
  return `${steps.slice(0, 2).join(', ')} and ${(steps.length - 2).toLocaleString('en')} more `;
}

function Table({ rows }: { rows: readonly TouchRow[] }): JSX.Element {
  const told = toldOnce(rows);
  return (
    <table class="touch">
      <thead>
        <tr>
          <th scope="col">{rows.some((row) => row.step > 0) ? 'Step' : 'How'}</th>
          <th scope="col">What</th>
          <th scope="col" class="r">
            How much
          </th>
          <th scope="col">Can it come back?</th>
        </tr>
      </thead>
      <tbody>
        <Chunked items={told} draw={drawRow} size={50} />
      </tbody>
    </table>
  );
}

function drawRow({ row, steps }: Told): JSX.Element {
  const { icon, words } = verbs[row.verb];
  return (
    <tr>
      <td class="verb">
        <Icon name={icon} small />{' '}
        {row.step > 0 && <span class="step-word">{steps.length > 1 ? 'Steps' : 'Step'} </span>}
        {stepsOf(steps)}
        {words}
      </td>
      <td>
        <code>{visibleLine(row.what)}</code>
        {row.names.length > 0 && <div class="quiet small">{namesOf(row)}</div>}
        {row.note !== undefined && <div class="quiet small">{visible(row.note)}</div>}
      </td>
      <td class="r" data-l="How much">
        {howMuch(row)}
      </td>
      <td data-l="Can it come back">
        {row.back === 'nothing' ? <span class="quiet">{backWords.nothing}</span> : <b>{backWords[row.back]}</b>}{' '}
        {row.why !== '' && <>{visible(row.why)}.</>}
      </td>
    </tr>
  );
}

/** The first names, and how many more there are. */
function namesOf({ names, count: all, atLeast }: TouchRow): JSX.Element {
  const more = (all ?? names.length) - names.length;
  return (
    <>
      {names.map((name, index) => [index > 0 && ', ', visibleLine(name)])}
      {more > 0 && `, ${more.toLocaleString('en')}${atLeast ? ' or' : ''} more`}
    </>
  );
}

/** `212 files, 48 MB`; what is not known is said so. */
function howMuch(row: TouchRow): ComponentChildren {
  const { count: all, bytes, atLeast } = row;
  if (all === undefined && bytes === undefined) return 'unknown';
  const parts = [...(all === undefined ? [] : [countOf(row, all)]), ...(bytes === undefined ? [] : [sizeOf(bytes)])];
  return (
    <>
      {atLeast && 'at least '}
      {parts.map((part, index) => [index > 0 && ', ', <span class="whole-word">{part}</span>])}
    </>
  );
}

function countOf({ verb, counts }: TouchRow, all: number): string {
  if (counts === 'both') return all === 1 ? '1 file or folder' : `${all.toLocaleString('en')} files and folders`;
  return count(all, counts ?? (verb === 'contacts' ? 'host' : 'file'));
}

/** `14 kB`, `1.4 MB`. */
function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  // What would be rounded to a thousand is one of the next unit.
  for (; size >= 999.5 && unit < units.length - 1; unit += 1) size /= 1000;
  return `${size < 9.95 && unit > 0 ? size.toFixed(1).replace('.0', '') : Math.round(size)} ${units[unit]}`;
}
