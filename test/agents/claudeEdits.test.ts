import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { withClaude, type Claude } from '../support/claude';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';
import { toolResults, type MockModel, type Turn } from '../support/mockModel';

/* The real Claude Code changes files, and its edits are reviewed in the real page of a real VS Code. */

let session: HostSession;

before(async () => {
  session = await startHostSession();
}, sceneLimit);
after(() => session?.close(), sceneLimit);

const lines = Array.from({ length: 30 }, (_, index) => `const line${index + 1} = ${index + 1};`);
const old = `${lines.join('\n')}\n`;
const first = (text: string): string => text.replace('const line3 = 3;', 'const line3 = "three";');
const second = (text: string): string => text.replace('const line25 = 25;', 'const line25 = "twenty-five";');
const proposed = second(first(old));

/** Runs Claude Code on a file of its own, which it reads and then wants to edit in two places. */
async function editing(
  name: string,
  content: string,
  action: (claude: Claude, model: MockModel) => Promise<void>,
  tellsModel = false,
): Promise<string> {
  const path = join(session.folder, name);
  writeFileSync(path, content);
  const inner = (text: string): string => text.slice(text.indexOf('const line2 '), text.indexOf('const line26 '));
  const input = { file_path: path, old_string: inner(old), new_string: inner(proposed) };
  const turns: Turn[] = [[{ tool: 'Read', input: { file_path: path } }], [{ tool: 'Edit', input }], ['It is done.']];
  await withClaude(session, turns, action, { tellsModel });
  return readFileSync(path, 'utf8');
}

/** Requests that were decided stay in front until the person goes on. */
let decided = 0;

/** Asks for it without a terminal, and lets the person decide in the page. */
async function asked(claude: Claude, name: string, decide: () => Promise<void>): Promise<void> {
  const run = claude.print('edit it');
  try {
    if (decided > 0) await session.review.next();
    await session.review.waitForRequest(name);
    await decide();
    decided += 1;
    const { stdout } = await run.ended;
    assert.match(stdout, /It is done\./);
  } finally {
    await run.stop();
  }
}

scene(
  'one of two hunks is taken: the file on disk has just that one, with the line endings it had',
  () => session,
  async ({ review, workbench }) => {
    const crlf = old.replaceAll('\n', '\r\n');
    const result = await editing('part.js', crlf, (claude) =>
      asked(claude, 'part.js', async () => {
        await review.page.getByRole('checkbox', { name: 'Take hunk 2' }).uncheck();
        await workbench.screenshot('claude-edit-part');
        await review.press(/^Approve 1 of 2 hunks/);
        await review.waitForOutcome(/Approved/);
      }),
    );
    assert.equal(result, first(crlf));
  },
);

scene(
  'a text that was edited in the diff editor is what the file has, and the model is told',
  () => session,
  async ({ review, workbench }) => {
    const result = await editing(
      'edited.js',
      old,
      async (claude, model) => {
        await asked(claude, 'edited.js', async () => {
          await review.button('Edit edited.js...').click();
          const editor = workbench.page.locator('.monaco-diff-editor .editor.modified').last();
          await editor.getByText('"three"').click();
          await workbench.page.keyboard.press('End');
          await workbench.page.keyboard.type(' // by a person');
          await workbench.page.keyboard.press('Control+s');
          await review.page.getByText('Edited by you').first().waitFor();
          await workbench.screenshot('claude-edit-edited');
          await review.press('Approve');
          await review.waitForOutcome(/Approved/);
        });
        assert.match(
          JSON.stringify((await model.request(3)).messages),
          /const line3 = \\+"three\\+"; \/\/ by a person/,
        );
      },
      true,
    );
    assert.equal(result, proposed.replace('"three";', '"three"; // by a person'));
  },
);

scene(
  'a deny with two comments on lines reaches the model word for word',
  () => session,
  async ({ review, workbench }) => {
    const result = await editing('denied.js', old, async (claude, model) => {
      await asked(claude, 'denied.js', async () => {
        await comment('const line3 = "three";', 'Comment', 'Why a string?\n\n- it was a number');
        await comment('const line25 = "twenty-five";', 'Question', 'And `25`?');
        await workbench.screenshot('claude-edit-comments');
        await review.press(/^Deny with feedback/);
        await review.waitForOutcome(/Denied/);
      });
      const [denied] = toolResults(await model.request(3));
      assert.equal(denied?.isError, true);
      for (const words of [
        'denied.js',
        'line 3',
        'Why a string?',
        '- it was a number',
        'line 25',
        'And `25`?',
        'const line3 = "three";',
      ])
        assert.ok(denied?.text.includes(words), `${words} is not in:\n${denied?.text}`);
    });
    assert.equal(result, old);
  },
);

/** Makes a comment of a kind on the proposed line with this text. */
async function comment(line: string, kind: string, text: string): Promise<void> {
  const { page } = session.review;
  await page.getByRole('main').getByText(line).last().hover();
  await page.getByRole('button', { name: /^Comment on line/ }).click();
  await page.getByRole('radio', { name: kind }).click();
  await page.getByRole('textbox', { name: new RegExp(`^${kind} on`) }).fill(text);
  await session.review.button('Add comment').click();
}
