import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUps } from '../../src/agents/setups';
import { configuredHooks } from '../../src/window/doctor/configured';
import { problemsOf } from '../../src/window/doctor/conflicts';
import type { AgentFacts, DoctorFacts, WindowFacts } from '../../src/window/doctor/facts';
import { allProblems, doctorReport } from '../../src/window/doctor/report';
import { shortened } from '../../src/window/doctor/shorten';
import { hookWords } from '../../src/window/doctor/shells';
import type { FoundAgent } from '../../src/window/setUp/agents';

const home = '/home/dev';
const hook = `${home}/.countersign/bin/countersign-hook`;

const soundWindow: WindowFacts = {
  version: '0.1.0',
  editor: 'Visual Studio Code 1.100.0',
  platform: 'linux',
  folders: [`${home}/project`],
  paused: false,
  address: 'socket',
  record: { path: `${home}/.countersign/windows/1-a.json`, mode: 0o600 },
  recordFolder: { path: `${home}/.countersign/windows`, mode: 0o700 },
  liveWindows: 1,
  hookFiles: [
    { path: hook, mode: 0o755 },
    { path: `${home}/.countersign/bin/hook.cjs`, mode: 0o644 },
  ],
  hookVersion: '0.1.0',
  node: { path: '/usr/bin/node', version: '20.1.0' },
  runtime: { path: '/opt/editor/code', isThere: true },
};

const soundAgent: AgentFacts = {
  id: 'claude',
  name: 'Claude Code',
  program: `${home}/.local/bin/claude`,
  version: '2.1.332',
  file: `${home}/.claude/settings.json`,
  state: { type: 'setUp' },
  extras: [],
  capabilities: 'Approve.',
  hooks: [{ file: '', event: 'PermissionRequest', matcher: '*', command: '', agentTimeout: 86_400 }],
  problems: [],
  live: [{ event: 'PermissionRequest', result: { type: 'passed', ms: 42, bytes: 193 } }],
};

const factsWith = (window: Partial<WindowFacts>, ...agents: readonly AgentFacts[]): DoctorFacts => ({
  at: new Date('2026-11-30T12:00:00Z'),
  home,
  window: { ...soundWindow, ...window },
  agents,
});

test('a report where all is well', () => {
  const report = doctorReport(factsWith({}, soundAgent));
  assert.equal(
    report,
    `# Countersign: Doctor

2026-11-30 12:00 UTC. Nothing is wrong.

## This window

- Countersign 0.1.0 in Visual Studio Code 1.100.0 on linux
- folders: \`~/project\`
- endpoint: a Unix socket in its own folder
- discovery record: \`~/.countersign/windows/1-a.json\` (0600), its folder \`~/.countersign/windows\` (0700)
- windows that listen: 1
- hook: version 0.1.0, 2 of 2 files, \`~/.countersign/bin/countersign-hook\` (0755), \`~/.countersign/bin/hook.cjs\` (0644)
- Node on the PATH: \`/usr/bin/node\`, 20.1.0
- Node of the editor: \`/opt/editor/code\`

## Agents

### Claude Code

- program: \`~/.local/bin/claude\`, 2.1.332
- configuration: \`~/.claude/settings.json\`, set up
- hooks: \`PermissionRequest\` for \`*\`, 86400 s
- here: Approve.
- live check of \`PermissionRequest\`: **passed** in 42 ms, 193 bytes as answered
`,
  );
});

test('every problem of a window has a step, and those that can be mended here say how', () => {
  const mends = (window: Partial<WindowFacts>): readonly (string | undefined)[] =>
    allProblems(factsWith(window)).map(({ mend, step }) => (step === '' ? 'no step' : mend?.type));
  assert.deepEqual(mends({}), []);
  assert.deepEqual(mends({ folders: [] }), ['openFolder']);
  assert.deepEqual(mends({ paused: true }), ['resume']);
  assert.deepEqual(mends({ hookFiles: [{ path: hook, mode: undefined }] }), ['installHook']);
  assert.deepEqual(mends({ hookFiles: [{ path: hook, mode: 0o644 }] }), ['installHook']);
  assert.deepEqual(mends({ node: undefined, runtime: { path: '/gone', isThere: false } }), ['installHook']);
  assert.deepEqual(mends({ node: undefined }), []);
  assert.deepEqual(mends({ record: { path: 'r', mode: undefined } }), [undefined]);
  assert.deepEqual(mends({ recordFolder: { path: 'w', mode: 0o755 } }), [undefined]);
});

test('what comes from outside cannot form the document', () => {
  const problem = { weight: 'broken', text: 'x](command:evil)\n# Heading <b>', step: 'Do.' } as const;
  const report = doctorReport(
    factsWith(
      { editor: 'Evil `x`\n## Agents' },
      { ...soundAgent, version: '1\n# no', problems: [problem], file: 'a`b' },
    ),
  );
  assert.equal(report.match(/^#/gm)?.length, 4);
  assert.ok(report.includes(String.raw`x\](command:evil)`));
  assert.match(report, /`a b`/);
});

test('the home is shortened at the borders of names only', () => {
  assert.equal(shortened('/home/dev/x /home/developer "/home/dev" /home/dev', home), '~/x /home/developer "~" ~');
  assert.equal(shortened('/x', '/'), '/x');
});

/** The problems of an agent whose configuration is this text. */
function problems(id: string, text: string, files: Readonly<Record<string, string>> = {}, version?: string) {
  const setUp = setUps.find((one) => one.id === id)!;
  const place = setUp.place({ home, env: {} });
  const state = setUp.state(text, { hook });
  const found: FoundAgent = { setUp, place, options: { hook }, state, text };
  const hooks = configuredHooks(id, place.file, text);
  const all: Readonly<Record<string, string>> = { [place.file]: text, ...files };
  return problemsOf({ found, hooks, version, folders: [`${home}/project`], read: (path) => all[path] });
}
const added = (id: string, text?: string): string => setUps.find((one) => one.id === id)!.add(text, { hook });
const said = (...args: Parameters<typeof problems>): string =>
  problems(...args)
    .map(({ text }) => text)
    .join('\n');

test('states are problems with their mend', () => {
  assert.deepEqual(problems('qwen', added('qwen')), []);
  assert.equal(problems('qwen', '{}')[0]?.mend?.type, 'setUp');
  assert.match(said('qwen', '{ "hooks": '), /does not parse: line 1, column \d+/);
  assert.match(said('qwen', added('qwen').replaceAll('/home/dev', '/home/other')), /changed, or written by another/);
});

test('timeouts count in the unit of the agent', () => {
  assert.deepEqual(
    ['claude', 'kimi', 'gemini', 'qwen', 'hermes'].map((id) => {
      const setUp = setUps.find((one) => one.id === id)!;
      const [first] = configuredHooks(id, setUp.place({ home, env: {} }).file, added(id));
      return [first?.event, first?.agentTimeout, first?.ourTimeout];
    }),
    [
      ['PermissionRequest', 86_400, 86_400],
      ['PermissionRequest', 600, 600],
      ['BeforeTool', 86_400, 86_400],
      ['PermissionRequest', 86_400, 86_400],
      ['pre_tool_call', 300, 30],
    ],
  );
  assert.match(
    said('qwen', added('qwen').replace('86400000', '86400')),
    /after 86\.4 s, but the hook believes to have/,
  );
  assert.match(said('gemini', added('gemini').replace(/,\s*"timeout": 86400000/, '')), /after 60 s/);
  const kimi = `${added('kimi')}\n[[hooks]]\nevent = "Stop"\ncommand = "x"\ntimeout = 900\n`;
  assert.match(said('kimi', kimi), /timeout over 600 s/);
});

test('several hooks of ours for one event are two cards', () => {
  const twice = JSON.parse(added('claude')) as { hooks: { PermissionRequest: unknown[] } };
  twice.hooks.PermissionRequest.push(twice.hooks.PermissionRequest[0]);
  assert.match(said('claude', JSON.stringify(twice), {}, '2.1.197'), /several hooks of Countersign/);
});

test('the modes of Claude Code in which little is asked', () => {
  const base = added('claude');
  assert.match(said('claude', base), /starts in auto mode if its version is a newer one/);
  assert.match(said('claude', base, {}, '2.1.332'), /auto mode/);
  assert.equal(said('claude', base, {}, '2.1.197'), '');
  const withMode = (mode: string): string =>
    JSON.stringify({ ...JSON.parse(base), permissions: { defaultMode: mode } });
  assert.equal(said('claude', withMode('default'), {}, '2.1.332'), '');
  assert.match(said('claude', withMode('bypassPermissions')), /hardly fires/);
  assert.match(said('claude', withMode('acceptEdits')), /does not fire for edits/);
  const ask = JSON.stringify({ ...JSON.parse(base), permissions: { ask: ['Edit'] } });
  assert.equal(said('claude', ask, {}, '2.1.332'), '');
  const managed = { '/etc/claude-code/managed-settings.json': '{"allowManagedHooksOnly": true}' };
  assert.match(said('claude', withMode('default'), managed), /allowManagedHooksOnly/);
});

test('the trust of Codex is read from its place in the list', () => {
  const file = `${home}/.codex/config.toml`;
  const trusted = (at: string): Record<string, string> => ({
    [file]: `[hooks.state."${home}/.codex/hooks.json:permission_request:${at}"]\ntrusted_hash = "sha256:00"\n`,
  });
  const second = added('codex', '{"hooks":{"PermissionRequest":[{"hooks":[{"type":"command","command":"mine"}]}]}}');
  assert.match(said('codex', second), /not trusted yet/);
  assert.match(said('codex', second, trusted('0:0')), /not trusted yet/);
  assert.equal(said('codex', second, trusted('1:0')), '');
  assert.match(said('codex', second, { [file]: '[features]\nhooks = false\n' }), /feature "hooks" is off/);
});

test('agents run their hooks by their own shells', () => {
  assert.deepEqual(hookWords('claude', 'x y', {}), ['/bin/sh', '-c', 'x y']);
  assert.deepEqual(hookWords('codex', 'x y', { SHELL: '/bin/zsh' }), ['/bin/zsh', '-lc', 'x y']);
  assert.deepEqual(hookWords('hermes', `x 'y z'`, {}), ['x', 'y z']);
});
