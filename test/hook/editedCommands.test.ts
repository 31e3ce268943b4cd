import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { claude } from '../../src/agents/claude/adapter';
import type { Entry } from '../../src/core/queueState';
import type { SubjectView } from '../../src/protocol/views';
import { checked } from '../../src/window/approvals';
import { allowed, bashPayload } from '../support/claudePayloads';
import { LiveWindow } from '../support/liveWindow';

const asked = 'rm -rf dist && npm run build';
const edited = 'rm -rf dist/cache && npm run build';

let window: LiveWindow;
beforeEach(async () => void (window = await LiveWindow.start()));
afterEach(() => window.stop());

type CommandView = Extract<SubjectView, { type: 'command' }>;

function shown({ request }: Entry): CommandView {
  const subject = window.open.review.viewOf(request.id)?.subject;
  assert.ok(subject?.type === 'command');
  return subject;
}

function edit({ request }: Entry, text: string | undefined): Promise<void> {
  return window.open.review.reviews.setEditedCommand(request.id, text);
}

test('an edited command that is approved is what the agent is told to run', async () => {
  const hook = window.claude(bashPayload(window.folder, asked, 'Build anew'));
  const entry = await window.request();
  assert.equal(shown(entry).asked, undefined);
  await edit(entry, edited);
  const now = await window.request();
  assert.notEqual(now.hash, entry.hash);
  assert.deepEqual([shown(now).command, shown(now).asked], [edited, asked]);
  assert.equal(window.open.review.viewOf(now.request.id)?.abilities.editedCommand?.edits.possible, true);
  await window.decide(entry, { type: 'approve' });
  assert.equal((await window.request()).status.type, 'open', 'a decision on the text before it was edited is refused');
  await window.decide(now, { type: 'approve' });
  assert.equal((await hook.ended).stdout, allowed({ command: edited, description: 'Build anew' }));
});

test('every surface sends the edited text: the palette approves only what was shown', async () => {
  const hook = window.claude(bashPayload(window.folder, asked));
  const entry = await window.request();
  const { review } = window.open;
  review.take({ type: 'shown', id: entry.request.id, hash: entry.hash });
  await edit(entry, edited);
  const now = await window.request();
  await review.decide(now.request.id, now.hash, { type: 'approve' }, 'palette');
  assert.equal((await window.request()).status.type, 'open', 'the edited text was not shown yet');
  review.take({ type: 'shown', id: now.request.id, hash: now.hash });
  await review.decide(now.request.id, now.hash, { type: 'approve' }, 'palette');
  assert.equal((await hook.ended).stdout, allowed({ command: edited, description: 'Run it' }));
});

test('an edit that is taken back, or changes nothing, is the plain answer', async () => {
  const hook = window.claude(bashPayload(window.folder, asked));
  const entry = await window.request();
  await edit(entry, edited);
  await edit(entry, undefined);
  assert.equal((await window.request()).hash, entry.hash);
  await edit(entry, asked);
  assert.equal(shown(await window.request()).asked, undefined);
  await window.decide(await window.request(), { type: 'approve' });
  assert.equal((await hook.ended).stdout, allowed());
});

test('an empty command is never approved, and a deny still can be', async () => {
  const hook = window.claude(bashPayload(window.folder, asked));
  await edit(await window.request(), ' \n');
  const now = await window.request();
  assert.equal(shown(now).command, ' \n');
  await window.decide(now, { type: 'approve' });
  assert.equal((await window.request()).status.type, 'open');
  await window.decide(now, { type: 'deny', feedback: 'no' });
  assert.match((await hook.ended).stdout, /"deny"/);
});

test('of texts that follow one another fast the last one is what is shown', async () => {
  const hook = window.claude(bashPayload(window.folder, asked));
  const entry = await window.request();
  await Promise.all(['e', 'ec', 'ech', 'echo', 'echo x'].map((text) => edit(entry, text)));
  assert.equal(shown(await window.request()).command, 'echo x');
  await window.decide(await window.request(), { type: 'handBack' });
  await hook.ended;
});

test('the edited text outlives the window, and is gone with the request', async () => {
  const hook = window.claude(bashPayload(window.folder, asked));
  const entry = await window.request();
  await edit(entry, edited);
  window.close();
  await window.reopen();
  const again = await window.request();
  assert.deepEqual([again.request.id, shown(again).command, shown(again).asked], [entry.request.id, edited, asked]);
  await window.decide(again, { type: 'approve' });
  assert.equal((await hook.ended).stdout, allowed({ command: edited, description: 'Run it' }));
  await window.ended(again.request.id);
  window.open.review.take({ type: 'dismiss', id: again.request.id });
  window.close();
  assert.equal(existsSync(join(window.home.root, 'drafts', `${again.request.id}.json`)), false);
  await window.reopen();
});

test('an agent that takes no changed input is asked to run its own command, whatever is typed', async () => {
  const hook = window.hook('codex', '2-PermissionRequest.json', { agent: 'codex' });
  const entry = await window.request();
  await edit(entry, edited);
  assert.equal(shown(await window.request()).asked, undefined);
  const { editedCommand } = window.open.review.viewOf(entry.request.id)?.abilities ?? {};
  assert.equal(editedCommand?.edits.possible, false);
  await window.decide(entry, { type: 'handBack' });
  await hook.ended;
});

test('any text is sent to the letter, and one that an agent would read otherwise is refused', async () => {
  const hook = window.claude(bashPayload(window.folder, asked));
  const entry = await window.request();
  await edit(entry, edited);
  const view = shown(await window.request());
  const payload = bashPayload(window.folder, asked);
  const call = { id: 'hook-00000001', payload, arguments: [], env: {}, startedAt: 0, receivedAt: 0, deadline: 1 };
  const reading = claude.read(call);
  assert.ok(reading.type === 'request' && reading.changedCommand);
  const prepared = (command: string): Parameters<typeof checked>[1] => ({
    request: entry.request,
    project: 'p',
    files: [],
    subject: { ...view, command },
    notes: [],
    risk: 'careful',
    hash: 'h',
    basis: 'b',
  });
  const { changedCommand } = reading;
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (command) => {
      fc.pre(command.trim() !== '');
      const found = await checked({ type: 'approve' }, prepared(command), { changedCommand }, []);
      assert.ok('decision' in found && found.decision.type === 'approve');
      assert.deepEqual(found.decision.changedInput, { command, description: 'Run it' });
    }),
  );
  const cutting = { ...changedCommand, commandIn: () => edited.slice(1) };
  assert.ok('refused' in (await checked({ type: 'approve' }, prepared(edited), { changedCommand: cutting }, [])));
  assert.ok('refused' in (await checked({ type: 'approve' }, prepared(edited), {}, [])));
  await window.decide(await window.request(), { type: 'handBack' });
  await hook.ended;
});
