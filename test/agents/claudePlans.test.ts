import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { withClaude } from '../support/claude';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';
import { planPath, toolResults, type Turn } from '../support/mockModel';

/* The real Claude Code in plan mode, its plans reviewed with comments in the real page of a real VS Code. */

let session: HostSession;

before(async () => {
  session = await startHostSession();
}, sceneLimit);
after(() => session?.close(), sceneLimit);

const first = '# Greet politely\n\nEdit the greeting.\n\nRun the tests.\n\nPublish it.\n';
const second = '# Greet politely\n\nEdit the greeting.\n\nRun all tests.\n';

/** Makes a comment of a kind on the block with this text. */
async function comment(host: HostSession, block: string, kind: string, text: string): Promise<void> {
  const { page } = host.review;
  await page.getByRole('main').getByText(block, { exact: true }).last().hover();
  const line = first.split('\n').findIndex((one) => one.includes(block)) + 1;
  await page.getByRole('button', { name: `Comment on line ${line}` }).click();
  await page.getByRole('radio', { name: kind }).click();
  await page.getByRole('textbox', { name: new RegExp(`on line ${line}|line ${line}$`) }).fill(text);
  await host.review.button('Add comment').click();
}

scene(
  'three comments reach the model word for word, and the next plan is revision 2; a replaced line is in the approved plan',
  () => session,
  async (host) => {
    const write =
      (plan: string): Turn =>
      (request) => [{ tool: 'Write', input: { file_path: planPath(request), content: plan } }];
    const leave: Turn = [{ tool: 'ExitPlanMode', input: {} }];
    const turns: Turn[] = [write(first), leave, write(second), leave, ['The plan is approved.']];
    await withClaude(host, turns, async (claude, model) => {
      const terminal = await claude.open('plan');
      try {
        await claude.prompt(terminal, 'plan it');
        await host.review.waitForRequest('Publish it.');
        await comment(host, 'Edit the greeting.', 'Question', 'Which one, `greet` or "hello"?');
        await comment(host, 'Run the tests.', 'Comment', 'All of them.\n\n- unit\n- page');
        await comment(host, 'Publish it.', 'Comment', 'Not in this plan: <b>later</b>.');
        await host.workbench.screenshot('claude-plan-comments');
        await host.review.press(/^Deny with feedback/);
        await host.review.next();
        await host.review.waitForRequest('Run all tests.');
        await host.review.page.getByText('revision 2 of 2').first().waitFor();
        await host.workbench.screenshot('claude-plan-revision-2');
        await comment(host, 'Edit the greeting.', 'Replace', 'Edit the greeting in `greet.js` only.');
        await host.review.press(/^Approve with remarks/);
        await terminal.shows(/The plan is approved\./);
      } finally {
        await terminal.stop();
      }
      const [denied] = toolResults(await model.request(3));
      assert.equal(
        denied?.text,
        `Plan not approved. Revise it as asked below and present it again. Keep everything else as it is.

## Changes asked for

2. Comment on "Greet politely", line 5:

   > Run the tests.

   All of them.

   - unit
   - page

3. Comment on "Greet politely", line 7:

   > Publish it.

   Not in this plan: <b>later</b>.

## Questions (answer them; no change asked for)

1. On "Greet politely", line 3:

   > Edit the greeting.

   Which one, \`greet\` or "hello"?`,
      );
      const [approved] = toolResults(await model.request(5));
      assert.match(approved?.text ?? '', /Approved Plan \(edited by user\)/);
      assert.ok(
        approved?.text.includes(second.replace('Edit the greeting.', 'Edit the greeting in `greet.js` only.').trim()),
        approved?.text,
      );
    });
  },
);
