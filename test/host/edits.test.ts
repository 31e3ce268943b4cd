import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Locator } from 'playwright-core';
import { allowed, denied, editPayload } from '../support/claudePayloads';
import type { HookRun } from '../support/runHook';
import { until } from '../support/until';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';

let session: HostSession;
// In a browser VS Code saves by itself.
const server = { settings: { 'files.autoSave': 'off' } };
before(async () => void (session = await startHostSession({ server })), sceneLimit);
after(() => session?.close(), sceneLimit);

/** Twenty lines, the tenth of which is `const value10 = 10;`. */
const lines = Array.from({ length: 20 }, (_, index) => `const value${index + 1} = ${index + 1};`);
const source = `${lines.join('\n')}\n`;
const replaced = (text: string, from: string, to: string): string => text.replace(from, () => to);

/** Writes a file of the project, and has an agent ask to change it. */
function ask(host: HostSession, file: string, oldText: string, newText: string): HookRun {
  writeFileSync(join(host.folder, file), source);
  return host.hook(editPayload(host.folder, file, oldText, newText));
}

/** What the file holds after the agent has carried out what it was answered. */
function outcome(host: HostSession, file: string, stdout: string): string {
  const { updatedInput } = JSON.parse(stdout).hookSpecificOutput.decision;
  const { old_string, new_string, replace_all } = updatedInput;
  const now = readFileSync(join(host.folder, file), 'utf8');
  assert.equal(replace_all, false);
  assert.equal(now.split(old_string).length, 2, 'the text to replace is there once');
  return replaced(now, old_string, new_string);
}

/** A line on one side of the diff editor in front. */
const line = (host: HostSession, side: 'original' | 'modified', text: string): Locator =>
  host.workbench.page.locator(`.monaco-diff-editor .editor.${side} .view-line`, { hasText: text }).first();

const nativeComment = (host: HostSession, text: string): Locator =>
  host.workbench.page.locator('.review-widget .comment-body', { hasText: text });

/** Shows the request that waits, after an earlier one has ended. */
async function toNext(host: HostSession, text: string): Promise<void> {
  await host.workbench.command('Countersign: Show Review');
  await until('the request to be on the list', () => host.review.button('Next request').last().isEnabled());
  await host.review.next();
  await host.review.waitForRequest(text);
}

/** Types at the end of a line of the proposed text. */
async function typeAfter(host: HostSession, text: string, typed: string): Promise<void> {
  await line(host, 'modified', text).click();
  await host.workbench.page.keyboard.press('End');
  await host.workbench.page.keyboard.type(typed);
}

scene(
  "VS Code's own diff shows both sides, and carries the comments of the panel",
  () => session,
  async (host) => {
    const { page } = host.workbench;
    const hook = ask(host, 'store.ts', 'value10 = 10;', 'value10 = 1000;');
    await host.review.waitForRequest('const value10 = 1000;');
    await host.review.page.locator('.dl', { hasText: 'const value10 = 1000;' }).hover();
    await host.review.button('Comment on line 10').click();
    await host.review.page.getByRole('textbox', { name: /^Comment on/ }).fill('From the panel.');
    await host.review.button('Add comment').click();

    await host.review.page
      .getByRole('button', { name: /diff editor/ })
      .first()
      .click();
    await host.workbench.tab('store.ts (proposed by Claude Code)').waitFor();
    await line(host, 'original', 'const value10 = 10;').waitFor();
    await line(host, 'modified', 'const value10 = 1000;').waitFor();
    await nativeComment(host, 'From the panel.').waitFor();

    await line(host, 'modified', 'const value11 = 11;').hover();
    await page.locator('.editor.modified .comment-range-glyph.line-hover').first().click();
    await page.locator('.review-widget .monaco-editor').last().click();
    await page.keyboard.type('From the editor.');
    await page.locator('.review-widget .monaco-button', { hasText: 'Add Comment' }).last().click();
    await host.review.page.getByText('From the editor.').first().waitFor();
    await host.workbench.screenshot('edit-both-comments');

    // Changed and taken away natively, it is so in the panel.
    const first = page.locator('.review-widget', { hasText: 'From the panel.' });
    await first.locator('.review-comment-contents').hover();
    await first.getByRole('button', { name: 'Edit Comment' }).click();
    await first.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Changed.');
    await first.locator('.monaco-button', { hasText: 'Save' }).click();
    await host.review.page.getByText('From the panel. Changed.').first().waitFor();
    const second = page.locator('.review-widget', { hasText: 'From the editor.' });
    await second.getByRole('button', { name: 'Kind of Comment...' }).click();
    await host.workbench.quickPick('Question').click();
    await host.review.page.getByRole('region', { name: /^Comment 2, question/ }).waitFor();

    await host.review.press(/^Deny with feedback/);
    const end = await hook.ended;
    const { message } = JSON.parse(end.stdout).hookSpecificOutput.decision;
    assert.equal(end.stdout, denied(message));
    assert.match(message, /store\.ts[^]*line 10[^]*const value10 = 1000;[^]*From the panel\. Changed\./);
    assert.match(message, /line 11[^]*const value11 = 11;[^]*From the editor\./);
    // What was decided is not left behind.
    await host.workbench.tab('store.ts (proposed').waitFor({ state: 'detached' });
  },
);

scene(
  'what is saved in the diff editor is what is approved, and what is not saved is not dropped',
  () => session,
  async (host) => {
    const { page } = host.workbench;
    // A name that has to be spelled out in an address, and would read backwards.
    const file = '100% #1 \u202Est.ts';
    const hook = ask(host, file, 'value10 = 10;', 'value10 = 1000;');
    await toNext(host, 'const value10 = 1000;');
    await host.review.page
      .getByRole('button', { name: /^Edit .*\.\.\.$/ })
      .first()
      .click();
    await host.workbench.tab('100% #1 ⟨RLO⟩st.ts (proposed by Claude Code, to be edited)').waitFor();
    await typeAfter(host, 'const value10 = 1000;', ' // as agreed');
    await host.review.approve();
    await host.review.page
      .getByText(/is not saved yet: save it, then approve\./)
      .first()
      .waitFor();
    assert.equal(hook.running(), true);

    await line(host, 'modified', '// as agreed').click();
    await page.keyboard.press('Control+s');
    await host.review.page.getByText('Edited by you').first().waitFor();
    await host.review.page.getByText('// as agreed').first().waitFor();
    await host.workbench.screenshot('edit-edited');
    await host.review.approve();
    const end = await hook.ended;
    const wanted = replaced(source, 'value10 = 10;', 'value10 = 1000; // as agreed');
    assert.equal(outcome(host, file, end.stdout), wanted);
    const { updatedInput } = JSON.parse(end.stdout).hookSpecificOutput.decision;
    assert.equal(end.stdout, allowed(updatedInput));
  },
);

scene(
  'a file that has changed meanwhile is shown anew before it can be approved',
  () => session,
  async (host) => {
    const hook = ask(host, 'moving.ts', 'value10 = 10;', 'value10 = 1000;');
    await toNext(host, 'const value10 = 1000;');
    await host.workbench.command('Countersign: Open Change in Diff Editor');
    await line(host, 'original', 'const value9 = 9;').waitFor();
    const other = replaced(source, 'const value9 = 9;', 'const value9 = 90;');
    writeFileSync(join(host.folder, 'moving.ts'), other);
    await host.review.approve();
    await host.review.page.getByText('What is shown has changed since.').first().waitFor();
    await host.review.page.getByText('const value9 = 90;').first().waitFor();
    // The diff editor goes along.
    await line(host, 'original', 'const value9 = 90;').waitFor();
    await line(host, 'modified', 'const value9 = 90;').waitFor();
    assert.equal(hook.running(), true);
    await host.workbench.screenshot('edit-changed-meanwhile');
    await host.review.approve();
    assert.equal((await hook.ended).stdout, allowed());
  },
);

scene(
  'one of two hunks is taken, and an editor that is not saved is named',
  () => session,
  async (host) => {
    const old = lines.slice(1, 19).join('\n');
    const both = replaced(replaced(old, 'value2 = 2;', 'value2 = 200;'), 'value19 = 19;', 'value19 = 1900;');
    const hook = ask(host, 'half.ts', old, both);
    await toNext(host, 'const value19 = 1900;');
    await host.workbench.openFile('half.ts');
    await host.workbench.page.keyboard.type('// typed\n');
    await host.workbench.tab('Review').click();
    await host.review.page.getByText('Unsaved changes in editor').waitFor();
    await host.workbench.tab('half.ts').click();
    await host.workbench.command('File: Revert File');
    await host.workbench.tab('Review').click();
    await host.review.page.getByText('Unsaved changes in editor').waitFor({ state: 'detached' });

    await host.review.page.getByRole('checkbox', { name: 'Take hunk 2' }).uncheck();
    await host.review.page.getByText('Left out.').waitFor();
    await host.workbench.screenshot('edit-one-hunk');
    await host.review.press(/^Approve 1 of 2 hunks/);
    const end = await hook.ended;
    assert.equal(outcome(host, 'half.ts', end.stdout), replaced(source, 'value2 = 2;', 'value2 = 200;'));
  },
);
