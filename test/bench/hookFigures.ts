import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { createHmac, randomBytes } from 'node:crypto';
import { waitingCount } from '../../src/core/queueState';
import type { Entry } from '../../src/core/queueState';
import { endpointPath, proofText, protocolVersion, wireHeaders } from '../../src/protocol/wire';
import { TemporaryHome } from '../support/fakeWindow';
import { fixtureText } from '../support/fixtures';
import { LiveWindow } from '../support/liveWindow';
import { discoveryRecords } from '../support/runHook';
import { until } from '../support/until';
import type { Figures } from './figures';
import { bareNodesAtOnce, percentile, ratio } from './timing';
import type { Timed } from './timing';

const payloadName = 'PermissionRequest-Bash.v2.1.332.json';

/** Fallback and full round trip in times of a bare Node, with and without the shell front. */
export async function ratios(figures: Figures, runs: number): Promise<void> {
  const window = await LiveWindow.start();
  const refusing = new TemporaryHome();
  try {
    refusing.writeRecord(refusing.record({ folders: [window.folder] }));
    const payload = fixtureText('claude', payloadName).replaceAll('/home/dev/project', window.folder);
    const env = plainEnv();
    const input = join(window.home.root, 'payload.json');
    writeFileSync(input, payload);
    const bare: Timed = { command: 'node', args: ['-e', '0'], env, cwd: window.folder, input };
    const there = { ...env, COUNTERSIGN_HOME: window.home.root };
    const nowhere = { ...env, COUNTERSIGN_HOME: join(window.home.root, 'nowhere') };
    const front = join(window.home.bin, 'countersign-hook');
    const script = join(window.home.bin, 'hook.cjs');
    const hook: Timed = { command: front, args: ['claude'], env: nowhere, cwd: window.folder, input };
    const direct: Timed = { ...hook, command: 'node', args: [script, 'claude'] };
    figures.add('fallback', await ratio(hook, bare, runs), 'x bare node', 0.15);
    const refused = { ...direct, env: { ...env, COUNTERSIGN_HOME: refusing.path } };
    figures.add('fallbackWhenRefused', await ratio(refused, bare, runs), 'x bare node', 1.35);
    figures.add('fallbackWithoutFront', await ratio(direct, bare, runs), 'x bare node', 1.15);
    const answering = window.open.review.onDidChange(({ state }) => {
      for (const entry of state.entries)
        if (entry.status.type === 'open') void window.decide(entry, { type: 'approve' });
    });
    figures.add('roundTrip', await ratio({ ...hook, env: there }, bare, runs), 'x bare node', 1.35);
    figures.add('roundTripWithoutFront', await ratio({ ...direct, env: there }, bare, runs), 'x bare node', 1.35);
    answering.dispose();
  } finally {
    window.stop();
    refusing.remove();
  }
}

/** What a person waits for: from Approve to the hook gone, and twenty requests at once; and a waiting hook's memory. */
export async function waits(figures: Figures, runs: number): Promise<void> {
  const window = await LiveWindow.start();
  try {
    const gone: number[] = [];
    const stopped: number[] = [];
    const memory: number[] = [];
    for (let run = 0; run < runs; run++) {
      const hook = window.hook('claude', payloadName);
      const entry = await window.request(run);
      memory.push(nodeMemory(hook.pid));
      const start = performance.now();
      await window.decide(entry, { type: 'approve' });
      await hook.ended;
      gone.push(performance.now() - start);
    }
    for (let run = 0; run < runs; run++) {
      const hook = window.hook('claude', payloadName);
      await window.request(runs + run);
      const start = performance.now();
      hook.kill('SIGTERM');
      await hook.ended;
      stopped.push(performance.now() - start);
    }
    figures.add('approveToHookGone', percentile(gone, 50), 'ms', 40);
    figures.add('signalToHookGone', percentile(stopped, 50), 'ms', 100);
    figures.add('waitingHookMemory', Math.max(...memory), 'MB', 48);
    // Twenty starts of Node keep two cores busy for longer than the budget, so the processes are a ratio to bare ones.
    const bare = await bareNodesAtOnce(20, plainEnv());
    const before = window.open.review.state.entries.length;
    const start = performance.now();
    const hooks = Array.from({ length: 20 }, () => window.hook('claude', payloadName));
    await window.request(before + 19);
    figures.add('twentyHooksAtOnce', (performance.now() - start) / bare, 'x twenty bare nodes', 1.35);
    window.open.review.take({ type: 'pause' });
    await Promise.all(hooks.map((hook) => hook.ended));
  } finally {
    window.stop();
  }
}

/** A Node that loads extra certificates takes twice as long to start, and the front clears the variable. */
function plainEnv(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  return env;
}

/** Five hundred requests that wait in one window: none lost, each decision quick, little memory each. */
export async function crowd(figures: Figures): Promise<void> {
  const window = await LiveWindow.start();
  const count = 500;
  try {
    const payload = fixtureText('claude', payloadName).replaceAll('/home/dev/project', window.folder);
    const start = performance.now();
    const twenty = await Promise.all(
      Array.from({ length: 20 }, (_, index) => waiting(window, `twenty-${index}`, payload)),
    );
    await window.request(19);
    figures.add('twentyAtOnce', performance.now() - start, 'ms', 500);
    for (const socket of twenty) socket.terminate();
    await until('the end of the twenty', () => waitingCount(window.open.review.state) === 0);
    for (const { request } of window.open.review.state.entries)
      window.open.review.take({ type: 'dismiss', id: request.id });
    const before = settledMemory();
    const sockets = await Promise.all(
      Array.from({ length: count }, (_, index) => waiting(window, `crowd-${String(index).padStart(4, '0')}`, payload)),
    );
    await window.request(count - 1);
    // The clients live in this process too and count as well, so the figure is an upper bound.
    figures.add('memoryEachOf500', (settledMemory() - before) / count / 1000, 'kB', 100);
    const took: number[] = [];
    for (const entry of window.open.review.state.entries) took.push(await decisionTime(window, entry, sockets));
    figures.add('decisionAmong500', percentile(took, 99), 'ms', 50);
    figures.add('lostOf500', count - took.length, 'requests', 0);
    for (const socket of sockets.values()) socket.terminate();
  } finally {
    window.stop();
  }
}

async function decisionTime(window: LiveWindow, entry: Entry, sockets: readonly WebSocket[]): Promise<number> {
  const socket = sockets[Number(entry.request.id.slice('crowd-'.length))]!;
  const start = performance.now();
  const answered = new Promise<void>((resolve) => socket.once('message', () => resolve()));
  await window.decide(entry, { type: 'approve' });
  await answered;
  return performance.now() - start;
}

function waiting(window: LiveWindow, id: string, payload: string): Promise<WebSocket> {
  const record = discoveryRecords(window.home.root)[0]!;
  const nonce = randomBytes(16).toString('base64url');
  const key = Buffer.from(record.token, 'hex');
  const headers = {
    [wireHeaders.version]: String(protocolVersion),
    [wireHeaders.window]: record.id,
    [wireHeaders.nonce]: nonce,
    [wireHeaders.proof]: createHmac('sha256', key)
      .update(proofText('hook', nonce, record.id))
      .digest('hex'),
  };
  const socket = new WebSocket(`ws+unix://${record.address}:${endpointPath}`, { headers, perMessageDeflate: false });
  const frame = {
    type: 'request',
    id,
    agent: 'claude',
    arguments: [],
    payload,
    cwd: window.folder,
    pids: [],
    startedAt: Date.now(),
    env: {},
  };
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify(frame));
      resolve(socket);
    });
  });
}

function settledMemory(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Megabytes of the Node under a hook's front, from the system's own account. */
function nodeMemory(front: number): number {
  const child = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((name) => parentOf(name) === front);
  const status = readFileSync(`/proc/${child}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
