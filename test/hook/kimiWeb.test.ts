import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { LiveWindow } from '../support/liveWindow';
import { bash, endOf, idsOf, planAsked, planGate, silent, useKimi } from './useKimi';

/* Kimi Code in the browser, `kimi web`: it is answered by its server. */

let window: LiveWindow;
let home: string;
const {
  run: kimi,
  endedAs,
  planFile,
} = useKimi((fresh, folder) => {
  window = fresh;
  home = folder;
});

interface FakeServer {
  readonly server: Server;
  readonly requests: { readonly url: string | undefined; readonly token: string | undefined; readonly body: unknown }[];
  code: number;
}

/** The server of `kimi web` with its files, in the process that starts the hooks. */
async function startServer(): Promise<FakeServer> {
  const requests: FakeServer['requests'] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk));
    request.on('end', () => {
      requests.push({ url: request.url, token: request.headers.authorization, body: JSON.parse(text) });
      response.end(JSON.stringify({ code: fake.code, msg: '', data: {}, request_id: '01' }));
    });
  });
  const fake: FakeServer = { server, requests, code: 0 };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  mkdirSync(join(home, 'server/instances'), { recursive: true });
  const instance = { server_id: 'a', pid: process.pid, host: '127.0.0.1', port, started_at: 1, heartbeat_at: 1 };
  writeFileSync(join(home, 'server/instances/a.json'), JSON.stringify(instance));
  writeFileSync(join(home, 'server.token'), 'the-token\n', { mode: 0o600 });
  return fake;
}

function webTest(name: string, action: (fake: FakeServer) => Promise<void>): void {
  test(`kimi web: ${name}`, async () => {
    const fake = await startServer();
    try {
      await action(fake);
    } finally {
      fake.server.close();
      fake.server.closeAllConnections();
    }
  });
}

webTest('the hook is let go at once, the approval goes through the API, and the result confirms it', async (fake) => {
  assert.deepEqual(await endOf(kimi(bash)), silent);
  const entry = await window.request();
  assert.equal(entry.status.type, 'open');
  assert.ok(entry.request.deadline - Date.now() > 23 * 60 * 60 * 1000);
  assert.equal(window.open.review.viewOf(entry.request.id)?.abilities.handBack, 'Kimi Code asks in the browser.');
  await window.decide(entry, { type: 'approve' });
  assert.deepEqual(await endedAs(entry), ['approved', 'sent', undefined]);
  const { session_id, id } = idsOf(bash);
  const url = `/api/v1/sessions/${session_id}/approvals/${id}`;
  assert.deepEqual(fake.requests, [{ url, token: 'Bearer the-token', body: { decision: 'approved' } }]);
  await kimi('PermissionResult.Bash.command.approved.json', idsOf(bash)).ended;
  assert.deepEqual(await endedAs(entry), ['approved', 'confirmed', undefined]);
});

webTest('a plan is sent back with feedback, or approved with an option; its gate is let go', async (fake) => {
  planFile('plan', '# Plan\n');
  assert.deepEqual(await endOf(kimi(planGate)), silent);
  await kimi(planAsked).ended;
  const denied = await window.request();
  await window.decide(denied, { type: 'deny', feedback: 'Drop B\n\n- add a test' });
  assert.deepEqual(await endedAs(denied), ['denied', 'sent', undefined]);
  await kimi(planAsked, { id: 'approval_2', tool_call_id: 'call_2' }).ended;
  const approved = await window.request(1);
  await window.decide(approved, { type: 'approve', addition: 'option-1' });
  await window.ended(approved.request.id);
  assert.deepEqual(
    fake.requests.map(({ body }) => body),
    [
      { decision: 'rejected', feedback: 'Drop B\n\n- add a test', selected_label: 'Revise' },
      { decision: 'approved', selected_label: 'Shell script' },
    ],
  );
});

webTest('a second answer is shown as answered elsewhere, with what was typed', async (fake) => {
  fake.code = 40902;
  await kimi(bash).ended;
  const entry = await window.request();
  await window.decide(entry, { type: 'deny', feedback: 'my words' });
  await window.entry(entry.request.id, ({ status }) => status.type === 'ended' && status.delivery !== 'sent');
  assert.deepEqual(await endedAs(entry), ['denied', 'overtaken', 'Kimi Code had an answer already.']);
  assert.equal(window.open.review.viewOf(entry.request.id)?.draft, 'my words');
});

webTest('answered in the browser: the card ends', async (fake) => {
  await kimi(bash).ended;
  const entry = await window.request();
  await kimi('PermissionResult.Bash.command.approved.json', idsOf(bash)).ended;
  assert.deepEqual(await endedAs(entry), ['answeredElsewhere', undefined, 'It was accepted there.']);
  await window.decide(entry, { type: 'deny', feedback: '' });
  assert.deepEqual(fake.requests, []);
});

webTest('what the server does not take is NOT delivered, with its reason', async (fake) => {
  fake.code = 40404;
  await kimi(bash).ended;
  const entry = await window.request();
  await window.decide(entry, { type: 'deny', feedback: 'my words' });
  assert.deepEqual(await endedAs(entry), ['denied', 'failed', 'Kimi Code no longer has this request.']);
  fake.server.close();
  fake.server.closeAllConnections();
  await kimi(bash, { id: 'approval_2' }).ended;
  const second = await window.request(1);
  await window.decide(second, { type: 'approve' });
  const [outcome, delivery, detail] = (await endedAs(second)) as unknown[];
  assert.deepEqual([outcome, delivery], ['approved', 'failed']);
  assert.match(String(detail), /did not answer/);
});

webTest('handed back, or paused: nothing is sent', async (fake) => {
  await kimi(bash).ended;
  const entry = await window.request();
  await window.decide(entry, { type: 'handBack' });
  assert.deepEqual(await endedAs(entry), ['handedBack', undefined, undefined]);
  await kimi(bash, { id: 'approval_2' }).ended;
  const second = await window.request(1);
  window.open.review.take({ type: 'pause' });
  assert.deepEqual(await endedAs(second), ['handedBack', undefined, undefined]);
  assert.deepEqual(await endOf(kimi(bash, { id: 'approval_3' })), silent);
  assert.deepEqual([window.open.review.state.entries.length, fake.requests], [2, []]);
});

webTest('a plan’s file that changes while it waits is looked at before the approval goes out', async (fake) => {
  const path = planFile('plan', '# First\n');
  const display = { kind: 'plan_review', plan: '# First\n', path };
  await kimi(planAsked, { display }).ended;
  const entry = await window.request();
  writeFileSync(path, '# Second\n');
  await window.decide(entry, { type: 'approve' });
  assert.deepEqual([(await window.request()).status.type, fake.requests], ['open', []]);
});
