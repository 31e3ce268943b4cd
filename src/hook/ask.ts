import type { DiscoveryRecord } from '../protocol/discovery';
import type { FromWindow } from '../protocol/frames';
import type { Candidate } from './chooseWindow';
import { type Connection, openConnection } from './connection';
import { isFromWindow } from './guards';
import { findWindows } from './records';

/** How long a live window may take for the handshake. */
const slowMs = 2000;
/** How long the other windows are tried after one refused; the whole must fall back within 300 ms. */
const refusedMs = 250;
/** How long a window that went away may take to come back: on a busy machine a reload was seen to take up to 22 s. */
const lostMs = 30_000;
const lookEveryMs = 150;

/** What is asked. */
export interface Question {
  readonly id: string;
  /** The real path by which the window is chosen. */
  readonly cwd: string;
  /** The request frame for the window of `record`; undefined if there is nothing to ask any more. */
  frame(record: DiscoveryRecord): string | undefined;
}

/** A window's answer, and the connection on which to confirm it. */
export interface Answered {
  readonly answer: FromWindow;
  readonly connection: Connection;
}

/** A window that was greeted before it was known what to ask. */
export interface Greeting {
  readonly record: DiscoveryRecord;
  readonly opening: ReturnType<typeof openConnection>;
}

interface Opened extends Candidate {
  readonly connection: Connection;
}

/**
 * Most payloads name the folder that the process is in. So the window for that is greeted while the payload is still on its
 * way; a greeting that turns out to be for the wrong window is dropped, and tells it nothing.
 */
export function greet(cwd: string): Greeting | undefined {
  const candidate = findWindows(cwd)[0];
  if (!candidate || candidate.depth < 0) return undefined;
  return { record: candidate.record, opening: openConnection(candidate.record, slowMs) };
}

/**
 * Asks the first of `candidates` (best first) that takes the question, for as long as it takes; looks for the window again
 * if it goes away. Resolves with undefined if there is no answer to be had.
 */
export async function ask(
  question: Question,
  candidates: readonly Candidate[],
  greeting: Greeting | undefined,
): Promise<Answered | undefined> {
  let opened = await openFirst(candidates, slowMs, greeting);
  let frame: string | undefined;
  let deadline = 0;
  while (opened) {
    const { connection, record, depth } = opened;
    // The same text under the same id each time, so that a window knows it again.
    frame ??= question.frame(record);
    if (frame === undefined) {
      connection.drop();
      return undefined;
    }
    const since = now();
    connection.send(frame);
    const incoming = await connection.incoming;
    if (incoming.kind === 'message') {
      const answer = parseAnswer(incoming.text, question.id);
      if (answer) return { answer, connection };
    }
    connection.drop();
    if (incoming.kind !== 'gone') return undefined;
    // A window that takes the question and closes, again and again, gets no new time by it.
    if (now() - since >= lostMs || !deadline) deadline = now() + lostMs;
    opened = await openAgain(question.cwd, depth, deadline);
  }
  return undefined;
}

/** `timeoutMs` is for all of them together, and shrinks once one has refused. */
async function openFirst(
  candidates: readonly Candidate[],
  timeoutMs: number,
  greeting?: Greeting,
): Promise<Opened | undefined> {
  let deadline = now() + timeoutMs;
  if (greeting && greeting.record.id !== candidates[0]?.record.id) void greeting.opening.then(drop);
  for (const candidate of candidates) {
    const left = deadline - now();
    if (left <= 0) return undefined;
    const isGreeted = candidate.record.id === greeting?.record.id && candidate === candidates[0];
    const connection = await (isGreeted ? greeting.opening : openConnection(candidate.record, left));
    if (connection === 'slow') return undefined;
    if (connection !== 'refused') return { ...candidate, connection };
    deadline = Math.min(deadline, now() + refusedMs);
  }
  return undefined;
}

function drop(opening: Awaited<Greeting['opening']>): void {
  if (typeof opening !== 'string') opening.drop();
}

/** Windows with a shallower folder than the lost one's, or none, would only take what is about to come home. */
async function openAgain(cwd: string, depth: number, deadline: number): Promise<Opened | undefined> {
  while (now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    const candidates = findWindows(cwd).filter((candidate) => candidate.depth >= depth);
    const opened = await openFirst(candidates, Math.min(slowMs, deadline - now()));
    if (opened) return opened;
  }
  return undefined;
}

function parseAnswer(text: string, id: string): FromWindow | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isFromWindow(answer) && answer.id === id ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds on a clock that nobody sets. */
function now(): number {
  return process.uptime() * 1000;
}
