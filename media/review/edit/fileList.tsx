import type { JSX } from 'preact';
import type { FileView } from '../../../src/protocol/views';
import { useBoard } from '../comments/board';
import { Chunked } from '../chunked';
import { Icon, nameStart, oneLine, visibleLine } from '../text';
import { count } from '../words';
import type { EditDesk, EditFile } from './editDesk';
import { lastOf } from './fileHead';
import { goToFile } from './here';

/** The files of an edit: what would happen to each, and which were looked at. */
export function FileList({ desk, viewed }: { desk: EditDesk; viewed: readonly string[] }): JSX.Element {
  const ticked = desk.files.filter(({ file }) => viewed.includes(file.absolutePath)).length;
  return (
    <nav class="side files" aria-label="Files">
      <h2 class="num">
        {count(desk.files.length, 'file')} · {ticked.toLocaleString('en')} viewed
      </h2>
      <Chunked items={desk.files} draw={(item) => <Row desk={desk} item={item} />} size={50} />
    </nav>
  );
}

function Row({ desk, item }: { desk: EditDesk; item: EditFile }): JSX.Element {
  const { file, index } = item;
  const viewed = useBoard(desk.viewed, file.absolutePath) ?? false;
  const here = useBoard(desk.here, `file ${index}`) !== undefined;
  const [icon, word, tone = ''] = lookOf(file);
  const cut = nameStart(file.path);
  const more = [file.path.slice(0, Math.max(cut - 1, 0)), ...remarksOn(file)].filter((part) => part !== '');
  return (
    <div class={viewed ? 'file-row viewed' : 'file-row'} {...(here ? { 'data-current': true } : {})}>
      <button
        type="button"
        class="to"
        title={oneLine(file.absolutePath)}
        aria-current={here ? 'true' : undefined}
        onClick={() => {
          if (!viewed) desk.fold(index, false);
          goToFile(index);
        }}
      >
        <Icon name={icon} small tone={tone} />
        <span class="sr">{word}: </span>
        <span class="clip">
          {visibleLine(file.path.slice(cut))} <span class="dir">{visibleLine(more.join(' · '))}</span>
        </span>
      </button>
      <span class="delta">
        +{file.added.toLocaleString('en')} −{file.removed.toLocaleString('en')}
      </span>
      <input
        type="checkbox"
        aria-label={`Viewed ${lastOf(file)}, in the list`}
        title="Viewed (V)"
        checked={viewed}
        onChange={(event) => desk.acts.view(file, event.currentTarget.checked)}
      />
    </div>
  );
}

function lookOf({ status, movedTo, warnings }: FileView): readonly [icon: string, word: string, tone?: string] {
  if (status === 'wouldNotApply') return ['error', 'Would not apply', 'danger'];
  if (status === 'unreadable') return ['warning', 'Not read', 'careful'];
  const grave = warnings.find((warning) => warning.kind !== 'link');
  if (grave) return ['warning', oneLine(grave.title), 'danger'];
  if (status === 'new') return ['add', 'New'];
  if (status === 'deleted') return ['trash', 'Deleted'];
  if (movedTo !== undefined) return ['arrow-right', 'Moved'];
  return status === 'unchanged' ? ['pass', 'Unchanged'] : ['edit', 'Changed'];
}

function remarksOn(file: FileView): readonly string[] {
  const { status, movedTo, warnings, cell } = file;
  return [
    ...(cell === undefined ? [] : [cell]),
    ...(status === 'new' || status === 'deleted' ? [status] : []),
    ...(status === 'wouldNotApply' ? ['would not apply'] : []),
    ...(movedTo === undefined ? [] : [`moved to ${movedTo}`]),
    ...warnings.map((warning) => warning.title.charAt(0).toLowerCase() + warning.title.slice(1)),
  ];
}
