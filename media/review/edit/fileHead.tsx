import type { ComponentChildren, JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { FileView, WarningView } from '../../../src/protocol/views';
import { visibleString } from '../../../src/core/visibleText';
import { Board, useBoard } from '../comments/board';
import { FileCommentButton } from '../comments/slot';
import { Icon, nameStart, oneLine, Path, visible } from '../text';
import { count } from '../words';
import { EditContext, type Common, type EditFile } from './editDesk';

const noMarks = new Board<true>();
const nothing = new Board<Common>();

/** What file it is, what is to know about it, and what can be done with it. It stays in view while its lines are. */
export function FileHead({ item, folded }: { item: EditFile; folded: boolean }): JSX.Element {
  const { file, index } = item;
  const desk = useContext(EditContext);
  const viewed = useBoard(desk?.viewed ?? noMarks, file.absolutePath) ?? false;
  const { edits = null, open = false } = useBoard(desk?.common ?? nothing, '') ?? {};
  const name = lastOf(file);
  const lines = file.added + file.removed;
  return (
    <div class="file-head">
      <button
        type="button"
        class="icon-btn fold"
        aria-expanded={!folded}
        aria-label={`Lines of ${name}`}
        title={folded ? 'Show the lines' : 'Fold the lines away'}
        onClick={() => desk?.fold(index, !folded)}
      >
        <Icon name="chevron-right" small />
      </button>
      <h2>
        <Path path={file.path} title={file.absolutePath} />
        {file.movedTo !== undefined && (
          <>
            {' '}
            <Icon name="arrow-right" small />
            <span class="sr">moved to</span> <Path path={file.movedTo} />
          </>
        )}
      </h2>
      <FileTags file={file} />
      {folded && lines > 0 && (
        <span class="quiet small num">
          {count(lines, 'line')}
          {viewed && ', viewed'}
        </span>
      )}
      <span class="file-acts">
        {lines > 0 && (
          <span class="delta hide-s">
            +{file.added.toLocaleString('en')} −{file.removed.toLocaleString('en')}
          </span>
        )}
        {edits && open && <FileCommentButton file={file.absolutePath} name={name} />}
        <FileActs file={file} />
        {desk && (
          <label class="viewed small" title="Viewed (V)">
            <input
              type="checkbox"
              aria-label={`Viewed ${name}`}
              checked={viewed}
              onChange={(event) => desk.acts.view(file, event.currentTarget.checked)}
            />
            <span aria-hidden="true">Viewed</span>
          </label>
        )}
      </span>
    </div>
  );
}

function FileActs({ file }: { file: FileView }): JSX.Element | null {
  const desk = useContext(EditContext);
  const { edits = null, open = false } = useBoard(desk?.common ?? nothing, '') ?? {};
  if (!desk || !(file.status === 'changed' || file.status === 'new' || file.status === 'deleted')) return null;
  const name = lastOf(file);
  const reason = edits?.possible === false ? visibleString(edits.reason) : 'This request is decided.';
  const can = open && edits?.possible === true;
  return (
    <>
      {edits && file.status !== 'deleted' && (
        <button
          type="button"
          class="btn sm ghost"
          aria-label={`Edit ${name}...`}
          title={can ? 'Edit the proposed text before approving (E)' : reason}
          aria-disabled={can ? undefined : true}
          onClick={() => can && desk.acts.openDiff(true, file.absolutePath)}
        >
          <Icon name="edit" />
          <span class="hide-s">Edit...</span>
        </button>
      )}
      <button
        type="button"
        class="icon-btn"
        aria-label={`Open ${name} in diff editor`}
        title="Open in diff editor"
        onClick={() => desk.acts.openDiff(false, file.absolutePath)}
      >
        <Icon name="diff" />
      </button>
    </>
  );
}

const statusTags: Readonly<Partial<Record<FileView['status'], readonly [kind: string, icon: string, text: string]>>> = {
  new: ['', '', 'New file'],
  deleted: ['warn', 'trash', 'Deleted'],
  wouldNotApply: ['danger', 'error', 'Would not apply'],
  unreadable: ['warn', 'warning', 'Not read'],
};

const warningIcons: Readonly<Record<WarningView['kind'], string>> = {
  outsideProject: 'warning',
  steering: 'warning',
  link: 'file-symlink-file',
};

function FileTags({ file }: { file: FileView }): JSX.Element {
  const desk = useContext(EditContext);
  const open = useBoard(desk?.common ?? nothing, '')?.open ?? false;
  const [kind = '', icon = '', text] = statusTags[file.status] ?? [];
  return (
    <>
      {text !== undefined && (
        <Tag kind={kind} icon={icon}>
          {text}
        </Tag>
      )}
      {file.movedTo !== undefined && <Tag>Moved</Tag>}
      {file.warnings.map((warning) => (
        <Tag
          kind={warning.kind === 'link' ? 'warn' : 'danger'}
          icon={warningIcons[warning.kind]}
          title={visibleString(warning.text)}
        >
          {visible(warning.title)}
          <span class="sr">: {visible(warning.text)}</span>
        </Tag>
      ))}
      {file.cell !== undefined && <Tag>{visible(file.cell)}</Tag>}
      {file.tags.map((tag) => (
        <Tag>{visible(tag)}</Tag>
      ))}
      {file.unsaved && (
        <Tag kind="warn" icon="info" title="The agent does not see what is not saved.">
          Unsaved changes in editor
        </Tag>
      )}
      {file.edited && (
        <span class="edited">
          <Tag icon="edit" title="The proposed text is yours, not as the agent wrote it.">
            Edited by you
          </Tag>
          {open && (
            <button
              type="button"
              class="btn sm link"
              aria-label={`Discard your edit of ${lastOf(file)}`}
              onClick={() => desk?.acts.discard(file.absolutePath)}
            >
              Discard
            </button>
          )}
        </span>
      )}
    </>
  );
}

function Tag(props: { kind?: string; icon?: string; title?: string; children: ComponentChildren }): JSX.Element {
  const { kind = '', icon = '', title, children } = props;
  return (
    <span class={kind ? `tag ${kind}` : 'tag'} title={title}>
      {icon !== '' && <Icon name={icon} tone={kind === 'danger' ? 'danger' : kind === 'warn' ? 'careful' : ''} />}
      {children}
    </span>
  );
}

/** The last part of its path, for labels. */
export function lastOf({ path }: FileView): string {
  return oneLine(path.slice(nameStart(path)));
}
