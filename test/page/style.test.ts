import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../media/review/', import.meta.url));

function read(...extensions: readonly string[]): { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extensions.some((extension) => name.endsWith(extension)))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

const styles = read('.css').map(({ name, text }) => ({ name, text: text.replace(/\/\*[\s\S]*?\*\//g, '') }));
const scripts = read('.ts', '.tsx');

test('no colour is written down: all come from the theme', () => {
  const literal =
    /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|:\s*[^;{]*\b(?:black|white|red|green|blue|yellow|orange|gr[ae]y|silver|purple|pink|brown|cyan|magenta|gold|navy|teal|canvas|canvastext|buttonface)\b/i;
  for (const { name, text } of styles) {
    for (const line of text.split('\n')) {
      const named = line.replace(/var\(--[\w-]+/g, 'var(').replace(/font-family: '[^']*'/g, '');
      assert.doesNotMatch(named.replace(/--cs-[\w-]+/g, ''), literal, `${name}: ${line.trim()}`);
    }
  }
  for (const { name, text } of scripts) assert.doesNotMatch(text, /['"`]#[0-9a-f]{3,8}['"`]|\brgba?\(/i, name);
});

test('every variable of ours is defined, and every one of the theme is asked with its name', () => {
  const all = styles.map((style) => style.text).join('\n');
  const defined = new Set([...all.matchAll(/(--cs-[\w-]+)\s*:/g)].map((match) => match[1]));
  for (const [, name] of all.matchAll(/var\((--[\w-]+)/g)) {
    assert.ok(defined.has(name ?? '') || name?.startsWith('--vscode-'), `${name} is not defined`);
  }
});

test('the icons are those of the package, and all that are used are there', () => {
  const css = readFileSync(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.css')), 'utf8');
  const theirs = new Map(
    [...css.matchAll(/\.codicon-([\w-]+):before \{ content: "(\\\w+)" \}/g)].map((m) => [m[1], m[2]]),
  );
  const ours = new Map(
    styles.flatMap(({ text }) =>
      [...text.matchAll(/\.codicon-([\w-]+)::before\s*\{\s*content:\s*'(\\\w+)'/g)].map((m) => [m[1], m[2]]),
    ),
  );
  assert.ok(ours.size > 10);
  for (const [name, content] of ours) assert.equal(content, theirs.get(name), name);
  const used = new Set(
    scripts.flatMap(({ text }) =>
      [...text.matchAll(/(?:icon|name)(?:=|: )[{]?['"]([a-z][a-z-]+)['"]/g)].map((m) => m[1]),
    ),
  );
  for (const name of used) if (theirs.has(name)) assert.ok(ours.has(name), `${name} is used but not in codicons.css`);
  for (const name of ours.keys())
    assert.ok(
      scripts.some(({ text }) => text.includes(`'${name}'`) || text.includes(`"${name}"`)),
      `${name} is not used`,
    );
});

test('nothing writes HTML', () => {
  for (const { name, text } of scripts)
    assert.doesNotMatch(
      text,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment/,
      name,
    );
});

test('files are short', () => {
  for (const { name, text } of [...scripts, ...styles]) assert.ok(text.split('\n').length <= 300, name);
});
