import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import type { AgentSetUp, SetUpOptions } from '../../src/agents/setup';
import { documentedSetUps, setUps } from '../../src/agents/setups';
import { temporaryFolder } from '../support/cleanup';

const folder = temporaryFolder('cs-setup-');
after(() => folder.remove());

const installed = (name: string) => !spawnSync(name, ['-c', 'true'], { stdio: 'ignore' }).error;
const posix = ['sh', 'bash', 'dash', 'zsh'].filter(installed);
const any = [...posix, ...['fish'].filter(installed)];

/** A home that nobody minds, and one with everything in its path that a shell or shlex might take for its own. */
const names = [
  'plain',
  `with space/o'neil/''/a "quoted" one/$HOME \`id\` $(id)/back\\slash\\/new\nline/; echo x #/*?[a]{b,c}~!!/-n/ünï💡`,
];

const setUpOf = (id: string) => setUps.find((setUp) => setUp.id === id)!;

/** The commands that a set-up writes, read from its text. */
function commandsOf(setUp: AgentSetUp, options: SetUpOptions, extra?: string): readonly string[] {
  const added = setUp.add(undefined, options);
  const written = extra ? setUp.extras.find(({ id }) => id === extra)!.add(added, options) : added;
  const strings = written.matchAll(/"?(?:command|bash)"?\s*[:=] ("(?:[^"\\]|\\.)*")/g);
  return Array.from(strings, (match) => JSON.parse(match[1]!) as string).filter((command) => command !== 'command');
}

/** What a command is split into by a program that reads it as Python's shlex does. */
function split(command: string): readonly string[] {
  const script = 'import json, shlex, sys; print(json.dumps(shlex.split(sys.argv[1])))';
  return JSON.parse(spawnSync('python3', ['-c', script, command], { encoding: 'utf8' }).stdout) as string[];
}

async function run(words: readonly string[], stdin = 'x'.repeat(100_000)) {
  const child = spawn(words[0]!, words.slice(1), { stdio: 'pipe' });
  const errors: string[] = [];
  child.stdin.on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? '')).end(stdin);
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: code as unknown, stdout, stderr, errors };
}

/** Tries a command with a hook that prints what it was given, with one that is no program, and without one. */
async function check(start: (command: string) => readonly string[], command: string, hook: string, words: string) {
  writeFileSync(hook, '#!/bin/sh\ncat >/dev/null\nprintf "<%s>" "$0" "$@"\n');
  chmodSync(hook, 0o755);
  const given = await run(start(command));
  const [agent, ...rest] = / (\w+ --timeout \d+(?: --[\w-]+(?: (?:ask|escalate))?)*)/.exec(command)![1]!.split(' ');
  const expected = [hook, agent, ...rest].map((word) => `<${word}>`).join('');
  assert.deepEqual(given, { code: 0, stdout: expected, stderr: '', errors: [] }, command);
  chmodSync(hook, 0o644);
  const states = [() => undefined, () => rmSync(hook)];
  for (const change of states) {
    change();
    const { code, stdout, stderr, errors } = await run(start(command));
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: words, stderr: '' }, command);
    if (words) assert.deepEqual(errors, [], 'stdin is taken where something is printed');
  }
}

const cases: readonly {
  readonly id: string;
  readonly extra?: string;
  readonly words?: string;
  readonly shells: readonly string[];
}[] = [
  { id: 'claude', shells: posix },
  { id: 'claude', extra: 'tellModel', shells: ['sh'] },
  { id: 'kimi', shells: ['sh'] },
  { id: 'codex', shells: any },
  { id: 'copilot', shells: ['sh'] },
  { id: 'gemini', shells: ['sh'] },
  { id: 'gemini', extra: 'decides', words: '{"decision":"ask"}', shells: posix },
  { id: 'qwen', shells: ['sh'] },
];
for (const { id, extra, words = '', shells } of cases) {
  test(`${id}${extra ? ` with ${extra}` : ''}: the command finds the hook in any folder, and is harmless without it`, async () => {
    for (const name of names) {
      const home = join(folder.path, name);
      mkdirSync(home, { recursive: true });
      const hook = join(home, 'countersign-hook');
      const commands = new Set(commandsOf(setUpOf(id), { hook }, extra));
      assert.ok(commands.size > 0);
      for (const command of commands)
        for (const shell of shells) await check((line) => [shell, '-c', line], command, hook, words);
    }
  });
}

const python = !spawnSync('python3', ['--version'], { stdio: 'ignore' }).error;
test('hermes and others: the command is split without a shell', { skip: !python && 'there is no Python' }, async () => {
  const escalates = '{"action":"approve","message":"No editor is there to decide."}';
  for (const name of names) {
    const home = join(folder.path, name);
    mkdirSync(home, { recursive: true });
    const hook = join(home, 'countersign-hook');
    for (const command of commandsOf(setUpOf('hermes'), { hook })) await check(split, command, hook, '');
    for (const command of commandsOf(setUpOf('hermes'), { hook }, 'escalate'))
      await check(split, command, hook, escalates);
    for (const { command } of documentedSetUps) await check(split, command({ hook }), hook, '');
  }
});
