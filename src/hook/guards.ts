import type { DiscoveryRecord } from '../protocol/discovery';
import type { FromWindow } from '../protocol/frames';

// What the schemas of src/protocol say, by hand: their library alone is larger than the whole hook. A property test holds
// the two against each other.

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isMatch = (value: unknown, pattern: RegExp): boolean => isText(value) && pattern.test(value);

/** Whether a parsed discovery file has the shape of the schema `DiscoveryRecord`. */
export function isDiscoveryRecord(value: unknown): value is DiscoveryRecord {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.version) &&
    isMatch(value.id, /^[0-9a-f]{16}$/) &&
    isMatch(value.terminalId, /^[0-9a-f]{16}$/) &&
    Number.isSafeInteger(value.pid) &&
    Number(value.pid) > 0 &&
    isText(value.host) &&
    isText(value.boot) &&
    isText(value.address) &&
    isMatch(value.token, /^[0-9a-f]{64}$/) &&
    isTexts(value.folders) &&
    Number.isFinite(value.focusedAt) &&
    typeof value.adopts === 'boolean' &&
    isObject(value.env) &&
    isTexts(value.env.names) &&
    isTexts(value.env.prefixes)
  );
}

/** Whether a parsed frame has the shape of the schema `FromWindow`. */
export function isFromWindow(value: unknown): value is FromWindow {
  if (!isObject(value) || !isMatch(value.id, /^[\w-]{8,64}$/)) return false;
  if (value.type === 'release') return true;
  return (
    value.type === 'result' &&
    isText(value.stdout) &&
    isText(value.stderr) &&
    Number.isSafeInteger(value.exitCode) &&
    Number(value.exitCode) >= 0 &&
    Number(value.exitCode) <= 255
  );
}

/** What the window answers to the plugin of opencode; its adapter says what it means. */
export interface OpencodeReply {
  readonly reply?: string;
  readonly message?: string;
  readonly answers?: readonly (readonly string[])[];
}

/** Whether a parsed answer is one for opencode: to a permission, or to a question. */
export function isOpencodeReply(value: unknown, toQuestion: boolean): value is OpencodeReply {
  if (!isObject(value) || (value.message !== undefined && !isText(value.message))) return false;
  const { reply, answers } = value;
  if (reply === 'reject') return answers === undefined;
  if (toQuestion) return reply === undefined && Array.isArray(answers) && answers.length > 0 && answers.every(isTexts);
  return reply === 'once' || reply === 'always';
}
