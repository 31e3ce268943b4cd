import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steering } from '../../src/window/preparing';
import { warningNotes, warningsOf } from '../../src/core/edit/warnings';
import { languageOf } from '../../src/core/edit/language';

const kinds = (path: string, realPath = path, outsideProject = false): string[] =>
  warningsOf({ path, realPath, outsideProject }, steering).map((one) => one.kind);

test('files that steer agents, this editor or a shell stand out; others do not', () => {
  for (const path of [
    ...['/w/.git/config', '/w/.GIT/hooks/pre-commit', '/w/.claude/settings.json', '/h/.claude.json', '/w/.mcp.json'],
    ...[
      '/h/.kimi-code/config.toml',
      '/w/.vscode/tasks.json',
      '/w/a.code-workspace',
      '/h/.countersign/bin/countersign-hook',
    ],
    ...[
      '/h/.zshrc',
      '/h/.bashrc',
      '/h/.profile',
      '/h/.config/fish/config.fish',
      '/w/.husky/pre-push',
      '/h/.ssh/config',
    ],
  ])
    assert.deepEqual(kinds(path), ['steering'], path);
  for (const path of [
    '/w/src/git.ts',
    '/w/.gitignore',
    '/w/.github/x.yml',
    '/w/claude/a.md',
    '/w/vscode/b',
    '/w/zshrc',
  ])
    assert.deepEqual(kinds(path), [], path);
});

test('what is outside, and links, are named; a link to a steering file is one', () => {
  assert.deepEqual(kinds('/etc/hosts', '/etc/hosts', true), ['outsideProject']);
  assert.deepEqual(kinds('/w/notes', '/h/.zshrc', true), ['outsideProject', 'steering', 'link']);
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    path: `/x/${name}`,
    warnings: warningsOf({ path: `/x/${name}`, realPath: `/x/${name}`, outsideProject: true }, []),
  }));
  assert.deepEqual(warningNotes(files), [
    { kind: 'warn', title: 'Outside the project:', text: '/x/a, /x/b, /x/c and 2 more' },
  ]);
});

test('languages go by the name of the file', () => {
  assert.deepEqual(['a/b.TS', 'Dockerfile', 'x.constructor', 'x', '.bashrc', 'a.b/c'].map(languageOf), [
    'typescript',
    'dockerfile',
    undefined,
    undefined,
    'bash',
    undefined,
  ]);
});
