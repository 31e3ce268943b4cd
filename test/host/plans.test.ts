import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Locator } from 'playwright-core';
import { allowed, denied, planPayload } from '../support/claudePayloads';
import { projectRoot } from '../../scripts/setup.mjs';
import { until } from '../support/until';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';

let session: HostSession;
before(async () => {
  session = await startHostSession();
  copyFileSync(join(projectRoot, 'media/icon.png'), join(session.folder, 'logo.png'));
}, sceneLimit);
after(() => session?.close(), sceneLimit);

const first =
  '# Greet politely\n\n1. Edit the greeting\n2. Run the tests\n\n![The logo](logo.png) ![Elsewhere](https://example.com/a.png)\n';
const second = '# Greet politely\n\n1. Edit the greeting, in UTF-8\n2. Run the tests\n';

/** Comments on the first step of the plan that is shown. */
async function comment(host: HostSession, text: string): Promise<void> {
  const { page } = host.review;
  await page.getByRole('main').getByText('Edit the greeting').last().hover();
  await page.getByRole('button', { name: /^Comment on lines? 3/ }).click();
  await page.getByRole('textbox', { name: /^Comment on lines? 3/ }).fill(text);
  await host.review.button('Add comment').click();
}

const nativeComment = (host: HostSession, text: string): Locator =>
  host.workbench.page.locator('.review-widget .comment-body', { hasText: text });

scene(
  'a comment in the panel is a native thread of the opened plan, and the other way round',
  () => session,
  async (host) => {
    const hook = host.hook(planPayload(host.folder, first));
    await host.review.waitForRequest('Greet politely');
    // Images of the workspace are shown, none from elsewhere.
    const picture = host.review.page.getByRole('img', { name: 'The logo' });
    await picture.waitFor();
    assert.equal(await picture.evaluate((img) => img.getAttribute('src')?.includes('logo.png')), true);
    await until('the picture', () => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth === 128));
    assert.equal(await host.review.page.locator('img').count(), 1);
    await comment(host, 'From the panel.');
    await host.workbench.command('Countersign: Open Plan as Document');
    await nativeComment(host, 'From the panel.').waitFor();
    await host.workbench.screenshot('plan-native-thread');

    const { page } = host.workbench;
    await page.locator('.monaco-editor .view-line', { hasText: 'Greet politely' }).first().hover();
    await page.locator('.comment-range-glyph.line-hover').first().click();
    const box = page.locator('.review-widget .monaco-editor').last();
    await box.click();
    await page.keyboard.type('From the editor.');
    await page.locator('.review-widget .monaco-button', { hasText: 'Add Comment' }).last().click();
    await host.review.page.getByText('From the editor.').first().waitFor();
    await host.workbench.screenshot('plan-both-comments');

    await host.review.press(/^Deny with feedback/);
    const end = await hook.ended;
    assert.match(end.stdout, /From the panel\./);
    assert.match(end.stdout, /From the editor\./);
    assert.equal(end.stdout, denied(JSON.parse(end.stdout).hookSpecificOutput.decision.message));
  },
);

scene(
  'revision 2 shows what became of the comments on revision 1; a reload keeps what is typed',
  () => session,
  async (host) => {
    const hook = host.hook(planPayload(host.folder, second));
    await host.workbench.tab('Review').first().click();
    await host.review.next();
    await host.review.waitForRequest('in UTF-8');
    await host.review.page.getByText('revision 2 of 2').first().waitFor();
    await host.review.page.getByText('Text changed').first().waitFor();
    await host.workbench.screenshot('plan-ledger');
    await comment(host, 'Typed before the reload.');
    await host.review.page.getByText('Typed before the reload.').first().waitFor();
    await host.reload();
    await host.review.waitForRequest('in UTF-8');
    await host.review.page.getByText('Typed before the reload.').first().waitFor();
    await host.workbench.screenshot('plan-after-reload');
    // Where it would be left out, nothing is approved.
    await host.workbench.command('Countersign: Approve');
    await host.review.page.getByText('approve it in the review').first().waitFor();
    assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
    await host.review.press(/^Approve with remarks/);
    const end = await hook.ended;
    const { plan } = JSON.parse(end.stdout).hookSpecificOutput.decision.updatedInput;
    assert.ok(plan.startsWith(second.trimEnd()));
    assert.match(plan, /## Reviewer notes\n\n1\. Comment on .*lines? 3[^]*?:[^]*Typed before the reload\./);
    const input = planPayload(host.folder, second)['tool_input'] as Record<string, unknown>;
    assert.equal(end.stdout, allowed({ ...input, plan }));
  },
);
