import { randomUUID } from 'node:crypto';
import type { HookCall, Reading } from '../agents/adapter';
import { adapterOf } from '../agents/registry';
import { parseExact } from '../core/exactJson';
import { nativeText } from '../core/nativeText';
import { withRepeatedNames } from '../core/repeatedNames';
import type { Answer } from '../core/request';
import type { FromWindow, RequestFrame } from '../protocol/frames';
import type { Log } from './log';
import { world } from './world';

/**
 * How long before the agent's own timeout a request is handed back: five seconds, or a tenth of short ones, so that the agent
 * gets a clean end of the hook and not a killed one.
 */
function marginMs(timeoutMs: number): number {
  return Math.min(5000, timeoutMs / 10);
}

/**
 * Makes an adapter's call of a request frame.
 *
 * @param defaultTimeout the agent's own, in seconds
 * @param now milliseconds since the epoch
 * @returns the call, and whether a name stands twice in its payload; undefined if that is not JSON, or is nested too deep
 */
export function readCall(
  frame: RequestFrame,
  defaultTimeout: number,
  now: number,
): { readonly call: HookCall; readonly repeats: boolean } | undefined {
  const payload = parseExact(frame.payload, randomUUID());
  if (!payload) return undefined;
  // A hook cannot have started after now; a clock that says so must not lengthen the wait.
  const startedAt = Math.min(frame.startedAt, now);
  const timeoutMs = (frame.timeout ?? defaultTimeout) * 1000;
  const call: HookCall = {
    id: frame.id,
    payload: payload.value,
    arguments: frame.arguments,
    cwd: frame.cwd,
    env: frame.env,
    startedAt,
    pids: frame.pids,
    receivedAt: now,
    deadline: startedAt + timeoutMs - marginMs(timeoutMs),
  };
  return { call, repeats: payload.repeats };
}

/** The frame that takes an answer to a hook, or lets it go where there is none. */
export function answerFrame(id: string, answer: Answer | undefined): FromWindow {
  return answer ? { type: 'result', id, ...answer } : { type: 'release', id };
}

/** What the agent's adapter makes of a request frame. */
export async function readFrame(frame: RequestFrame, log: Log): Promise<Reading> {
  const adapter = adapterOf(frame.agent);
  if (!adapter) return { type: 'release', reason: 'no adapter' };
  const read = readCall(frame, adapter.defaultTimeout, Date.now());
  if (!read) return { type: 'release', reason: 'the payload is not JSON, or is nested too deep' };
  const { call, repeats } = read;
  const reading = await (adapter.look ? adapter.look(call, world) : adapter.read(call));
  if (reading.type === 'release') log.info(`${adapter.name}: not taken: ${nativeText(reading.reason, 200)}`);
  if (reading.type !== 'request' || !repeats) return reading;
  return { ...reading, request: withRepeatedNames(reading.request, frame.payload) };
}
