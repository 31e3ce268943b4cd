/** The environment variable in which the shell front names the processes above the script, nearest first. */
export const pidsVariable = 'COUNTERSIGN_PIDS';

/** What the script was told by its command line and by the front that started it. */
export interface CommandLine {
  readonly agent: string;
  /** Everything after the agent, as given. */
  readonly arguments: readonly string[];
  /** Seconds after which the agent ends the hook. */
  readonly timeout: number | undefined;
  /** What is printed without a window's answer; mostly nothing. */
  readonly fallback: string;
  /** Processes above this one, nearest first. */
  readonly pids: readonly number[];
  /** Whether the shell front reads the exit code; it takes any but 0 for a crash and prints the fallback. */
  readonly underFront: boolean;
}

/**
 * What can be printed where nobody decides, by name. Both make an agent ask by itself: `ask` is Gemini CLI's word for that, `escalate` the
 * directive of Hermes (its `approve` opens its own prompt).
 */
const fallbacks = [
  ['ask', '{"decision":"ask"}'],
  ['escalate', '{"action":"approve","message":"No editor is there to decide."}'],
] as const;

/** The last one that is named counts, as in the front. */
function fallbackOf(words: readonly string[]): string {
  let text = '';
  words.forEach((word, at) => {
    for (const [name, said] of fallbacks) if (word === name && words[at - 1] === '--fallback') text = said;
  });
  return text;
}

/** Reads the words after the script's name and the front's variable; `ppid` stands in where no front speaks. */
export function readCommandLine(words: readonly string[], front: string | undefined, ppid: number): CommandLine {
  const [agent = '', ...rest] = words;
  const timeout = Number(rest[rest.indexOf('--timeout') + 1]);
  const named = (front ?? '').split(' ').map(Number);
  return {
    agent,
    arguments: rest,
    timeout: rest.includes('--timeout') && Number.isFinite(timeout) && timeout > 0 ? timeout : undefined,
    // The same rule as in the front: the value right after the name, wherever it stands.
    fallback: fallbackOf(words),
    pids: (named.some(isPid) ? named : [ppid]).filter(isPid),
    underFront: front !== undefined,
  };
}

function isPid(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
