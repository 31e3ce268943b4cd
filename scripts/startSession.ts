import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { allowed, bashPayload, denied, editPayload, planPayload } from '../test/support/claudePayloads';
import { temporaryFolder, type TemporaryFolder } from '../test/support/cleanup';
import { startCodeServer, type CodeServer } from '../test/support/codeServer';
import { vsixPath } from '../test/support/hostSession';
import { Review } from '../test/support/review';
import { runHook, windowFor, type HookRun } from '../test/support/runHook';
import { openWorkbench } from '../test/support/workbench';
import { projectRoot } from './setup.mjs';

/*
 * The part of `npm start` that needs the project's dependencies: an embedded VS Code with Countersign and a sample project, and
 * three permission requests through the installed hook. With --check they are answered in Chromium and the answers checked.
 */

const greet = "export function greet(name) {\n  return 'Hello ' + name;\n}\n";

const plan = `# Greet politely

1. In \`src/greet.js\`, end the greeting with a full stop, and fall back to "you" without a name.
2. Run the tests.

| name | greeting |
| --- | --- |
| Ann | Hello Ann. |
| *none* | Hello you. |

> Nothing else changes.
`;

/** The three requests of the sample session, in the order in which they are sent. */
const requests = [
  { name: 'plan', marker: 'Greet politely', payload: (folder: string) => planPayload(folder, plan) },
  {
    name: 'edit',
    marker: 'greet.js',
    payload: (folder: string) =>
      editPayload(folder, 'src/greet.js', "return 'Hello ' + name;", "return `Hello ${name || 'you'}.`;"),
  },
  {
    name: 'command',
    marker: 'node --test',
    payload: (folder: string) => bashPayload(folder, 'node --test && git status --short', 'Run the tests'),
  },
] as const;

const feedback = 'Keep the quotes: this file has no template strings.\nUse `+` instead.';

/** What the three hooks print in the check: the plan is approved, the edit denied, the command handed back. */
function expected(folder: string): Readonly<Record<(typeof requests)[number]['name'], string>> {
  return { plan: allowed(planPayload(folder, plan)['tool_input']), edit: denied(feedback), command: '' };
}

const project = sampleProject();
let server: CodeServer | undefined;
try {
  const checks = process.argv.includes('--check');
  const settings = checks ? { 'countersign.review.retractTime': 0 } : {};
  server = await startCodeServer({ vsix: vsixPath(), folder: project.path, settings });
  process.exitCode = checks ? await check(server) : await serve(server);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server?.stop();
  project.remove();
}

function sampleProject(): TemporaryFolder {
  const folder = temporaryFolder('countersign-sample-');
  mkdirSync(join(folder.path, 'src'));
  writeFileSync(join(folder.path, 'src/greet.js'), greet);
  writeFileSync(join(folder.path, 'README.md'), '# Sample project\n\nAn agent works here. See the review panel.\n');
  writeFileSync(join(folder.path, 'package.json'), '{ "name": "sample", "type": "module", "private": true }\n');
  return folder;
}

function send(target: CodeServer, index: number): HookRun {
  const request = requests[index];
  if (!request) throw new Error(`There is no request ${index}.`);
  return runHook(target.countersignHome, request.payload(target.folder), { cwd: target.folder });
}

/** Serves a person until Ctrl-C. */
async function serve(target: CodeServer): Promise<number> {
  const over = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  console.log(`
Open this in a browser:

    ${target.url}/?folder=${encodeURIComponent(target.folder)}

A few seconds later three requests of an agent arrive: a plan, an edit and a command. Answer them in the panel "Review"
(Approve, Deny with feedback, Answer in terminal); what the agent would be told is printed here. Ctrl-C ends everything.
`);
  const running: HookRun[] = [];
  const session = async () => {
    await windowFor(target.countersignHome, target.folder, { timeout: Infinity });
    console.log('The window is open; the requests are sent.');
    for (;;) {
      await Promise.all(
        requests.map(async ({ name }, index) => {
          const hook = send(target, index);
          running.push(hook);
          const { stdout } = await hook.ended;
          console.log(`${name}: ${stdout || '(nothing: the agent asks in its terminal)'}`);
        }),
      );
      console.log('All three are answered. Enter sends them again, Ctrl-C ends.');
      await new Promise<void>((resolve) => {
        const lines = createInterface({ input: process.stdin });
        lines.once('line', () => {
          lines.close();
          resolve();
        });
      });
    }
  };
  await Promise.race([over, session()]);
  for (const hook of running) if (hook.running()) hook.kill('SIGKILL');
  console.log('\nEnded.');
  // Reading from the terminal would keep the process.
  process.stdin.destroy();
  return 0;
}

/** Answers the three requests in Chromium and holds what the hooks print against what it has to be. */
async function check(target: CodeServer): Promise<number> {
  const shots = join(projectRoot, 'test/out/start');
  rmSync(shots, { recursive: true, force: true });
  let last = Date.now();
  const step = (what: string) => {
    console.log(`${((Date.now() - last) / 1000).toFixed(1).padStart(6)} s  ${what}`);
    last = Date.now();
  };
  const workbench = await openWorkbench(target, { shots });
  const hooks: HookRun[] = [];
  try {
    step('VS Code is open in Chromium');
    await windowFor(target.countersignHome, target.folder);
    step('the extension is active and the hook installed');
    for (const index of requests.keys()) {
      hooks.push(send(target, index));
      await workbench.statusItem(`${index + 1} waiting`).waitFor();
    }
    step('three requests wait');

    const review = new Review(workbench);
    const [planHook, editHook, commandHook] = hooks;
    assert.ok(planHook && editHook && commandHook);
    await review.waitForRequest(requests[0].marker);
    await workbench.screenshot('1-plan');
    await review.approve();
    await report('plan', planHook, target);
    await workbench.screenshot('2-plan-approved');
    step('the plan is approved');

    await review.next();
    await review.waitForRequest(requests[1].marker);
    await review.feedback.fill(feedback);
    await workbench.screenshot('3-edit');
    await review.deny(feedback);
    await report('edit', editHook, target);
    await workbench.screenshot('4-edit-denied');
    step('the edit is denied with feedback');

    await review.next();
    await review.waitForRequest(requests[2].marker);
    await workbench.screenshot('5-command');
    await review.answerInTerminal();
    await report('command', commandHook, target);
    await workbench.screenshot('6-command-handed-back');
    step('the command is handed back');
  } catch (error) {
    await workbench.screenshot('failed').catch(() => {});
    console.error(target.log().split('\n').slice(-20).join('\n'));
    throw error;
  } finally {
    for (const hook of hooks) if (hook.running()) hook.kill('SIGKILL');
    await workbench.close();
  }
  console.log(`All as it should be. Screenshots: ${shots}`);
  return 0;
}

async function report(name: keyof ReturnType<typeof expected>, hook: HookRun, target: CodeServer): Promise<void> {
  const { stdout, exitCode } = await hook.ended;
  console.log(`          ${name}: the hook printed ${stdout || 'nothing'}`);
  assert.equal(exitCode, 0);
  assert.equal(stdout, expected(target.folder)[name]);
}
