import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { isAlive, signal } from '../support/cleanup';
import { withClaude } from '../support/claude';
import { projectFolder, scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';
import { planPath, toolResults, type MockModel, type Turn } from '../support/mockModel';
import { until } from '../support/until';

/* The real Claude Code, whose model says what each test tells it to, answered in the real review page of a real VS Code. */

let session: HostSession;

before(async () => {
  session = await startHostSession();
}, sceneLimit);
after(() => session?.close(), sceneLimit);

/** The only result that the n-th request tells the model. */
async function resultIn(model: MockModel, request: number): Promise<{ text: string; isError: boolean }> {
  const results = toolResults(await model.request(request));
  assert.equal(results.length, 1, JSON.stringify(results));
  return results[0] ?? { text: '', isError: true };
}

scene(
  'a command approved in the page runs',
  () => session,
  async (host) => {
    const call = { tool: 'Bash', input: { command: 'touch approved.txt', description: 'Make a file' } };
    await withClaude(host, [[call], ['Made.']], async (claude, model) => {
      const run = claude.print('make a file');
      try {
        await host.review.waitForRequest('touch approved.txt');
        await host.workbench.screenshot('claude-command');
        await host.review.approve();
        assert.equal((await run.ended).stdout.trim(), 'Made.');
      } finally {
        await run.stop();
      }
      assert.equal(existsSync(join(host.folder, 'approved.txt')), true);
      assert.equal((await resultIn(model, 2)).isError, false);
      // Claude's own record shows that it took our answer.
      await host.review.waitForOutcome(/Approved, delivered/);
    });
  },
);

scene(
  'an edit denied with feedback: the model gets it word for word',
  () => session,
  async (host) => {
    const file = join(host.folder, 'greet.js');
    const text = "export const greet = (name) => 'Hello ' + name;\n";
    writeFileSync(file, text);
    const edit = { file_path: file, old_string: "'Hello ' + name", new_string: '`Hello ${name}`', replace_all: false };
    const turns: Turn[] = [[{ tool: 'Read', input: { file_path: file } }], [{ tool: 'Edit', input: edit }], ['I see.']];
    const feedback = 'No template strings here:\n\n- keep "+"\n- and the \\ as it is, <b>ü</b> 👍';
    await withClaude(host, turns, async (claude, model) => {
      const run = claude.print('change it');
      try {
        await host.review.next();
        await host.review.waitForRequest('greet.js');
        await host.workbench.screenshot('claude-edit');
        await host.review.deny(feedback);
        assert.equal((await run.ended).stdout.trim(), 'I see.');
      } finally {
        await run.stop();
      }
      assert.deepEqual(await resultIn(model, 3), { text: feedback, isError: true });
      assert.equal(readFileSync(file, 'utf8'), text);
      await host.review.waitForOutcome(/Denied, delivered/);
    });
  },
);

scene(
  'an approved plan is left to be carried out',
  () => session,
  async (host) => {
    const plan = '# Rename the greeting\n\n1. Change `greet.js`\n';
    const turns: Turn[] = [
      (request) => [{ tool: 'Write', input: { file_path: planPath(request), content: plan } }],
      [{ tool: 'ExitPlanMode', input: {} }],
      ['The plan is approved.'],
    ];
    await withClaude(host, turns, async (claude, model) => {
      const terminal = await claude.open('plan');
      try {
        await claude.prompt(terminal, 'plan the renaming');
        await host.review.next();
        await host.review.waitForRequest('Rename the greeting');
        await host.workbench.screenshot('claude-plan');
        await host.review.approve();
        await terminal.shows(/The plan is approved\./);
      } finally {
        await terminal.stop();
      }
      const result = await resultIn(model, 3);
      assert.equal(result.isError, false);
      assert.match(result.text, /approved/i);
      assert.ok(result.text.includes(plan.trim()), result.text);
      await host.review.waitForOutcome(/Approved, delivered/);
    });
  },
);

scene(
  'a plan denied with feedback comes again, revised',
  () => session,
  async (host) => {
    const turns: Turn[] = [
      (request) => [{ tool: 'Write', input: { file_path: planPath(request), content: '# The first plan\n' } }],
      [{ tool: 'ExitPlanMode', input: {} }],
      (request) => [{ tool: 'Write', input: { file_path: planPath(request), content: '# The second plan\n' } }],
      [{ tool: 'ExitPlanMode', input: {} }],
      ['Now it is approved.'],
    ];
    await withClaude(host, turns, async (claude, model) => {
      const terminal = await claude.open('plan');
      try {
        await claude.prompt(terminal, 'plan it');
        await host.review.next();
        await host.review.waitForRequest('The first plan');
        await host.review.deny('Name the files.');
        assert.deepEqual(await resultIn(model, 3), { text: 'Name the files.', isError: true });
        await host.workbench.statusItem('1 waiting').waitFor();
        await host.review.next();
        await host.review.waitForRequest('The second plan');
        await host.review.approve();
        await terminal.shows(/Now it is approved\./);
      } finally {
        await terminal.stop();
      }
    });
  },
);

scene(
  'an answer given in the terminal ends the card',
  () => session,
  async (host) => {
    const call = { tool: 'Bash', input: { command: 'touch from-the-terminal.txt', description: 'Make a file' } };
    await withClaude(host, [[call], ['Made it.']], async (claude) => {
      const terminal = await claude.open();
      try {
        await claude.prompt(terminal, 'make a file');
        await host.review.next();
        await host.review.waitForRequest('touch from-the-terminal.txt');
        await terminal.shows(/❯ 1\. Yes/);
        terminal.type('\r');
        await terminal.shows(/Made it\./);
        await host.review.waitForOutcome('Answered in the terminal');
        await host.workbench.screenshot('claude-answered-in-terminal');
        await host.workbench.statusItem('1 waiting').waitFor({ state: 'detached' });
        assert.equal(existsSync(join(host.folder, 'from-the-terminal.txt')), true);
      } finally {
        await terminal.stop();
      }
    });
  },
);

scene(
  'Esc in the terminal takes the request back',
  () => session,
  async (host) => {
    const call = { tool: 'Bash', input: { command: 'touch escaped.txt', description: 'Make a file' } };
    await withClaude(host, [[call], ['Done it.']], async (claude) => {
      const terminal = await claude.open();
      try {
        await claude.prompt(terminal, 'make a file');
        await host.review.next();
        await host.review.waitForRequest('touch escaped.txt');
        await terminal.shows(/❯ 1\. Yes/);
        terminal.type('\u001b');
        await host.review.waitForOutcome(/Withdrawn|Answered in the terminal/);
        await host.workbench.statusItem('1 waiting').waitFor({ state: 'detached' });
      } finally {
        await terminal.stop();
      }
    });
  },
);

scene(
  'a killed Claude Code takes its card with it',
  () => session,
  async (host) => {
    const call = { tool: 'Bash', input: { command: 'touch killed.txt', description: 'Make a file' } };
    await withClaude(host, [[call]], async (claude) => {
      const terminal = await claude.open();
      try {
        await claude.prompt(terminal, 'make a file');
        await host.review.next();
        await host.review.waitForRequest('touch killed.txt');
        signal(terminal.pid, 'SIGKILL');
        await until('Claude Code to be gone', () => !isAlive(terminal.pid));
        await host.review.waitForOutcome('Withdrawn');
        assert.equal(existsSync(join(host.folder, 'killed.txt')), false);
      } finally {
        await terminal.stop();
      }
    });
  },
);

scene(
  'without a window for the project Claude Code does what it does without us',
  () => session,
  async (host) => {
    const elsewhere = projectFolder(host.server, 'elsewhere');
    mkdirSync(join(elsewhere, 'src'));
    const call = { tool: 'Bash', input: { command: 'touch nobody.txt', description: 'Make a file' } };
    await withClaude(
      host,
      [[call], ['Nobody said yes.']],
      async (claude, model) => {
        const run = claude.print('make a file');
        try {
          assert.equal((await run.ended).stdout.trim(), 'Nobody said yes.');
        } finally {
          await run.stop();
        }
        const result = await resultIn(model, 2);
        assert.equal(result.isError, true);
        assert.match(result.text, /needs approval/);
        assert.equal(existsSync(join(elsewhere, 'nobody.txt')), false);
      },
      { project: elsewhere },
    );
  },
);
