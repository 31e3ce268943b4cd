import type { FileView, LineView, SubjectView } from '../../src/protocol/views';
import { fileOf, storeFile, zshrcFile } from './editReviews';

/* Edits as subjects of a request, without a review of them. */

const store: FileView = { ...storeFile, tags: ['CRLF kept'], oldLines: 140, unsaved: true };

const loop = fileOf(
  'src/auth/refreshLoop.ts',
  [
    {
      id: 'l1',
      oldStart: 0,
      newStart: 1,
      lines: [
        { type: 'add', text: "import { store } from './store';", new: 1 },
        { type: 'add', text: '', new: 2 },
        { type: 'add', text: 'export function startRefreshLoop(every = 30_000): NodeJS.Timeout {', new: 3 },
        { type: 'add', text: '  return setInterval(() => void store.refreshExpiring(), every).unref();', new: 4 },
        { type: 'add', text: '}', new: 5, noNewline: true },
      ],
    },
  ],
  { status: 'new', tags: ['no newline at the end'], oldLines: 0 },
);

/** A file to change for other tests. */
export const someFile: FileView = {
  ...zshrcFile,
  path: '/home/mira/.zshrc',
  warnings: [
    ...zshrcFile.warnings,
    { kind: 'link', title: 'Link to ~/dotfiles/zshrc', text: 'What is written lands in ~/dotfiles/zshrc.' },
  ],
};

export const edit: SubjectView = { type: 'edit', files: [store, loop, someFile], fields: [] };

export const brokenEdit: SubjectView = {
  type: 'edit',
  files: [
    {
      ...store,
      status: 'wouldNotApply',
      hunks: [],
      added: 0,
      removed: 0,
      tags: [],
      unsaved: false,
      problem: 'The text it replaces is not in the file.',
      nearest: {
        startLine: 88,
        endLine: 89,
        words: 2,
        lines: [
          { type: 'remove', text: '    const token = this.memory.get(id);', old: 88 },
          { type: 'remove', text: '    if (token) return refreshInline(token);', old: 89 },
          { type: 'add', text: '    const token = this.cache.get(id);' },
          { type: 'add', text: '    if (token) return renew(token);' },
        ],
      },
    },
  ],
  fields: [
    { name: 'old_string', text: '    const token = this.cache.get(id);\n    if (token) return renew(token);' },
    {
      name: 'new_string',
      text: '    const token = await this.redis.get(key(id));\n    if (token === null) return undefined;',
    },
  ],
};

/** An edit of one new file of so many lines. */
export function bigEdit(lines: number): SubjectView {
  const half = Math.floor(lines / 2);
  const all: LineView[] = [];
  for (let i = 1; i <= half; i += 1)
    all.push({ type: 'remove', text: `  const value${i} = compute(${i}, 'before');`, old: i });
  for (let i = 1; i <= half; i += 1)
    all.push({ type: 'add', text: `  const value${i} = await compute(${i}, 'after');`, new: i });
  const file: FileView = {
    ...store,
    added: half,
    removed: half,
    oldLines: half,
    hunks: [{ id: 'hunk-big', oldStart: 1, newStart: 1, lines: all }],
  };
  return { type: 'edit', files: [file], fields: [] };
}
