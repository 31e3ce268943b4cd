import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Entry } from '../../src/core/queueState';
import type * as plugin from '../../src/hook/opencodePlugin';
import { LiveWindow } from '../support/liveWindow';
import { until } from '../support/until';

/* The built plugin, in Node instead of opencode's Bun, with a client that notes what it is asked to post. */

type Hooks = Awaited<ReturnType<typeof plugin.Countersign>>;
type Post = Readonly<Record<'url' | 'path' | 'body', unknown>>;

const settled = () => new Promise((done) => setTimeout(done, 600));
const variables = ['COUNTERSIGN_HOME', 'COUNTERSIGN_WINDOW'];
const before = variables.map((name) => process.env[name]);
after(() => variables.forEach((name, index) => (before[index] === undefined ? delete process.env[name] : undefined)));

let window: LiveWindow;
let hooks: Hooks;
let posts: Post[];
/** What opencode answers to a post. */
let accepts: () => Promise<{ readonly response?: { readonly ok: boolean }; readonly error?: unknown } | undefined>;
let broken: unknown[];
const onBroken = (error: unknown) => broken.push(error);

beforeEach(async () => {
  window = await LiveWindow.start();
  process.env['COUNTERSIGN_HOME'] = window.home.root;
  delete process.env['COUNTERSIGN_WINDOW'];
  const built = (await import(pathToFileURL(resolve('dist/opencode-plugin.js')).href)) as typeof plugin;
  assert.deepEqual(Object.keys(built), ['Countersign'], 'opencode would call every export');
  posts = [];
  broken = [];
  accepts = () => Promise.resolve({ response: { ok: true } });
  const client = {
    _client: {
      post: (request: Readonly<Record<string, unknown>>) => {
        posts.push({ url: request['url'], path: request['path'], body: request['body'] });
        return accepts();
      },
    },
  };
  hooks = await built.Countersign({ client, directory: window.folder });
  process.on('unhandledRejection', onBroken);
});
afterEach(() => {
  window.stop();
  process.off('unhandledRejection', onBroken);
  assert.deepEqual(broken, []);
});

async function asks(id: string, call?: { readonly tool: string; readonly args: unknown }): Promise<void> {
  const callID = `call_${id}`;
  if (call) await hooks['tool.execute.before']({ tool: call.tool, callID }, { args: call.args });
  const properties = {
    id,
    sessionID: 'ses_1',
    permission: call?.tool === 'write' ? 'edit' : 'bash',
    patterns: ['ls'],
    always: ['ls *'],
    metadata: { command: 'ls' },
    tool: { messageID: 'msg_1', callID },
  };
  await hooks.event({ event: { type: 'permission.asked', properties } });
}

const questions = ['Which?', 'And?'].map((question) => ({
  question,
  header: 'H',
  options: [
    { label: 'A', description: 'a' },
    { label: 'B', description: 'b' },
  ],
}));

async function asksQuestions(id: string): Promise<void> {
  const properties = { id, sessionID: 'ses_1', questions };
  await hooks.event({ event: { type: 'question.asked', properties } });
}

async function replied(requestID: string, reply: string): Promise<void> {
  const properties = { sessionID: 'ses_1', requestID, reply };
  await hooks.event({ event: { type: 'permission.replied', properties } });
}

async function questionEnded(requestID: string, how: 'replied' | 'rejected'): Promise<void> {
  const properties = { sessionID: 'ses_1', requestID };
  await hooks.event({ event: { type: `question.${how}`, properties } });
}

async function endedAs({ request }: Entry): Promise<unknown> {
  const { status } = await window.ended(request.id);
  return status.type === 'ended' && [status.outcome, status.delivery, status.detail];
}

const url = '/permission/{requestID}/reply';

test('asked, approved once: the reply is posted, and opencode’s own event confirms it', async () => {
  await asks('per_1');
  const entry = await window.request();
  assert.deepEqual(entry.request.subject, { type: 'command', command: 'ls', cwd: window.folder, fields: [] });
  await window.decide(entry, { type: 'approve' });
  assert.deepEqual(await endedAs(entry), ['approved', 'sent', undefined]);
  assert.deepEqual(posts, [{ url, path: { requestID: 'per_1' }, body: { reply: 'once' } }]);
  await replied('per_1', 'once');
  await window.entry(entry.request.id, ({ status }) => status.type === 'ended' && status.delivery === 'confirmed');
});

test('opencode’s event that comes while the reply is posted confirms it too', async () => {
  accepts = async () => {
    await replied('per_1', 'once');
    await settled();
    return { response: { ok: true } };
  };
  await asks('per_1');
  const entry = await window.request();
  await window.decide(entry, { type: 'approve' });
  await window.entry(entry.request.id, ({ status }) => status.type === 'ended' && status.delivery === 'confirmed');
});

test('always, and a denial with its words; the arguments of the call are shown', async () => {
  await asks('per_1');
  const first = await window.request();
  await window.decide(first, { type: 'approve', addition: 'always' });
  await window.ended(first.request.id);
  await asks('per_2', { tool: 'write', args: { filePath: `${window.folder}/new.txt`, content: 'a\n' } });
  const second = await window.request(1);
  assert.equal(second.request.subject.type === 'edit' && second.request.subject.edits[0]?.type, 'write');
  await window.decide(second, { type: 'deny', feedback: 'Not\n\n- "yet" 👍' });
  await window.ended(second.request.id);
  assert.deepEqual(
    posts.map(({ body }) => body),
    [{ reply: 'always' }, { reply: 'reject', message: 'Not\n\n- "yet" 👍' }],
  );
});

test('questions are answered by their own way, and opencode’s own event confirms it', async () => {
  await asksQuestions('que_1');
  const entry = await window.request();
  assert.equal(entry.request.subject.type, 'question');
  const answers = [
    { chosen: [1], text: '', note: '' },
    { chosen: [], text: 'my own', note: '' },
  ];
  await window.decide(entry, { type: 'approve', answers });
  assert.deepEqual(await endedAs(entry), ['approved', 'sent', undefined]);
  const reply = {
    url: '/question/{requestID}/reply',
    path: { requestID: 'que_1' },
    body: { answers: [['B'], ['my own']] },
  };
  assert.deepEqual(posts, [reply]);
  await questionEnded('que_1', 'replied');
  await window.entry(entry.request.id, ({ status }) => status.type === 'ended' && status.delivery === 'confirmed');
});

test('a denied question is dismissed', async () => {
  await asksQuestions('que_1');
  const entry = await window.request();
  await window.decide(entry, { type: 'deny', feedback: '' });
  await window.ended(entry.request.id);
  const reject = { url: '/question/{requestID}/reject', path: { requestID: 'que_1' }, body: undefined };
  assert.deepEqual(posts, [reject]);
  await questionEnded('que_1', 'rejected');
  await window.entry(entry.request.id, ({ status }) => status.type === 'ended' && status.delivery === 'confirmed');
});

test('a question that is dismissed in opencode: the card says so', async () => {
  await asksQuestions('que_1');
  const entry = await window.request();
  await questionEnded('que_1', 'rejected');
  assert.deepEqual(await endedAs(entry), ['answeredElsewhere', undefined, 'It was dismissed there.']);
  assert.deepEqual(posts, []);
});

test('answered in opencode: the card says so, and nothing is posted', async () => {
  await asks('per_1');
  const entry = await window.request();
  await replied('per_1', 'reject');
  assert.deepEqual(await endedAs(entry), ['answeredElsewhere', undefined, 'It was rejected there.']);
  await settled();
  assert.deepEqual(posts, []);
});

test('answered within milliseconds, as opencode run does: there is no card', async () => {
  await asks('per_1');
  await replied('per_1', 'reject');
  await settled();
  assert.deepEqual([window.open.review.state.entries.length, posts], [0, []]);
});

test('handed back: opencode is left alone', async () => {
  await asks('per_1');
  const entry = await window.request();
  await window.decide(entry, { type: 'handBack' });
  assert.deepEqual(await endedAs(entry), ['handedBack', undefined, undefined]);
  assert.deepEqual(posts, []);
});

test('a reply that opencode does not take is NOT delivered', async () => {
  const refusals: (typeof accepts)[] = [
    () => Promise.resolve({ response: { ok: false }, error: {} }),
    () => Promise.resolve({ error: { name: 'NotFound' } }),
    () => Promise.resolve(undefined),
    () => Promise.reject(new Error('no')),
  ];
  for (const [index, refusal] of refusals.entries()) {
    accepts = refusal;
    await asks(`per_${index}`);
    const entry = await window.request(index);
    await window.decide(entry, { type: 'deny', feedback: 'my words' });
    assert.deepEqual(await endedAs(entry), ['denied', 'failed', undefined]);
  }
});

test('no window: silence', async () => {
  window.close();
  await asks('per_1');
  await replied('per_1', 'once');
  await settled();
  assert.deepEqual(posts, []);
  await window.reopen();
});

test('the window goes while opencode waits: the next one takes the request, and its answer counts', async () => {
  await asks('per_1');
  const { request } = await window.request();
  window.close();
  await window.reopen();
  const again = await window.request();
  assert.equal(again.request.id, request.id);
  await window.decide(again, { type: 'approve' });
  await window.ended(request.id);
  assert.deepEqual(posts, [{ url, path: { requestID: 'per_1' }, body: { reply: 'once' } }]);
});

test('answered in opencode while no window is there: the card of the next window ends', async () => {
  await asks('per_1');
  await window.request();
  window.close();
  await replied('per_1', 'once');
  await window.reopen();
  const entry = await until('the card', () => window.open.review.state.entries[0]);
  assert.deepEqual(await endedAs(entry), ['answeredElsewhere', undefined, 'It was accepted there.']);
  assert.deepEqual(posts, []);
});

test('events that are odd, or of another kind, are passed over', async () => {
  await hooks.event({ event: { type: 'permission.asked' } });
  await hooks.event({ event: { type: 'permission.asked', properties: { id: 3 } } });
  await hooks.event({ event: { type: 'session.idle', properties: { id: 'x' } } });
  await replied('per_unknown', 'once');
  const circle: { self?: unknown } = {};
  circle.self = circle;
  await asks('per_1', { tool: 'bash', args: circle });
  await settled();
  assert.equal(window.open.review.state.entries.length, 0);
});
