import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Locator } from 'playwright-core';
import { claudeSetUp } from '../../src/agents/claude/setup';
import { kimiSetUp } from '../../src/agents/kimi/setup';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';
import { installedHook } from '../support/runHook';
import { until } from '../support/until';

const original = '{\n  // mine\n  "model": "opus",\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n';
const home = mkdtempSync(join(tmpdir(), 'hs-'));
const settings = join(home, '.claude/settings.json');
let session: HostSession;

before(async () => {
  mkdirSync(join(home, '.claude'));
  writeFileSync(settings, original);
  // Only what is put there is found: the agents of this machine are not.
  session = await startHostSession({ server: { home, env: { CLAUDE_CONFIG_DIR: '', PATH: '/usr/bin:/bin' } } });
}, sceneLimit);
after(async () => {
  await session?.close();
  rmSync(home, { recursive: true, force: true });
}, sceneLimit);

const bytes = (): string => readFileSync(settings, 'utf8');
const button = (host: HostSession, text: string | RegExp, name: string): Locator =>
  host.workbench.notification(text).getByRole('button', { name, exact: true });
const line = (host: HostSession, text: RegExp): Locator =>
  host.workbench.page.locator('.editor-instance .view-line', { hasText: text }).first();

/** Chooses Claude Code in the list of agents. */
async function chooseClaude(host: HostSession, state: string): Promise<void> {
  await host.workbench.command('Countersign: Set Up Agents...');
  const row = host.workbench.quickPick('Claude Code');
  await row.filter({ hasText: state }).waitFor();
  await host.workbench.screenshot(`set-up-${state.replaceAll(' ', '-')}`);
  await row.click();
}

/** Goes on without ticking anything. */
async function withoutExtras(host: HostSession): Promise<void> {
  await host.workbench.quickPick('Start in the mode that asks').waitFor();
  await host.workbench.page.keyboard.press('Enter');
}

scene(
  'the first start says that agents can be set up, and what is shown and not confirmed is not written',
  () => session,
  async (host) => {
    await button(host, 'Countersign can take the permission requests of Claude Code', 'Not Now').click();
    await chooseClaude(host, 'not set up');
    await withoutExtras(host);
    await host.workbench.tab('settings.json (Claude Code: what would change)').waitFor();
    await line(host, /countersign-hook/).waitFor();
    await host.workbench.screenshot('set-up-diff');
    assert.equal(bytes(), original);
    await button(host, 'Set up Claude Code?', 'Cancel').click();
    await host.workbench.tab('settings.json').waitFor({ state: 'detached' });
    assert.equal(bytes(), original);
    assert.deepEqual(readdirSync(join(home, '.claude')), ['settings.json']);
  },
);

scene(
  'Apply writes exactly the entry',
  () => session,
  async (host) => {
    await chooseClaude(host, 'not set up');
    await withoutExtras(host);
    await button(host, /Set up Claude Code\? The change to ~\/\.claude\/settings\.json/, 'Apply').click();
    await host.workbench.notification('Claude Code is set up.').waitFor();
    assert.equal(bytes(), claudeSetUp.add(original, { hook: installedHook(host.server.countersignHome) }));
  },
);

scene(
  'the doctor opens a report that says that the live check passed',
  () => session,
  async (host) => {
    await host.workbench.command('Countersign: Doctor');
    await host.workbench.tab('Countersign Doctor.md').waitFor();
    await line(host, /live\scheck\sof\s.*passed.*\sms/).waitFor();
    await host.workbench.screenshot('doctor');
    await host.workbench.notification(/The doctor can help/).waitFor();
    await host.workbench.closeTab('Countersign Doctor.md');
  },
);

scene(
  'Remove takes exactly that back',
  () => session,
  async (host) => {
    await chooseClaude(host, 'set up');
    await host.workbench.quickPick('Remove').click();
    await host.workbench.tab('settings.json (Claude Code: what would change)').waitFor();
    await button(host, 'Remove Countersign from Claude Code?', 'Apply').click();
    await until('the entry to be gone', () => bytes() === original);
  },
);

scene(
  'Remove from All Agents shows every change, and takes all of them back',
  () => session,
  async (host) => {
    const hook = installedHook(host.server.countersignHome);
    const kimi = join(home, '.kimi-code/config.toml');
    mkdirSync(join(home, '.kimi-code'));
    writeFileSync(kimi, kimiSetUp.add('model = "k"\n', { hook }));
    writeFileSync(settings, claudeSetUp.add(original, { hook }));
    await host.workbench.command('Countersign: Remove from All Agents');
    await host.workbench.tab('What would change').waitFor();
    await host.workbench.page
      .locator('.view-line', { hasText: /PermissionResult/ })
      .first()
      .waitFor();
    await host.workbench.screenshot('remove-from-all');
    await button(host, 'Remove Countersign from Claude Code, Kimi Code?', 'Apply').click();
    await until('the entries to be gone', () => bytes() === original && readFileSync(kimi, 'utf8') === 'model = "k"\n');
    await host.workbench.tab('What would change').waitFor({ state: 'detached' });
    await host.workbench.command('Countersign: Remove from All Agents');
    await host.workbench.notification('No agent has an entry of Countersign.').waitFor();
  },
);
