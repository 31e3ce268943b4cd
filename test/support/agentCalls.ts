import assert from 'node:assert/strict';
import fc from 'fast-check';
import { noDecisionOf } from '../../src/agents/adapter';
import type { Adapter, HookCall, Reading } from '../../src/agents/adapter';
import type { Answer, Decision } from '../../src/core/request';
import { fixtureText } from './fixtures';

export type RequestReading = Extract<Reading, { type: 'request' }>;

/** A hook's call as the window makes it; what matters to a test is given. */
export function callOf(payload: unknown, change: Partial<HookCall> = {}): HookCall {
  const times = { startedAt: 1000, receivedAt: 1000, deadline: 601_000 };
  return { id: 'hook-00000001', payload, arguments: [], cwd: '/home/dev/project', env: {}, ...times, ...change };
}

export function captured(folder: string, name: string): Record<string, unknown> {
  return JSON.parse(fixtureText(folder, name)) as Record<string, unknown>;
}

/** What an adapter makes of a payload that it must take as a request. */
export function requestOf(adapter: Adapter, payload: unknown, change: Partial<HookCall> = {}): RequestReading {
  const reading = adapter.read(callOf(payload, change));
  assert.equal(reading.type, 'request', JSON.stringify(reading));
  return reading as RequestReading;
}

/** What goes to stdout for a decision, as the window does it; undefined: the hook is let go. */
export function bytesFor(reading: Reading, decision: Decision): string | undefined {
  return answerFor(reading, decision)?.stdout;
}

function answerFor(reading: Reading, decision: Decision): Answer | undefined {
  return (reading.type === 'request' ? reading.answer(decision) : undefined) ?? noDecisionOf(reading);
}

/** Feedback with everything that JSON must escape. */
export const hardFeedback = 'Not so: use `UTF-8`.\n\n- "quoted", \\ and \u2028 \u0000 \uD800';
export const plainDenial = 'The user denied this request in the editor.';

const decisions: readonly Decision[] = [
  { type: 'approve' },
  { type: 'approve', plan: 'another', addition: 'one', changedInput: { command: 'rm' } },
  { type: 'deny', feedback: '' },
  { type: 'deny', feedback: hardFeedback },
  { type: 'handBack' },
];

/** Every answer is without a word, or one JSON value that `allows` takes, with exit code 0 and nothing on stderr. */
export function checkAnswers(reading: Reading, allows: (stdout: unknown) => boolean): void {
  for (const decision of decisions) {
    const answer = answerFor(reading, decision);
    if (!answer) continue;
    assert.deepEqual([answer.stderr, answer.exitCode], ['', 0]);
    if (answer.stdout !== '') assert.ok(allows(JSON.parse(answer.stdout)), answer.stdout);
  }
}

/** Whether a value is an object of exactly these keys, with the checks that stand there. */
export function isOf(value: unknown, keys: Readonly<Record<string, (part: unknown) => boolean>>): boolean {
  if (value === null || typeof value !== 'object') return false;
  const names = Object.keys(value).toSorted();
  return (
    JSON.stringify(names) === JSON.stringify(Object.keys(keys).toSorted()) &&
    Object.entries(value).every(([name, part]) => keys[name]?.(part))
  );
}

export const isText = (part: unknown): boolean => typeof part === 'string' && part.length > 0;
export const isWord =
  (...words: readonly string[]) =>
  (part: unknown): boolean =>
    words.some((word) => word === part);

/** Whether an answer is of the form that Claude Code, Codex and Qwen Code share. */
export function isHookOutput(value: unknown): boolean {
  return isOf(value, {
    hookSpecificOutput: (part) =>
      isOf(part, {
        hookEventName: isWord('PermissionRequest'),
        decision: (decision) =>
          isOf(decision, { behavior: isWord('allow') }) ||
          isOf(decision, { behavior: isWord('deny'), message: isText }),
      }),
  });
}

const large = 'x'.repeat(1024 * 1024);
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e300, '', '\u0000', '../../etc/passwd', '__proto__', 'constructor'),
  fc.constantFrom<unknown>(
    [],
    {},
    [null],
    { command: 1 },
    { toString: 1 },
    JSON.parse('{"__proto__":{"command":"x"}}'),
  ),
  fc.constantFrom<unknown>('*** Begin Patch\n*** End Patch', '--- a\n+++ b\n@@ -1 +1 @@\n', large),
  fc.jsonValue(),
);

/**
 * Tries captured payloads with values exchanged, taken away and added, and values that are no payload at all: the adapter never
 * throws, and what it makes of them answers as it should.
 */
export function checkHostile(
  adapter: Adapter,
  bases: readonly unknown[],
  allows: (stdout: unknown) => boolean,
  change: Partial<HookCall> = {},
): void {
  const check = (payload: unknown): void => checkAnswers(adapter.read(callOf(payload, change)), allows);
  const edit = fc.record({
    at: fc.nat(),
    inside: fc.boolean(),
    how: fc.constantFrom('replace', 'remove', 'add', 'proto'),
    value: odd,
  });
  fc.assert(
    fc.property(fc.constantFrom(...bases), fc.array(edit, { minLength: 1, maxLength: 4 }), (base, edits) => {
      check(edits.reduce<unknown>((payload, one) => changed(payload, one), base));
    }),
    { numRuns: 400 },
  );
  fc.assert(fc.property(odd, check), { numRuns: 100 });
}

interface Edit {
  readonly at: number;
  readonly inside: boolean;
  readonly how: string;
  readonly value: unknown;
}

function changed(payload: unknown, edit: Edit): unknown {
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload)) return payload;
  const entries = Object.entries(payload);
  const nested = entries.filter(([, value]) => value !== null && typeof value === 'object');
  if (edit.inside && nested.length > 0) {
    const [name, value] = nested[edit.at % nested.length]!;
    return { ...payload, [name]: changed(value, { ...edit, inside: false }) };
  }
  if (edit.how === 'add') return { ...payload, unknown_key: edit.value };
  // As JSON.parse makes it: a key of its own.
  if (edit.how === 'proto') return Object.fromEntries([...entries, ['__proto__', edit.value]]);
  if (entries.length === 0) return payload;
  const name = entries[edit.at % entries.length]![0];
  if (edit.how === 'remove') return Object.fromEntries(entries.filter(([one]) => one !== name));
  return { ...payload, [name]: edit.value };
}
