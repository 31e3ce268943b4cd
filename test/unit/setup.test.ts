import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { adapters } from '../../src/agents/registry';
import { isHookCommand } from '../../src/agents/hookCommand';
import { pluginMarker } from '../../src/agents/opencode/setup';
import type { AgentSetUp, SetUpOptions } from '../../src/agents/setup';
import { documentedSetUps, setUps } from '../../src/agents/setups';
import { jsonTexts, tomlTexts, yamlTexts } from '../support/configTexts';

const options: SetUpOptions = {
  hook: `/home/o'neil $x/.countersign/bin/countersign-hook`,
  plugin: `// ${pluginMarker} 1\n`,
};
const other: SetUpOptions = {
  ...options,
  hook: '/elsewhere/bin/countersign-hook',
  plugin: `// ${pluginMarker} 2\n`,
};
const group = { matcher: 'Bash', hooks: [{ type: 'command', command: 'other', timeout: 3 }] };

const textsOf: Readonly<Record<string, fc.Arbitrary<string>>> = {
  claude: jsonTexts(['hooks', 'PermissionRequest'], group),
  kimi: tomlTexts('hooks', { event: 'Stop', command: 'other' }),
  codex: jsonTexts(['hooks', 'PermissionRequest'], group),
  // A file of our own: what else stands in it was put there by hand.
  copilot: jsonTexts(['hooks', 'preToolUse'], { type: 'command', bash: 'other' }).filter((text) =>
    /^\s*\{\s*"/.test(text),
  ),
  gemini: jsonTexts(['hooks', 'BeforeTool'], group),
  qwen: jsonTexts(['hooks', 'PermissionRequest'], group),
  hermes: yamlTexts(['hooks', 'pre_tool_call'], { matcher: 'x', command: 'other', timeout: 3 }),
};

function setUpOf(id: string): AgentSetUp {
  return setUps.find((setUp) => setUp.id === id)!;
}

for (const setUp of setUps) {
  const texts = fc.option(textsOf[setUp.id] ?? fc.constant(undefined), { nil: undefined });
  const versioned = (text: string | undefined) =>
    setUp.id !== 'copilot' || text === undefined || text.includes('"version"')
      ? text
      : text.replace('{', '{"version": 1, ');

  test(`${setUp.name}: added once, taken back to the byte`, () => {
    fc.assert(
      fc.property(texts, (drawn) => {
        const text = versioned(drawn);
        assert.deepEqual(setUp.state(text, options), { type: 'notSetUp' });
        const added = setUp.add(text, options);
        assert.deepEqual(setUp.state(added, options), { type: 'setUp' });
        assert.equal(setUp.add(added, options), added);
        assert.equal(setUp.remove(added), text);
        if (text !== undefined) assert.equal(setUp.remove(text), text);
      }),
      { numRuns: 150 },
    );
  });

  test(`${setUp.name}: an outdated set-up is brought up to date, and back`, () => {
    fc.assert(
      fc.property(texts, (drawn) => {
        const text = versioned(drawn);
        const old = setUp.add(text, other);
        assert.deepEqual(setUp.state(old, options), { type: 'outdated' });
        const updated = setUp.add(old, options);
        assert.equal(updated, setUp.add(text, options));
        assert.equal(setUp.add(updated, other), old);
      }),
      { numRuns: 80 },
    );
  });

  test(`${setUp.name}: every extra is off until it is switched on, and goes without residue`, () => {
    fc.assert(
      fc.property(texts, (drawn) => {
        const text = versioned(drawn);
        const base = setUp.add(text, options);
        for (const extra of setUp.extras) {
          assert.equal(extra.state(base), 'off');
          const on = extra.add(base, options);
          assert.equal(extra.state(on), 'on');
          assert.equal(extra.add(on, options), on);
          assert.deepEqual(setUp.state(on, options), { type: 'setUp' }, extra.id);
          assert.equal(extra.remove(on, options), base);
          assert.equal(extra.remove(base, options), base);
        }
        const all = setUp.extras.reduce((made, extra) => extra.add(made, options), base);
        const none = setUp.extras.toReversed().reduce((made, extra) => extra.remove(made, options)!, all);
        assert.equal(none, base);
      }),
      { numRuns: 80 },
    );
  });

  test(`${setUp.name}: a broken file is refused with the place, and kept`, () => {
    if (setUp.id === 'opencode') return;
    for (const text of ['{ "a": \n', 'a = = 1\n: x\n', 'hooks: {\n']) {
      const state = setUp.state(text, options);
      assert.equal(state.type, 'broken', text);
      assert.ok(state.type === 'broken' && state.line >= 1 && state.column >= 1);
      assert.throws(() => setUp.add(text, options), { name: 'ConfigError' });
      assert.throws(() => setUp.remove(text), { name: 'ConfigError' });
    }
  });
}

test('realistic configurations become exactly what is expected', () => {
  const folder = 'test/fixtures/setup';
  const read = (name: string | undefined) =>
    name === undefined ? undefined : readFileSync(join(folder, name), 'utf8');
  const names = readdirSync(folder);
  for (const setUp of setUps.filter(({ id }) => id !== 'opencode')) {
    const [before, after] = ['before', 'after'].map((when) =>
      names.find((name) => name.startsWith(`${setUp.id}.${when}.`)),
    );
    const added = setUp.add(read(before), { hook: '/home/ada/.countersign/bin/countersign-hook' });
    assert.equal(added, read(after), setUp.id);
    assert.equal(setUp.remove(added), read(before), setUp.id);
  }
});

test('one entry of ours stands in the file, however many there were', () => {
  const claude = setUpOf('claude');
  const handler = { type: 'command', command: '~/.countersign/bin/countersign-hook claude --timeout 9', timeout: 9 };
  const mixed = { matcher: 'Bash', hooks: [handler, { type: 'command', command: 'mine' }] };
  const text = JSON.stringify({
    hooks: { PermissionRequest: [mixed, { hooks: [handler] }], Stop: [{ hooks: [handler] }] },
  });
  assert.deepEqual(claude.state(text, options), { type: 'outdated' });
  const added: unknown = JSON.parse(claude.add(text, options));
  const wanted: unknown = JSON.parse(claude.add('{}', options));
  assert.deepEqual(added, {
    hooks: {
      PermissionRequest: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] },
        ...(wanted as { hooks: { PermissionRequest: unknown[] } }).hooks.PermissionRequest,
      ],
    },
  });
});

test('a setting of the user is not touched, and not taken away with the hook', () => {
  const claude = setUpOf('claude');
  const asks = claude.extras.find(({ id }) => id === 'askByDefault')!;
  const theirs = '{"permissions": {"defaultMode": "plan"}}';
  assert.equal(asks.state(theirs), 'other');
  assert.equal(asks.add(theirs, options), theirs);
  assert.equal(asks.remove(theirs, options), theirs);
  const both = asks.add(claude.add(undefined, options), options);
  assert.deepEqual(JSON.parse(claude.remove(both)!), { permissions: { defaultMode: 'default' } });
});

test('each agent is told its timeout in its own unit', () => {
  const timeouts = (id: string, text?: string) =>
    [
      ...setUpOf(id)
        .add(text, options)
        .matchAll(/"?(timeout|timeoutSec)"?\s*[:=] (\d+)/g),
    ].map((match) => Number(match[2]));
  const told = (id: string, text?: string) =>
    [
      ...setUpOf(id)
        .add(text, options)
        .matchAll(/--timeout (\d+)/g),
    ].map((match) => Number(match[1]));
  assert.deepEqual([timeouts('claude'), told('claude')], [[86_400], [86_400]]);
  assert.deepEqual(
    [timeouts('kimi'), told('kimi')],
    [
      [600, 30, 600],
      [600, 30, 600],
    ],
  );
  assert.deepEqual([timeouts('codex'), told('codex')], [[86_400], [86_400]]);
  assert.deepEqual(
    [timeouts('copilot'), told('copilot')],
    [
      [86_400, 86_400],
      [86_400, 86_400],
    ],
  );
  assert.deepEqual([timeouts('gemini'), told('gemini')], [[86_400_000], [86_400]]);
  assert.deepEqual([timeouts('qwen'), told('qwen')], [[86_400_000], [86_400]]);
  assert.deepEqual([timeouts('hermes'), told('hermes')], [[300], [30]]);
  const outer = (seconds: number) => told('hermes', `plugins:\n  hook_callback_timeout: ${seconds}\n`);
  assert.deepEqual([outer(120), outer(600), outer(0)], [[120], [300], [300]]);
});

test('Hermes waits longer once it is allowed to', () => {
  const hermes = setUpOf('hermes');
  const longer = hermes.extras.find(({ id }) => id === 'longerWait')!;
  const text = longer.add(hermes.add(undefined, options), options);
  assert.match(text, /--timeout 300"/);
  assert.match(text, /\nplugins:\n {2}hook_callback_timeout: 600\n$/);
  assert.equal(longer.remove(text, options), hermes.add(undefined, options));
});

test('every command is known again, and nothing else is', () => {
  for (const { command } of documentedSetUps) assert.ok(isHookCommand(command(options)));
  for (const command of [
    '~/.countersign/bin/countersign-hook kimi',
    `"C:\\x\\countersign-hook.cmd" claude`,
    'countersign-hook',
  ])
    assert.ok(isHookCommand(command), command);
  for (const command of ['my-countersign-hook', 'countersign-hooks', 'countersign', '/x/countersign-hook.py', 3])
    assert.ok(!isHookCommand(command), String(command));
});

test('configurations are found where the environment puts them', () => {
  const placeOf = (id: string, env: Readonly<Record<string, string>> = {}) =>
    setUpOf(id).place({ home: '/h', env }).file;
  const places: Readonly<Record<string, readonly [string, Readonly<Record<string, string>>, string]>> = {
    claude: ['/h/.claude/settings.json', { CLAUDE_CONFIG_DIR: '/c' }, '/c/settings.json'],
    kimi: ['/h/.kimi-code/config.toml', { KIMI_CODE_HOME: '~/k' }, '/h/k/config.toml'],
    codex: ['/h/.codex/hooks.json', { CODEX_HOME: '/c' }, '/c/hooks.json'],
    copilot: ['/h/.copilot/hooks/countersign.json', { COPILOT_HOME: '/c' }, '/c/hooks/countersign.json'],
    gemini: ['/h/.gemini/settings.json', { GEMINI_CLI_HOME: '/g' }, '/g/.gemini/settings.json'],
    qwen: ['/h/.qwen/settings.json', { QWEN_HOME: '/q' }, '/q/settings.json'],
    hermes: ['/h/.hermes/config.yaml', { HERMES_HOME: '/m' }, '/m/config.yaml'],
    opencode: [
      '/h/.config/opencode/plugin/countersign.ts',
      { XDG_CONFIG_HOME: '/x' },
      '/x/opencode/plugin/countersign.ts',
    ],
  };
  for (const { id } of setUps) {
    const [usual, env, moved] = places[id]!;
    assert.deepEqual([placeOf(id), placeOf(id, env)], [usual, moved]);
  }
  assert.equal(placeOf('opencode', { OPENCODE_CONFIG_DIR: '/o', XDG_CONFIG_HOME: '/x' }), '/o/plugin/countersign.ts');
});

test('an opencode plugin that is not ours is left alone', () => {
  const opencode = setUpOf('opencode');
  assert.equal(opencode.state('export const x = 1', options).type, 'broken');
  assert.throws(() => opencode.add('export const x = 1', options), { name: 'ConfigError', line: 1 });
  assert.equal(opencode.remove('export const x = 1'), 'export const x = 1');
});

test('every adapter can be set up', () => {
  const known = new Set([...setUps, ...documentedSetUps].map(({ id }) => id));
  assert.deepEqual(
    adapters.filter(({ id }) => !known.has(id)),
    [],
  );
});
