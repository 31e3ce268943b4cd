import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { withClaude, type Claude } from '../support/claude';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';
import { toolResults, type MockModel } from '../support/mockModel';
import type { TerminalProgram } from '../support/terminal';

/* The real Claude Code asks questions, and they are answered in the real page of a real VS Code. */

let session: HostSession;

before(async () => {
  session = await startHostSession();
}, sceneLimit);
after(() => session?.close(), sceneLimit);

const option = (label: string, more: object = {}): object => ({ label, description: `About ${label}`, ...more });
const database = {
  question: 'Which database should we use?',
  header: 'Database',
  options: [option('Postgres', { preview: 'a server\nof its own' }), option('SQLite', { preview: 'one file' })],
  multiSelect: false,
};
const tests = {
  question: 'Which paths should be covered by tests?',
  header: 'Tests',
  options: [option('Miss'), option('Provider is down'), option('Two at once')],
  multiSelect: true,
};
const metric = {
  question: 'What should the metric be called?',
  header: 'Metric',
  options: [option('auth_miss'), option('miss_total')],
  multiSelect: false,
};

/** Claude Code asks these on a terminal, where its own prompt shows while the hook waits. */
async function asking(
  questions: readonly object[],
  action: (terminal: TerminalProgram, model: MockModel) => Promise<void>,
): Promise<void> {
  const turns = [[{ tool: 'AskUserQuestion', input: { questions } }], ['I see.']];
  await withClaude(session, turns, async (claude: Claude, model) => {
    const terminal = await claude.open();
    try {
      await claude.prompt(terminal, 'ask me');
      await action(terminal, model);
    } finally {
      await terminal.stop();
    }
  });
}

/** The only result that the model is told. */
async function told(model: MockModel): Promise<{ text: string; isError: boolean }> {
  const [result, ...more] = toolResults(await model.request(2));
  assert.ok(result && more.length === 0);
  return result;
}

scene(
  'choices, own words and notes that are given in the page reach the model, and close the prompt in the terminal',
  () => session,
  async ({ review, workbench }) => {
    await asking([database, tests, metric], async (terminal, model) => {
      await review.waitForRequest('Which database should we use?');
      const { page } = review;
      const send = review.button('Send answers');
      await page.getByRole('radio', { name: 'SQLite' }).click();
      await page.getByText('Note to the agent on this answer').first().click();
      await page.getByRole('textbox', { name: 'Note on answer 1' }).fill('Write-ahead log on.\nNo "ORM".');
      await page.getByRole('checkbox', { name: 'Miss' }).check();
      await page.getByRole('checkbox', { name: 'Two at once' }).check();
      await page.getByRole('textbox', { name: 'Other answer' }).nth(1).fill('and a restart');
      assert.equal(await send.getAttribute('aria-disabled'), 'true');
      await workbench.screenshot('claude-question-open');
      await page.getByRole('textbox', { name: 'Other answer' }).nth(2).fill('auth_token_miss_total');
      await workbench.screenshot('claude-question');
      await review.press('Send answers');
      await terminal.shows(/I see\./);
      const { text, isError } = await told(model);
      assert.equal(isError, false);
      for (const said of [
        '"Which database should we use?"="SQLite" selected preview:\none file notes: Write-ahead log on.\nNo "ORM".',
        '"Which paths should be covered by tests?"="Miss, Two at once, and a restart"',
        '"What should the metric be called?"="auth_token_miss_total"',
      ])
        assert.ok(text.includes(said), `${said} is not in:\n${text}`);
      await review.waitForOutcome(/Answered, delivered/);
    });
  },
);

scene(
  'a question denied with feedback: the model gets it word for word',
  () => session,
  async ({ review }) => {
    await asking([metric], async (terminal, model) => {
      await review.next();
      await review.waitForRequest('What should the metric be called?');
      await review.deny('Neither:\n\n- read the style guide first');
      await terminal.shows(/I see\./);
      assert.deepEqual(await told(model), { text: 'Neither:\n\n- read the style guide first', isError: true });
      await review.waitForOutcome(/Denied, delivered/);
    });
  },
);

scene(
  'a question answered in the terminal is said to be, and nothing of the page reaches the model',
  () => session,
  async ({ review }) => {
    await asking([database], async (terminal, model) => {
      await review.next();
      await review.waitForRequest('Which database should we use?');
      await review.page.getByRole('radio', { name: 'SQLite' }).click();
      await terminal.shows(/1\. Postgres/);
      terminal.type('\r');
      await terminal.shows(/I see\./);
      assert.match((await told(model)).text, /"Which database should we use\?"="Postgres"/);
      await review.waitForOutcome(/Answered in the terminal/);
    });
  },
);
