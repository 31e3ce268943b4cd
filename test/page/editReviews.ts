import type { EditReviewView, FileHunkView, FileView, LineView, RequestView } from '../../src/protocol/views';
import { request } from './requests';

/** A hunk that can be taken, from the lines of a patch. */
export function hunkOf(id: string, oldStart: number, newStart: number, text: string): FileHunkView {
  let [old, now] = [oldStart, newStart];
  const lines = text.split('\n').map((line): LineView => {
    const rest = line.slice(1);
    if (line.startsWith('+')) return { type: 'add', text: rest, new: now++ };
    if (line.startsWith('-')) return { type: 'remove', text: rest, old: old++ };
    return { type: 'context', text: rest, old: old++, new: now++ };
  });
  return { id, oldStart, newStart, lines };
}

export function fileOf(path: string, hunks: readonly FileHunkView[], more: Partial<FileView> = {}): FileView {
  const count = (type: LineView['type']): number =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.type === type).length, 0);
  return {
    path,
    absolutePath: `/home/mira/atlas-api/${path}`,
    status: 'changed',
    warnings: [],
    tags: [],
    added: count('add'),
    removed: count('remove'),
    hunks,
    oldLines: 120,
    language: 'typescript',
    edited: false,
    unsaved: false,
    ...more,
  };
}

export const storeFile = fileOf('src/auth/store.ts', [
  hunkOf(
    's1',
    41,
    41,
    `   async get(id: string): Promise<Token | undefined> {
-    const token = this.memory.get(id);
-    if (token && token.exp < Date.now()) return refreshInline(token);
+    const token = await this.redis.get(key(id));
+    if (token === null) return undefined;
     return token;
   }`,
  ),
  hunkOf(
    's2',
    63,
    63,
    `   async set(id: string, token: Token) {
-    this.memory.set(id, token);
+    await this.redis.set(id, token, { ttl: 86400 });
   }`,
  ),
]);

export const zshrcFile = fileOf(
  '~/.zshrc',
  [
    hunkOf(
      'z1',
      12,
      12,
      '-export REDIS_URL=redis://localhost:6379\n+export REDIS_URL=redis://redis.internal:6379\n export EDITOR=code',
    ),
  ],
  {
    absolutePath: '/home/mira/.zshrc',
    language: 'bash',
    oldLines: 40,
    warnings: [{ kind: 'outsideProject', title: 'Outside the project', text: 'It is not in atlas-api.' }],
  },
);

export const files = [storeFile, zshrcFile];

export const remember: RequestView['abilities']['additions'] = [
  { id: 'rule-1', label: 'and do not ask for edits of src/auth again', detail: 'In this session only. Kept nowhere.' },
  { id: 'rule-2', label: 'and accept all edits', detail: 'In this project. Stored in .claude/settings.local.json.' },
];

export function editReview(change: Partial<EditReviewView> = {}): EditReviewView {
  return {
    type: 'edit',
    comments: [],
    edits: { possible: true },
    quickRemarks: ['Add a test', 'Out of scope'],
    left: [],
    viewed: [],
    told: 'Claude Code does not tell its model that a part was taken.',
    approvalMessage: false,
    ...change,
  };
}

export function editRequest(change: Partial<EditReviewView> = {}, more: Partial<RequestView> = {}): RequestView {
  return request({
    id: 'e1',
    subject: { type: 'edit', files, fields: [] },
    review: editReview(change),
    ...more,
  });
}
