import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { capabilityMarkdown, capabilitySummary, capabilityTable } from '../../src/agents/capabilityTable';
import { adapters } from '../../src/agents/registry';
import { samplesOf } from '../../src/agents/samples';
import { setUps } from '../../src/agents/setups';
import { callOf } from '../support/agentCalls';

test('README has the table as the code has it; `npm run capabilities` writes it', async () => {
  const readme = readFileSync('README.md', 'utf8');
  const table = /<!-- capabilities -->\n\n([^]*?)\n\n<!-- \/capabilities -->/.exec(readme)?.[1];
  assert.equal(table, capabilityMarkdown(await capabilityTable()));
});

test('every adapter with a hook has samples, and takes each for a request', async () => {
  for (const adapter of adapters) {
    const samples = samplesOf(adapter.id);
    assert.ok(samples.length > 0, adapter.id);
    for (const { payload, env = {}, arguments: words = [], about, world, pids = [] } of samples) {
      const call = callOf(payload, { env, arguments: words, pids });
      const reading = await (world && adapter.look ? adapter.look(call, world) : adapter.read(call));
      assert.equal(reading.type, 'request', `${adapter.id}: ${about}`);
      if (reading.type !== 'request') continue;
      const subject = { plans: 'plan', edits: 'edit', commands: 'command', questions: 'question' }[about];
      // Gemini CLI's plan is in a folder that only its environment names.
      if (adapter.id !== 'gemini' || about !== 'plans') assert.equal(reading.request.subject.type, subject, adapter.id);
    }
  }
});

test('the events of the samples are those that the set-up writes', () => {
  for (const setUp of setUps) {
    const samples = samplesOf(setUp.id);
    if (setUp.id === 'opencode') continue; // It has a plugin and no hooks.
    const text = setUp.add(undefined, { hook: '/home/dev/.countersign/bin/countersign-hook' });
    for (const { event } of samples) assert.ok(text.includes(event), `${setUp.id}: ${event}`);
  }
});

test('the line about an agent says what the table says', async () => {
  assert.equal(
    await capabilitySummary('claude'),
    'Approve, deny with feedback; commands, edits, plans: change before approval.',
  );
  assert.equal(
    await capabilitySummary('copilot'),
    'Commands, edits: approve; plans: continue in the agent; deny with feedback.',
  );
  assert.equal(
    await capabilitySummary('kimi'),
    'Plans: continue in the agent, deny with feedback; commands, edits: only shown.',
  );
  assert.equal(await capabilitySummary('none'), undefined);
  const claude = (await capabilityTable()).filter((row) => row.agent === 'claude');
  assert.deepEqual(
    claude.map(({ about, capabilities }) => [about, capabilities.approve.type]),
    [
      [['commands', 'edits', 'plans'], 'grants'],
      [['questions'], 'grants'],
    ],
  );
});
