import type { JSX } from 'preact';
import { useContext, useMemo, useRef } from 'preact/hooks';
import type { FileView } from '../../../src/protocol/views';
import { Board, useBoard } from '../comments/board';
import { Slot } from '../comments/slot';
import { Chunked } from '../chunked';
import { Icon, oneLine, visible } from '../text';
import { EditContext, estimate, FileContext, type EditFile } from './editDesk';
import { attributeOf } from './fileAttribute';
import { FileHead } from './fileHead';
import { Gap, gapsOf, type GapLines } from './gap';
import { TakenHunk } from './hunk';
import { Nearest } from './nearest';

const noMarks = new Board<true>();

/** What would happen to one file. What is folded away is drawn when it is asked for, and then kept. */
export function File({ item }: { item: EditFile }): JSX.Element {
  const { file, index } = item;
  const desk = useContext(EditContext);
  const folded = useBoard(desk?.folded ?? noMarks, String(index)) ?? false;
  const wanted = useRef(false);
  wanted.current ||= !folded;
  return (
    <FileContext.Provider value={file}>
      <section
        class="file"
        aria-label={oneLine(file.path)}
        data-file={attributeOf(file.absolutePath)}
        data-index={index}
        tabIndex={-1}
      >
        <FileHead item={item} folded={folded} />
        <div class="inline-thread of-file">
          <Slot slot={file.absolutePath} />
        </div>
        {wanted.current && (
          <div class="file-body" hidden={folded}>
            <Body item={item} />
          </div>
        )}
      </section>
    </FileContext.Provider>
  );
}

function Body({ item }: { item: EditFile }): JSX.Element {
  const { file, hunks } = item;
  const gaps = useMemo(() => gapsOf(file), [file]);
  const last = gaps.at(-1);
  return (
    <>
      <FileNotes file={file} />
      {file.nearest && <Nearest file={file} nearest={file.nearest} />}
      <Chunked
        items={hunks}
        draw={(numbered) => {
          const gap: GapLines | undefined = gaps[hunks.indexOf(numbered)];
          return (
            <>
              {gap && <Gap file={file} gap={gap} />}
              <TakenHunk numbered={numbered} />
            </>
          );
        }}
        size={5}
        {...estimate(hunks.length, 200)}
      />
      {last && <Gap file={file} gap={last} />}
    </>
  );
}

function FileNotes({ file }: { file: FileView }): JSX.Element {
  const { status, problem, hunks } = file;
  const bad = status === 'wouldNotApply';
  return (
    <>
      {problem !== undefined && (
        <p class="file-note">
          <Icon name={bad ? 'error' : 'warning'} tone={bad ? 'danger' : 'careful'} />
          <span>{visible(problem)}</span>
        </p>
      )}
      {status === 'unchanged' && (
        <p class="file-note">
          <Icon name="info" tone="info" />
          <span>
            <b>No change:</b> the file already has this text.
          </span>
        </p>
      )}
      {hunks.length === 0 && problem === undefined && emptyNotes[status] !== undefined && (
        <p class="file-note">{file.movedTo === undefined ? emptyNotes[status] : 'Moved. No line changes.'}</p>
      )}
    </>
  );
}

const emptyNotes: Readonly<Partial<Record<FileView['status'], string>>> = {
  new: 'The new file is empty.',
  deleted: 'The file was empty.',
  changed: 'No line changes.',
};
