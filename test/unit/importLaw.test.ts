import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';

// The law is a lint rule, and a lint rule can be written so that it never fires: each breach is tried on it here.
const folder = mkdtempSync(join(tmpdir(), 'law-'));
after(() => rmSync(folder, { recursive: true, force: true }));
cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));

const breaches: readonly (readonly [file: string, imported: string])[] = [
  ['src/protocol/a.ts', '../core/b'],
  ['src/protocol/a.ts', 'node:fs'],
  ['src/protocol/a.ts', 'zod'],
  ['src/protocol/a.ts', 'ws'],
  ['src/core/a.ts', 'vscode'],
  ['src/core/a.ts', 'node:crypto'],
  ['src/core/a.ts', '../agents/b'],
  ['src/core/a.ts', '../window/b'],
  ['src/agents/x/a.ts', 'node:fs'],
  ['src/agents/x/a.ts', '../../window/b'],
  ['src/agents/x/a.ts', '../../extension/b'],
  ['src/window/a.ts', 'vscode'],
  ['src/window/a.ts', '../extension/b'],
  ['src/hook/a.ts', 'zod/mini'],
  ['src/hook/a.ts', 'ws'],
  ['src/hook/a.ts', '../core/b'],
  ['src/extension/a.ts', '../hook/b'],
  ['media/review/a.ts', 'vscode'],
  ['media/review/a.ts', 'node:fs'],
  ['media/review/a.ts', '../../src/window/b'],
];
const lawful: readonly (readonly [file: string, imported: string])[] = [
  ['src/protocol/c.ts', 'zod/mini'],
  ['src/protocol/c.ts', './b'],
  ['src/core/c.ts', '../protocol/b'],
  ['src/core/c.ts', 'diff'],
  ['src/agents/x/c.ts', '../../core/b'],
  ['src/window/c.ts', '../agents/b'],
  ['src/hook/c.ts', '../protocol/b'],
  ['src/extension/c.ts', '../window/b'],
  ['media/review/c.ts', '../../src/core/b'],
];

function lint(imports: typeof breaches): string {
  const byFile = new Map<string, string[]>();
  for (const [file, imported] of imports) byFile.set(file, [...(byFile.get(file) ?? []), imported]);
  for (const [file, all] of byFile) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const code = all.map((imported, index) => `import { x as x${index} } from '${imported}';\nx${index}();\n`).join('');
    writeFileSync(join(folder, file), code);
  }
  const files = [...byFile.keys()];
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format', 'unix', ...files], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout;
}

test('every breach of the import law is an error', () => {
  const found = lint(breaches);
  for (const [file, imported] of breaches) {
    const line = breaches.filter((one) => one[0] === file).findIndex((one) => one[1] === imported) * 2 + 1;
    const hit = found
      .split('\n')
      .some((one) => one.includes(`${file}:${line}:`) && one.includes('no-restricted-imports'));
    assert.ok(hit, `${file} may not import ${imported}`);
  }
});

test('lawful imports are none', () => {
  assert.doesNotMatch(lint(lawful), /no-restricted-imports/);
});
