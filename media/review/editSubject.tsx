import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FileView, HunkView, LineView, SubjectView } from '../../src/protocol/page';
import { isBlank, visibleString } from '../../src/core/visibleText';
import { Chunked } from './chunked';
import { Fields } from './fieldsSubject';
import { blankRun, Icon, Path, visible } from './text';
import { count } from './words';
import { wordMarks, type Piece } from './wordMarks';

/** So many blank lines of one kind in a row are counted instead of shown. */
const manyBlanks = 4;

/** What would happen to each file. */
export function EditSubject({ subject }: { subject: Extract<SubjectView, { type: 'edit' }> }): JSX.Element {
  return (
    <>
      <Chunked items={subject.files} draw={(file) => <File file={file} />} size={5} />
      {subject.fields.length > 0 && (
        <div class="page-pad">
          <div class="column">
            <Fields
              fields={subject.fields}
              title={subject.files.some((file) => file.hunks.length > 0) ? 'Other values' : 'What the agent sent'}
            />
          </div>
        </div>
      )}
    </>
  );
}

function File({ file }: { file: FileView }): JSX.Element {
  const gaps = file.hunks.map((hunk, index) => ({ hunk, before: linesBefore(file.hunks[index - 1], hunk) }));
  return (
    <section class="file" aria-label={visibleString(file.path)}>
      <div class="file-head">
        <h2>
          <Path path={file.path} title={file.absolutePath} />
        </h2>
        <FileTags file={file} />
        <span class="grow" />
        {file.hunks.length > 0 && (
          <span class="delta">
            +{file.added.toLocaleString('en')} −{file.removed.toLocaleString('en')}
          </span>
        )}
      </div>
      {file.problem !== undefined && (
        <p class="file-note">
          <Icon
            name={file.status === 'wouldNotApply' ? 'error' : 'warning'}
            tone={file.status === 'wouldNotApply' ? 'danger' : 'careful'}
          />
          <span>{visible(file.problem)}</span>
        </p>
      )}
      {file.status === 'unchanged' && (
        <p class="file-note">
          <Icon name="info" tone="info" />
          <span>
            <b>No change:</b> the file already has this text.
          </span>
        </p>
      )}
      {file.status === 'new' && file.hunks.length === 0 && <p class="file-note">The new file is empty.</p>}
      <Chunked
        items={gaps}
        draw={({ hunk, before }) => (
          <>
            <Gap lines={before} />
            <Hunk hunk={hunk} headed={file.status !== 'new'} />
          </>
        )}
        size={5}
      />
      <Gap lines={file.hunks.length > 0 ? file.oldLines - (oldEnd(file.hunks.at(-1)) - 1) : 0} />
    </section>
  );
}

function FileTags({ file }: { file: FileView }): JSX.Element {
  return (
    <>
      {file.status === 'new' && <span class="tag">New file</span>}
      {file.status === 'wouldNotApply' && (
        <span class="tag danger">
          <Icon name="error" />
          Would not apply
        </span>
      )}
      {file.status === 'unreadable' && (
        <span class="tag warn">
          <Icon name="warning" />
          Not read
        </span>
      )}
      {file.outsideProject && (
        <span class="tag danger">
          <Icon name="warning" tone="danger" />
          Outside the project
        </span>
      )}
      {file.tags.map((tag) => (
        <span class="tag">{visible(tag)}</span>
      ))}
    </>
  );
}

/** The first old line after a hunk. A hunk with no old lines begins after line `oldStart`. */
function oldEnd(hunk: HunkView | undefined): number {
  if (!hunk) return 1;
  const old = hunk.lines.filter((line) => line.type !== 'add').length;
  return old === 0 ? hunk.oldStart + 1 : hunk.oldStart + old;
}

function linesBefore(before: HunkView | undefined, hunk: HunkView): number {
  const start = hunk.lines.some((line) => line.type !== 'add') ? hunk.oldStart : hunk.oldStart + 1;
  return start - oldEnd(before);
}

function Gap({ lines }: { lines: number }): JSX.Element | null {
  if (lines <= 0) return null;
  return (
    <p class="gap">
      <Icon name="unfold" small />
      {count(lines, 'unchanged line')}
    </p>
  );
}

/** A line, or blank lines of one kind that stand together. */
type Row = { readonly line: LineView; readonly last: LineView; readonly blanks: number };

function rowsOf(lines: readonly LineView[]): readonly Row[] {
  const rows: Row[] = [];
  for (let from = 0; from < lines.length;) {
    const line = lines[from];
    if (!line) break;
    let to = from;
    while (lines[to]?.type === line.type && isBlank(lines[to]?.text ?? '')) to += 1;
    const last = lines[to - 1];
    if (last && to - from >= manyBlanks) {
      rows.push({ line, last, blanks: to - from });
      from = to;
    } else {
      rows.push({ line, last: line, blanks: 0 });
      from += 1;
    }
  }
  return rows;
}

/** One stretch of changed lines. */
export function Hunk({ hunk, headed }: { hunk: HunkView; headed: boolean }): JSX.Element {
  const rows = useMemo(() => rowsOf(hunk.lines), [hunk]);
  const marks = useMemo(() => wordMarks(hunk.lines), [hunk]);
  const all = hunk.lines.map((line) => line.new ?? line.old ?? 0).filter((number) => number > 0);
  const [first, last] = [all[0] ?? 0, all.at(-1) ?? 0];
  return (
    <div class="hunk">
      {headed && <p class="hunk-head num">{first === last ? `line ${first}` : `lines ${first}–${last}`}</p>}
      <Chunked items={rows} draw={(row) => diffRow(row, marks.get(row.line))} size={100} itemHeight={20} />
    </div>
  );
}

const classes = { context: 'dl', add: 'dl add', remove: 'dl rem' } as const;

/** Two elements a line: numbers and sign are drawn by the style sheet, so that 50,000 lines stay light. */
function diffRow({ line, last, blanks }: Row, pieces: readonly Piece[] | undefined): JSX.Element {
  const Mark = line.type === 'add' ? 'ins' : 'del';
  return (
    <>
      <div class={classes[line.type]} data-old={numbers(line.old, last.old)} data-new={numbers(line.new, last.new)}>
        <code>
          {blanks > 0
            ? blankRun(blanks)
            : pieces
              ? pieces.map((piece) => (piece.changed ? <Mark>{visible(piece.text)}</Mark> : visible(piece.text)))
              : visible(line.text)}
        </code>
      </div>
      {last.noNewline && <div class="dl note">No newline at end of file</div>}
    </>
  );
}

function numbers(first: number | undefined, last: number | undefined): string | number {
  if (first === undefined) return '';
  return last === undefined || last === first ? first : `${first}…`;
}
