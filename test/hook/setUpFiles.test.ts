import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { findAgent, findAgents, agentsWithUs, planRemoval, planSetUp } from '../../src/window/setUp/agents';
import type { FoundAgent, SetUpContext } from '../../src/window/setUp/agents';
import { applyChange } from '../../src/window/setUp/change';
import type { Planned, PlannedChange } from '../../src/window/setUp/change';
import { findProgram, versionOf } from '../../src/window/setUp/programs';
import { homeOf } from '../../src/window/home';
import { temporaryFolder } from '../support/cleanup';
import type { TemporaryFolder } from '../support/cleanup';

let temporary: TemporaryFolder;
let root: string;
let context: SetUpContext;

beforeEach(() => {
  temporary = temporaryFolder('su-');
  root = realpathSync(temporary.path);
  mkdirSync(join(root, '.claude'));
  const env = { PATH: join(root, 'bin') };
  context = { places: { home: root, env }, home: homeOf({ COUNTERSIGN_HOME: join(root, '.countersign') }) };
});
afterEach(() => temporary.remove());

const original = '\uFEFF{\r\n  // mine\r\n  "model": "opus", "hooks": {"Stop": []},\r\n}\r\n';
const settings = (): string => join(root, '.claude', 'settings.json');
const agent = (id = 'claude'): FoundAgent => findAgent(id, context)!;
const bytes = (path = settings()): string => readFileSync(path, 'utf8');
const names = (folder = join(root, '.claude')): readonly string[] => readdirSync(folder).sort();

function changeOf(planned: Planned): PlannedChange {
  assert.equal(planned.type, 'change', JSON.stringify(planned));
  return (planned as Extract<Planned, { type: 'change' }>).change;
}

function problemIn(result: { readonly type: string; readonly problem?: string }): string {
  assert.equal(result.type, 'refused', JSON.stringify(result));
  return result.problem ?? '';
}

const setUp = (id = 'claude') => applyChange(changeOf(planSetUp(agent(id), [], [])));
const remove = (id = 'claude') => applyChange(changeOf(planRemoval(agent(id))));

test('set up and taken back, a file has its bytes and its mode again', () => {
  writeFileSync(settings(), original, { mode: 0o640 });
  chmodSync(settings(), 0o640);
  assert.equal(agent().state.type, 'notSetUp');
  assert.equal(setUp().type, 'done');
  assert.equal(agent().state.type, 'setUp');
  assert.equal(planSetUp(agent(), [], []).type, 'same');
  assert.match(bytes(), /countersign-hook/);
  assert.equal(statSync(settings()).mode & 0o777, 0o640);
  assert.equal(remove().type, 'done');
  assert.equal(bytes(), original);
  assert.equal(statSync(settings()).mode & 0o777, 0o640);
  assert.equal(planRemoval(agent()).type, 'same');
});

test('a file that was not there is made for its owner alone, and goes again with the folders made for it', () => {
  mkdirSync(join(root, '.copilot'));
  assert.equal(setUp('copilot').type, 'done');
  const file = join(root, '.copilot/hooks/countersign.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(names(join(root, '.copilot/hooks')), ['countersign.json']);
  assert.equal(remove('copilot').type, 'done');
  assert.deepEqual(names(join(root, '.copilot')), []);
});

test('a plugin of our own is written whole, and goes whole', () => {
  context = { ...context, plugin: '// countersign-plugin\n' };
  mkdirSync(join(root, '.config/opencode'), { recursive: true });
  assert.equal(setUp('opencode').type, 'done');
  assert.equal(bytes(join(root, '.config/opencode/plugin/countersign.ts')), '// countersign-plugin\n');
  assert.equal(remove('opencode').type, 'done');
  assert.deepEqual(names(join(root, '.config/opencode')), []);
});

test('an extra is taken back with the rest, and never comes by itself', () => {
  writeFileSync(settings(), original);
  const asks = agent().setUp.extras.find(({ id }) => id === 'askByDefault')!;
  setUp();
  assert.doesNotMatch(bytes(), /defaultMode/);
  applyChange(changeOf(planSetUp(agent(), [asks], [])));
  assert.match(bytes(), /"defaultMode": "default"/);
  applyChange(changeOf(planRemoval(agent(), [asks])));
  assert.equal(bytes(), original);
});

test('the target of a link is written, and the link stays', () => {
  mkdirSync(join(root, 'dotfiles'));
  const target = join(root, 'dotfiles/claude.json');
  writeFileSync(target, original);
  symlinkSync('../dotfiles/claude.json', settings());
  const { backup = '' } = setUp() as { backup?: string };
  assert.ok(lstatSync(settings()).isSymbolicLink());
  assert.match(bytes(target), /countersign-hook/);
  assert.match(backup, /\/dotfiles\/claude\.json\.countersign-backup-\d{8}-\d{6}$/);
  assert.deepEqual(names(), ['settings.json']);
  remove();
  assert.equal(bytes(target), original);
});

test('what a link leads to must be a regular file', () => {
  symlinkSync(join(root, 'nowhere'), settings());
  assert.match(problemIn(planSetUp(agent(), [], [])), /leads nowhere/);
  assert.equal(existsSync(join(root, 'nowhere')), false);
  assert.equal(agent().state.type, 'unreadable');
  for (const target of [root, '/dev/null']) {
    const other = join(root, '.gemini');
    mkdirSync(other, { recursive: true });
    const link = join(other, 'settings.json');
    if (lstatSync(link, { throwIfNoEntry: false })) spawnSync('rm', [link]);
    symlinkSync(target, link);
    assert.match(problemIn(planSetUp(agent('gemini'), [], [])), /folder|regular file/, target);
  }
});

test('a pipe in the place of a file does not stop the editor', () => {
  spawnSync('mkfifo', [settings()]);
  assert.match(problemIn(planSetUp(agent(), [], [])), /not a regular file/);
});

test('a change is refused when the file is no longer what was shown', () => {
  writeFileSync(settings(), original);
  const change = changeOf(planSetUp(agent(), [], []));
  writeFileSync(settings(), `${original} `);
  assert.match(problemIn(applyChange(change)), /has changed since/);
  assert.equal(bytes(), `${original} `);
  assert.deepEqual(names(), ['settings.json']);

  const fresh = changeOf(planSetUp(agent('kimi'), [], []));
  mkdirSync(join(root, '.kimi-code'));
  writeFileSync(join(root, '.kimi-code/config.toml'), 'model = "k"\n');
  assert.match(problemIn(applyChange(fresh)), /has changed since/);
  assert.equal(bytes(join(root, '.kimi-code/config.toml')), 'model = "k"\n');
});

test('a broken file is refused with the place, and stays', () => {
  const broken = '{\n  "model": "opus",\n  "hooks": {\n';
  writeFileSync(settings(), broken);
  assert.match(problemIn(planSetUp(agent(), [], [])), /^Line \d+, column \d+: /);
  assert.equal(agent().state.type, 'broken');
  for (const odd of [Buffer.from([0xff, 0xfe, 0x7b]), Buffer.from('{"a":"\0"}')]) {
    writeFileSync(settings(), odd);
    assert.match(problemIn(planSetUp(agent(), [], [])), /not text/);
    assert.deepEqual(readFileSync(settings()), odd);
  }
});

test('what is read-only stays', () => {
  writeFileSync(settings(), original);
  chmodSync(settings(), 0o444);
  assert.match(problemIn(planSetUp(agent(), [], [])), /read-only/);
  assert.equal(bytes(), original);
});

const unprivileged = process.getuid?.() !== 0;
test('a folder that cannot be written is a reason, and leaves nothing behind', { skip: !unprivileged }, () => {
  writeFileSync(settings(), original);
  const change = changeOf(planSetUp(agent(), [], []));
  chmodSync(join(root, '.claude'), 0o555);
  assert.match(problemIn(applyChange(change)), /may not/);
  chmodSync(join(root, '.claude'), 0o755);
  assert.deepEqual(names(), ['settings.json']);
});

test('backups are dated, hold the bytes, and only a few of our own are kept', () => {
  writeFileSync(settings(), original, { mode: 0o600 });
  const strangers = [
    'settings.json.countersign-backup-mine',
    'settings.json.bak',
    'other.countersign-backup-20200101-000000',
  ];
  for (const name of strangers) writeFileSync(join(root, '.claude', name), 'x');
  for (let minute = 1; minute <= 6; minute++) {
    const planned = minute % 2 ? planSetUp(agent(), [], []) : planRemoval(agent());
    applyChange(changeOf(planned), new Date(2026, 10, 30, 12, minute));
  }
  const same = changeOf(planSetUp(agent(), [], []));
  applyChange(same, new Date(2026, 10, 30, 12, 6));
  const kept = names().filter((name) => /backup-\d/.test(name) && name.startsWith('settings'));
  assert.deepEqual(kept, [
    'settings.json.countersign-backup-20261130-120500',
    'settings.json.countersign-backup-20261130-120600',
    'settings.json.countersign-backup-20261130-120600-2',
  ]);
  assert.equal(bytes(join(root, '.claude', kept[2]!)), original);
  assert.equal(statSync(join(root, '.claude', kept[2]!)).mode & 0o777, 0o600);
  for (const name of strangers) assert.ok(names().includes(name), name);
});

test('agents are found by their folder, or by a program that can be executed', () => {
  const bin = join(root, 'bin');
  mkdirSync(join(bin, 'gemini'), { recursive: true });
  writeFileSync(join(bin, 'codex'), '#!/bin/sh\n', { mode: 0o644 });
  writeFileSync(join(bin, 'qwen'), '#!/bin/sh\necho "qwen 0.24.4 (build)"; cat\n', { mode: 0o755 });
  assert.deepEqual(
    findAgents(context).map(({ setUp: { id }, program }) => [id, program]),
    [
      ['claude', undefined],
      ['qwen', join(bin, 'qwen')],
    ],
  );
  assert.equal(findProgram(['qwen'], { PATH: 'bin:.:' }), undefined);
});

test('a version is asked for with a limit', async () => {
  const program = join(root, 'agent');
  writeFileSync(program, '#!/bin/sh\ncat >/dev/null; echo "Agent v2.1.332 (Agent)"\n', { mode: 0o755 });
  assert.equal(await versionOf(program, process.env), '2.1.332');
  writeFileSync(program, '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 });
  const started = Date.now();
  assert.equal(await versionOf(program, process.env, 200), undefined);
  assert.ok(Date.now() - started < 10_000);
  assert.equal(await versionOf(join(root, 'none'), process.env), undefined);
});

test('agents that have an entry of ours are known also when they are gone themselves', () => {
  writeFileSync(settings(), original);
  assert.deepEqual(agentsWithUs(context), []);
  setUp();
  setUp('kimi');
  assert.deepEqual(
    agentsWithUs(context).map((one) => one.setUp.id),
    ['claude', 'kimi'],
  );
  // It cannot be taken out of a file that does not parse, but that has to be said.
  writeFileSync(settings(), `${bytes()}}`);
  const [broken] = agentsWithUs(context);
  assert.equal(broken?.state.type, 'broken');
  assert.equal(planRemoval(broken!).type, 'refused');
});
