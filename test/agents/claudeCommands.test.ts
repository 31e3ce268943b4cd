import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { withClaude, type Claude } from '../support/claude';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';
import { toolResults, type Block, type MockModel } from '../support/mockModel';

/* The real Claude Code runs commands, and they are reviewed in the real page of a real VS Code. */

let session: HostSession;

before(async () => {
  session = await startHostSession();
}, sceneLimit);
after(() => session?.close(), sceneLimit);

function command(text: string): readonly Block[] {
  return [{ tool: 'Bash', input: { command: text, description: 'Make a file' } }];
}

function isThere(name: string): boolean {
  return existsSync(join(session.folder, name));
}

/** Edits the command in the page; `told` is what the page says that the model learns of it. */
async function edit(text: string, told: RegExp): Promise<void> {
  const { review } = session;
  const { page } = review;
  await review.button('Edit…').click();
  await page.getByRole('textbox', { name: 'Command', exact: true }).fill(text);
  await page.getByRole('form', { name: 'Edit the command' }).getByText(told).waitFor();
  await review.button(/^Done/).click();
  await page.getByRole('region', { name: 'Your edit' }).waitFor();
  await page.getByRole('contentinfo', { name: 'Decision' }).getByText(told).waitFor();
}

/** Goes on to the request that has come since the last decision. */
async function next(text: string): Promise<void> {
  await session.workbench.statusItem('1 waiting').waitFor();
  await session.review.next();
  await session.review.waitForRequest(text);
}

/** All that the n-th request tells the model after its own last turn, as JSON. */
async function newIn(model: MockModel, request: number): Promise<string> {
  const { messages } = await model.request(request);
  return JSON.stringify(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1));
}

scene(
  'an edited command is what runs, and the model is told, also where it fails; a dangerous one is held; a deny has its words',
  () => session,
  async ({ review, workbench }) => {
    const turns = [
      command('touch asked.txt'),
      command('touch second.txt'),
      command('git push --force nowhere; touch pushed.txt'),
      command('touch denied.txt'),
      ['It is done.'],
    ];
    const isTold = /The model is told what you changed, once the command has run/;
    const feedback = 'Not "that" file:\n\n- the \\ one, <b>ü</b> 👍';
    const action = async (claude: Claude, model: MockModel): Promise<void> => {
      const run = claude.print('make files');
      try {
        await review.waitForRequest('touch asked.txt');
        await edit('touch edited.txt', isTold);
        await workbench.screenshot('claude-command-edited');
        await review.approve();
        const ran = await newIn(model, 2);
        assert.ok(isThere('edited.txt') && !isThere('asked.txt'));
        for (const text of ['The user changed this command', 'touch asked.txt', 'touch edited.txt'])
          assert.ok(ran.includes(text), `${text} is not in:\n${ran}`);
        await review.waitForOutcome(/Approved, delivered/);

        await next('touch second.txt');
        await edit('touch failed.txt; exit 3', isTold);
        await review.approve();
        const failed = await newIn(model, 3);
        assert.equal(toolResults(await model.request(3))[0]?.isError, true);
        assert.ok(isThere('failed.txt') && !isThere('second.txt'));
        assert.ok(failed.includes('touch failed.txt; exit 3'), failed);

        await next('pushed.txt');
        await workbench.screenshot('claude-command-dangerous');
        await review.hold();
        await review.waitForOutcome(/Approved/);
        assert.ok(!(await newIn(model, 4)).includes('The user changed'));
        assert.ok(isThere('pushed.txt'));

        await next('touch denied.txt');
        await review.deny(feedback);
        assert.deepEqual(toolResults(await model.request(5)), [{ text: feedback, isError: true }]);
        assert.equal(isThere('denied.txt'), false);
        assert.match((await run.ended).stdout, /It is done\./);
      } finally {
        await run.stop();
      }
    };
    await withClaude(session, turns, action, { tellsModel: true });
  },
);

scene(
  'without the second hook the edited command runs as well, the page says that the model is not told, and it is not',
  () => session,
  async ({ review }) => {
    await withClaude(session, [command('touch plain.txt'), ['It is done.']], async (claude, model) => {
      const run = claude.print('make a file');
      try {
        await next('touch plain.txt');
        await edit('touch other.txt', /Claude Code is not told that you changed it/);
        await review.approve();
        assert.match((await run.ended).stdout, /It is done\./);
      } finally {
        await run.stop();
      }
      assert.ok(isThere('other.txt') && !isThere('plain.txt'));
      assert.equal(toolResults(await model.request(2))[0]?.isError, false);
      assert.equal(JSON.stringify(await model.request(2)).includes('other.txt'), false);
    });
  },
);
