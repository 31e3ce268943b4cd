import { hasOwnLetters, isBox, usePageKeys } from '../pageKeys';
import type { EditDesk } from './editDesk';
import { editIntent, type EditIntent } from './editKeys';
import { fileHere, goToFile, hunkHere, move } from './here';

/** The keys of an edit. They come after those that decide, and only from the person. */
export function useEditKeys(desk: EditDesk): void {
  usePageKeys((event) => {
    const { target } = event;
    if (hasOwnLetters(target)) return false;
    const intent = editIntent({
      key: event.key,
      ctrl: event.ctrlKey,
      shift: event.shiftKey,
      alt: event.altKey,
      meta: event.metaKey,
      repeat: event.repeat,
      altGraph: event.getModifierState('AltGraph'),
      writing: isBox(target),
    });
    return intent !== null && run(desk, intent);
  }, desk);
}

function run(desk: EditDesk, intent: EditIntent): boolean {
  const { open, edits } = desk.common.get('') ?? {};
  const canEdit = open === true && edits?.possible === true;
  const index = Number(fileHere()?.dataset.index ?? -1);
  const item = desk.files[index];
  switch (intent.type) {
    case 'move':
      return move(intent.kind, intent.by);
    case 'take': {
      const id = hunkHere()?.dataset.id;
      if (id === undefined) return false;
      if (canEdit) desk.acts.take(id, desk.left.get(id) === true);
      return true;
    }
    case 'view':
      if (!item) return false;
      desk.acts.view(item.file, desk.viewed.get(item.file.absolutePath) !== true);
      // What is folded away takes its place in view with it.
      setTimeout(() => goToFile(index));
      return true;
    case 'whitespace':
      desk.acts.prefer({ whitespace: !desk.whitespace.shown });
      return true;
    case 'edit':
      if (!item || !canEdit) return false;
      desk.acts.openDiff(true, item.file.absolutePath);
      return true;
  }
}
