/** The name of the installed hook's front, by which its commands are known again. */
const frontName = /(?:^|[\s'"/\\])countersign-hook(?:\.cmd)?(?=$|[\s'";)])/;

/** Whether a configured command is ours, whatever version wrote it, and also if it was typed by hand. */
export function isHookCommand(command: unknown): boolean {
  return typeof command === 'string' && frontName.test(command);
}

/**
 * A word in quotes that sh, bash, dash, zsh and fish read alike, and also Python's shlex: everything in single quotes, and in double
 * quotes what fish reads there otherwise (`'` and `\`).
 */
export function quotedWord(word: string): string {
  const parts = word.match(/['\\]|[^'\\]+/g) ?? [''];
  return parts.map((part) => (part === "'" ? `"'"` : part === '\\' ? String.raw`"\\"` : `'${part}'`)).join('');
}

/** What a command prints without the hook's file, or without an editor, there where silence would let the call run. */
export interface FallbackWords {
  /** The value of the hook's option `--fallback`. */
  readonly name: 'ask' | 'escalate';
  readonly text: string;
}

export interface HookCall {
  /** The installed front, an absolute path. */
  readonly hook: string;
  readonly agent: string;
  /** Seconds that the agent gives the hook. */
  readonly timeout: number;
  /** Further words for the adapter. */
  readonly words?: readonly string[];
  readonly fallback?: FallbackWords | undefined;
}

function wordsOf(call: HookCall): string {
  const fallback = call.fallback ? ['--fallback', call.fallback.name] : [];
  return [call.agent, '--timeout', String(call.timeout), ...(call.words ?? []), ...fallback].join(' ');
}

/**
 * For agents that give the command to a POSIX shell. Without the hook's file it says nothing and ends with 0, or says the fallback's
 * words. `exec`, so that the agent is the parent of the front.
 */
export function shellCommand(call: HookCall): string {
  const file = quotedWord(call.hook);
  const start = `[ ! -x ${file} ] || exec ${file} ${wordsOf(call)}`;
  return call.fallback ? `${start}; cat >/dev/null; printf %s ${quotedWord(call.fallback.text)}` : start;
}

/**
 * For agents that split the command like a shell and start it without one, or give it to the user's own shell, of whatever kind.
 * The fallback's words are the script's `$0`.
 */
export function splitCommand(call: HookCall): string {
  const script = '[ ! -x "$1" ] || exec "$@"';
  const [body, name] = call.fallback
    ? [`${script}; cat >/dev/null; printf %s "$0"`, call.fallback.text]
    : [script, 'countersign'];
  return `/bin/sh -c ${quotedWord(body)} ${quotedWord(name)} ${quotedWord(call.hook)} ${wordsOf(call)}`;
}
