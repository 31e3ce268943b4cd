import type { JSX } from 'preact';
import type { Preferences } from '../../../src/protocol/page';
import { useBoard } from '../comments/board';
import { chooseByArrows } from '../radios';
import { Icon } from '../text';
import { count } from '../words';
import type { EditDesk } from './editDesk';
import { move } from './here';

const layouts: readonly { readonly layout: Preferences['layout']; readonly label: string }[] = [
  { layout: 'unified', label: 'Unified' },
  { layout: 'split', label: 'Side by side' },
];

/** The row above an edit. */
export function EditTools(props: {
  desk: EditDesk;
  preferences: Preferences;
  /** Whether the list of files is open; null if there is one file only. */
  files: boolean | null;
  setFiles: (open: boolean) => void;
  /** Null where nothing can be commented. */
  commentAll: (() => void) | null;
}): JSX.Element {
  const { desk, preferences, files, setFiles, commentAll } = props;
  const { acts, hunks } = desk;
  const here = useBoard(desk.here, 'hunk');
  const only = desk.files.length === 1 ? desk.files[0]?.file.absolutePath : undefined;
  const hasDiff = desk.files.some((item) => item.hunks.length > 0);
  return (
    <div class="tools" role="toolbar" aria-label="Diff">
      {files !== null && <Tool icon="list-tree" label="File list" pressed={files} press={() => setFiles(!files)} />}
      {hunks > 0 && (
        <>
          <Tool icon="arrow-up" label="Previous hunk (P)" press={() => void move('hunk', -1)} />
          <Tool icon="arrow-down" label="Next hunk (N)" press={() => void move('hunk', 1)} />
          <span class="quiet num">
            {here === undefined
              ? count(hunks, 'hunk')
              : `hunk ${here.toLocaleString('en')} of ${hunks.toLocaleString('en')}`}
          </span>
        </>
      )}
      <span class="grow" />
      {hunks > 0 && (
        <div class="seg hide-s" role="radiogroup" aria-label="Layout" onKeyDown={chooseByArrows}>
          {layouts.map(({ layout, label }) => (
            <button
              type="button"
              role="radio"
              aria-checked={preferences.layout === layout}
              tabIndex={preferences.layout === layout ? 0 : -1}
              onClick={() => keepingPlace(() => acts.prefer({ layout }))}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <Tool
        icon="whitespace"
        label="Show whitespace (W)"
        pressed={preferences.whitespace}
        press={() => acts.prefer({ whitespace: !preferences.whitespace })}
      />
      {commentAll && <Tool icon="comment" label="Comment on the whole edit" press={commentAll} />}
      {hasDiff && (
        <>
          <span class="sep" />
          <button type="button" class="btn sm ghost" onClick={() => acts.openDiff(false, only)}>
            <Icon name="diff" />
            <span>Open in diff editor</span>
          </button>
        </>
      )}
    </div>
  );
}

/** What is at the top of the view stays there when the layout changes around it. */
function keepingPlace(change: () => void): void {
  const main = document.querySelector('main');
  const box = main?.getBoundingClientRect();
  if (!main || !box) return change();
  const x = box.left + box.width * 0.75;
  let row: HTMLElement | null = null;
  for (let y = box.top + 48; !row && y < box.bottom; y += 10)
    row = document.elementFromPoint(x, y)?.closest<HTMLElement>('.dl, .hunk-head') ?? null;
  const top = row?.getBoundingClientRect().top ?? 0;
  const { side, old, new: now } = row?.dataset ?? {};
  const hunk = row?.closest('[data-hunk]');
  change();
  setTimeout(() => {
    const same = side
      ? hunk?.querySelector(`.dl[data-side=${side}][data-${side}="${side === 'old' ? old : now}"]`)
      : hunk;
    const there = same ?? hunk;
    if (there?.isConnected) main.scrollTop += there.getBoundingClientRect().top - top;
  });
}

function Tool(props: { icon: string; label: string; press: () => void; pressed?: boolean }): JSX.Element {
  const { icon, label, press, pressed } = props;
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label={label.replace(/ \(.*\)$/, '')}
      title={label}
      aria-pressed={pressed}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  );
}
