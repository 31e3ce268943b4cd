import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  commands,
  commentCommands,
  commentControllerId,
  contextKeys,
  settingKeys,
  settingsSection,
} from '../../src/extension/ids';

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly enablement?: string }[];
    readonly keybindings?: unknown;
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope: string; readonly default: unknown }>>;
    };
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const words = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;

test('package.json contributes exactly the commands and settings that the code names', () => {
  const named = [...Object.values(commands), ...Object.values(commentCommands)];
  assert.deepEqual(manifest.contributes.commands.map((one) => one.command).sort(), named.sort());
  const keys = Object.values(settingKeys).map((key) => `${settingsSection}.${key}`);
  assert.deepEqual(Object.keys(manifest.contributes.configuration.properties).sort(), keys.sort());
});

test('no setting can come from a workspace', () => {
  for (const [name, setting] of Object.entries(manifest.contributes.configuration.properties)) {
    assert.ok(['machine', 'application'].includes(setting.scope), name);
  }
});

test('context keys in package.json are ours, and no key is bound to a decision', () => {
  const known: readonly string[] = Object.values(contextKeys);
  for (const { enablement } of manifest.contributes.commands) {
    for (const [key] of enablement?.matchAll(/countersign\.[\w.]+/g) ?? []) assert.ok(known.includes(key), key);
  }
  assert.equal(manifest.contributes.keybindings, undefined);
});

test('commands of comments stand at comments of ours only, and in no palette', () => {
  const { commandPalette = [], ...others } = manifest.contributes.menus;
  const hidden = commandPalette.filter((item) => item.when === 'false').map((item) => item.command);
  assert.deepEqual(hidden.sort(), Object.values(commentCommands).sort());
  for (const item of Object.values(others).flat())
    assert.ok(item.when.startsWith(`commentController == ${commentControllerId}`));
});

test('every placeholder has its words, and every word its placeholder', () => {
  const used = [...readFileSync('package.json', 'utf8').matchAll(/"%([\w.]+)%"/g)].map((match) => match[1]);
  assert.deepEqual([...new Set(used)].sort(), Object.keys(words).sort());
});
