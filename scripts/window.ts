import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { entryOf } from '../src/core/queueState';
import type { PageDecision } from '../src/protocol/page';
import { visibleString } from '../src/core/visibleText';
import { CommandReader } from '../src/window/command/commandReader';
import { homeOf } from '../src/window/home';
import { installHookFiles } from '../src/window/hookFiles';
import type { Log } from '../src/window/log';
import { OpenWindow } from '../src/window/openWindow';
import { PlanHistory } from '../src/window/planHistory';
import { PlanReviews } from '../src/window/planReviews';
import type { ReviewSettings } from '../src/window/planReviews';
import type { WindowChange } from '../src/window/windowChange';

/*
 * A window without VS Code, for developers: the same endpoint, queue and adapters, and a rule or the terminal in place of the
 * page. Usage: npm run window -- --folder DIR [--answer approve|deny:TEXT|handBack|ask] [--log FILE]
 */

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    answer: { type: 'string', default: 'ask' },
    log: { type: 'string' },
  },
});
if (values.folder === undefined)
  fail('Usage: npm run window -- --folder DIR [--answer approve|deny:TEXT|handBack|ask] [--log FILE]');

const rule = ruleOf(values.answer);
const folder = resolve(values.folder);
const home = homeOf();
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};
const log: Log = { info: () => {}, warn: (text) => console.error(text), error: (text) => console.error(text) };

installHookFiles(home, join(import.meta.dirname, '..', 'dist'), version, process.execPath);
const settings = (): ReviewSettings => ({ quickRemarks: [] });
const plans = new PlanHistory(join(home.root, 'plans'), () => 50_000_000, log);
const open = await OpenWindow.open({
  home,
  folders: [folder],
  terminalId: createHash('sha256').update(folder).digest('hex').slice(0, 16),
  adopts: false,
  draftsFolder: join(home.root, 'drafts'),
  plans: new PlanReviews(plans, settings),
  settings,
  unsaved: () => false,
  retractMs: () => 0,
  readCommand: new CommandReader(join(import.meta.dirname, '..', 'dist', 'command.cjs'), log).read,
  log,
});
const { review } = open;
const terminal = rule === 'ask' ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
let asked: string | undefined;
review.onDidChange(onChange);
console.log(`Listening for hooks in ${folder}. The hook is ${join(home.bin, 'countersign-hook')}. Ctrl-C ends.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
terminal?.once('close', end);

function onChange({ state, before, effects }: WindowChange): void {
  for (const entry of state.entries) {
    const { request, status } = entry;
    const earlier = entryOf(before, request.id);
    if (earlier?.status === status) continue;
    if (!earlier) {
      const view = review.viewOf(request.id);
      record({
        type: 'request',
        id: request.id,
        agent: request.agent.id,
        cwd: request.cwd,
        subject: view?.subject,
        notes: view?.notes,
      });
      if (rule !== 'ask' && status.type === 'open') void decide(request.id, rule);
    }
    if (status.type === 'ended') {
      const { outcome, delivery, detail } = status;
      record({ type: 'outcome', id: request.id, outcome, delivery, detail });
    }
  }
  for (const effect of effects) {
    if (effect.type !== 'refused') continue;
    record({ ...effect });
    // A rule that cannot be carried out must not leave the agent waiting.
    if (rule !== 'ask') void decide(effect.id, { type: 'handBack' });
  }
  askNext();
}

/** Decides as the page does: on what is shown now. */
async function decide(id: string, decision: PageDecision): Promise<void> {
  const entry = entryOf(review.state, id);
  if (!entry) return;
  review.take({ type: 'shown', id, hash: entry.hash });
  await review.decide(id, entry.hash, decision, 'page');
}

/** Shows the oldest request that waits, whole and with its control characters named, and takes the answer from the terminal. */
function askNext(): void {
  if (asked !== undefined && entryOf(review.state, asked)?.status.type !== 'open') asked = undefined;
  const next = review.state.entries.find((entry) => entry.status.type === 'open');
  if (!terminal || asked !== undefined || !next) return;
  const { id } = next.request;
  asked = id;
  const view = review.viewOf(id);
  console.log(
    visibleString(`\n${next.request.agent.name} in ${next.request.cwd}\n${JSON.stringify(view?.subject, null, 2)}`),
  );
  terminal.question('a = approve, d TEXT = deny, h = hand back: ', (line) => {
    const answer = line.trim();
    const decision: PageDecision | undefined =
      answer === 'a' ? { type: 'approve' } : answer === 'h' ? { type: 'handBack' } : deny(answer);
    if (asked !== id) console.log('That request has ended meanwhile.');
    else if (decision) void decide(id, decision);
    asked = undefined;
    askNext();
  });
}

function deny(answer: string): PageDecision | undefined {
  const match = /^d(?: (.*))?$/s.exec(answer);
  return match ? { type: 'deny', feedback: match[1] ?? '' } : undefined;
}

function record(line: Readonly<Record<string, unknown>>): void {
  const text = JSON.stringify({ at: Date.now(), ...line });
  if (values.log !== undefined) appendFileSync(values.log, `${text}\n`);
  if (rule !== 'ask') console.log(text);
}

function ruleOf(answer: string): PageDecision | 'ask' {
  if (answer === 'ask') return 'ask';
  if (answer === 'approve' || answer === 'handBack') return { type: answer };
  if (answer.startsWith('deny:')) return { type: 'deny', feedback: answer.slice('deny:'.length) };
  return fail(`No such answer: ${answer}`);
}

function end(): void {
  open.dispose();
  process.exit(0);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
