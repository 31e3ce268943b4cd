import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { samplesOf } from '../../src/agents/samples';
import { DiscoveryRecord } from '../../src/protocol/discovery';
import { examine } from '../../src/window/doctor/examine';
import type { AgentFacts, DoctorFacts } from '../../src/window/doctor/facts';
import { doctorReport } from '../../src/window/doctor/report';
import { runCheck } from '../../src/window/doctor/runCheck';
import { splitWords } from '../../src/window/doctor/shells';
import { installHookFiles } from '../../src/window/hookFiles';
import { findAgent, planSetUp } from '../../src/window/setUp/agents';
import type { SetUpContext } from '../../src/window/setUp/agents';
import { applyChange } from '../../src/window/setUp/change';
import { temporaryFolder } from '../support/cleanup';
import { LiveWindow } from '../support/liveWindow';
import { until } from '../support/until';

let window: LiveWindow;
let context: SetUpContext;
/** Changes of the list since the start. */
let changes = 0;
const temporary = temporaryFolder('dr-');

before(async () => {
  window = await LiveWindow.start();
  window.open.review.onDidChange(() => changes++);
  const env = { ...process.env, COUNTERSIGN_HOME: window.home.root, SECRET_TOKEN: 'hunter2-in-the-environment' };
  context = { places: { home: temporary.path, env }, home: window.home };
});
after(() => {
  window.stop();
  temporary.remove();
});

function setUp(id: string): void {
  const agent = findAgent(id, context)!;
  mkdirSync(agent.place.folder, { recursive: true });
  const planned = planSetUp(agent, [], []);
  assert.equal(planned.type, 'change');
  if (planned.type === 'change') assert.equal(applyChange(planned.change).type, 'done');
}

const look = (): Promise<DoctorFacts> =>
  examine({ context, window: window.open, version: '1.0.0', editor: 'Test 1.100.0' });
const of = (facts: DoctorFacts, id: string): AgentFacts => facts.agents.find((agent) => agent.id === id)!;
const claudeCall = (session: string, command = 'ls'): Record<string, unknown> => ({
  session_id: session,
  cwd: window.folder,
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command },
});

const hooked = ['claude', 'kimi', 'codex', 'copilot', 'gemini', 'qwen', 'hermes'];

test('the configured command of every agent makes the round trip, and nothing comes onto the list', async () => {
  for (const id of hooked) setUp(id);
  const facts = await look();
  for (const id of hooked) {
    const { live } = of(facts, id);
    assert.ok(live.length > 0, id);
    for (const { event, result } of live)
      assert.equal(result.type, 'passed', `${id} ${event}: ${JSON.stringify(result)}`);
  }
  // Released Kimi Code takes no answers, so its hook is let go.
  const bytes = (id: string): number => {
    const [first] = of(facts, id).live;
    return first?.result.type === 'passed' ? first.result.bytes : -1;
  };
  assert.ok(bytes('claude') > 100);
  assert.equal(bytes('kimi'), 0);
  assert.equal(changes, 0);
});

test('the report has what was found and no secret', async () => {
  const facts = await look();
  const report = doctorReport(facts);
  assert.match(report, /### Claude Code\n[^#]*live check of `PermissionRequest`: \*\*passed\*\* in \d+ ms/);
  assert.match(report, /configuration: `~\/\.claude\/settings\.json`, set up/);
  assert.match(report, /### Codex CLI\n[^#]*not trusted yet/);
  assert.match(report, /endpoint: a Unix socket/);
  const record = DiscoveryRecord.parse(JSON.parse(readFileSync(window.open.recordPath, 'utf8')));
  for (const secret of [record.token, 'hunter2', temporary.path]) assert.ok(!report.includes(secret), secret);
});

test('what claims to be a check and is none is let go, and never shown', async () => {
  const invented = window.claude(claudeCall(`countersign-doctor-${'0'.repeat(32)}`));
  assert.deepEqual([(await invented.ended).stdout, (await invented.ended).exitCode], ['', 0]);
  const ticket = window.open.checks.issue('claude');
  const first = await window.claude(claudeCall(ticket.session)).ended;
  assert.match(first.stdout, /"behavior":"deny"/);
  assert.doesNotMatch(first.stdout, /allow/);
  assert.equal(first.stdout, ticket.answered()?.stdout);
  const again = await window.claude(claudeCall(ticket.session)).ended;
  assert.equal(again.stdout, '');
  const other = window.open.checks.issue('codex');
  assert.equal((await window.claude(claudeCall(other.session)).ended).stdout, '');
  assert.equal(changes, 0);
});

test('a real request that speaks of a check is a request', async () => {
  const { session } = window.open.checks.issue('claude');
  const hook = window.claude(claudeCall('bf9ced46', `echo '"session_id":"${session}"'`));
  const entry = await window.request();
  assert.equal(entry.request.session.id, 'bf9ced46');
  hook.kill();
  await hook.ended;
  await until('the request to be gone', () => window.open.review.state.entries[0]?.status.type === 'ended');
});

test('a command that does not do what it should is told', async () => {
  const [sample] = samplesOf('claude');
  const run = (command: string, agent = 'claude') =>
    runCheck(
      {
        agent,
        command,
        sample: sample!,
        folder: window.folder,
        terminalId: window.open.terminalId,
        env: context.places.env,
      },
      window.open.checks,
    );
  const hook = join(window.home.bin, 'countersign-hook');
  const problem = async (command: string): Promise<string> => {
    const result = await run(command);
    return result.type === 'failed' ? result.problem : 'passed';
  };
  assert.match(await problem(`echo hello; ${hook} claude`), /not what this window answered/);
  assert.match(await problem(`${hook} claude; echo oops >&2`), /stderr/);
  assert.match(await problem('cat >/dev/null'), /printed nothing: it did not reach/);
  assert.match(await problem('exit 3'), /code 3/);
  assert.equal(await problem(`${hook} claude`), 'passed');
});

test('a hook that is gone is a problem that can be mended', async () => {
  rmSync(join(window.home.bin, 'hook.cjs'));
  const facts = await look();
  assert.equal(of(facts, 'claude').live[0]?.result.type, 'failed');
  assert.match(doctorReport(facts), /Files of the hook are missing: hook\.cjs/);
  installHookFiles(window.home, 'dist', '1.0.0', process.execPath);
  assert.equal(of(await look(), 'claude').live[0]?.result.type, 'passed');
});

test('what keeps Claude Code quiet is found', async () => {
  const { place } = findAgent('claude', context)!;
  const mine = readFileSync(place.file, 'utf8');
  const settings = JSON.parse(mine) as Record<string, unknown>;
  const project = join(window.folder, '.claude/settings.local.json');
  mkdirSync(dirname(project), { recursive: true });
  writeFileSync(project, JSON.stringify({ hooks: settings['hooks'] }).replaceAll('--timeout 86400', '--timeout 60'));
  const changed = {
    ...settings,
    disableAllHooks: true,
    enabledPlugins: { 'countersign@countersign': true },
    permissions: { defaultMode: 'auto' },
  };
  writeFileSync(place.file, JSON.stringify(changed).replace('"timeout":86400', '"timeout":30'));
  const report = doctorReport(await look());
  for (const said of [
    /"disableAllHooks" is on/,
    /plugin and the settings both/,
    /settings\.local\.json has a hook of Countersign, too/,
    /starts in the mode "auto"/,
    /ends the hook of PermissionRequest after 30 s/,
  ])
    assert.match(report, said);
  writeFileSync(place.file, mine);
  rmSync(project);
});

test('commands are split as shlex does', () => {
  assert.deepEqual(splitWords(`/bin/sh -c 'a "b" $1' 'it'"'"'s' "\\\\" x\\ y ''`), [
    '/bin/sh',
    '-c',
    'a "b" $1',
    "it's",
    '\\',
    'x y',
    '',
  ]);
});
