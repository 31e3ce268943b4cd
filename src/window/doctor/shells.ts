/** How an agent starts the command of a hook; the facts are those of its adapter's and set-up's comments. */
export function hookWords(agent: string, command: string, env: Readonly<Record<string, string | undefined>>): string[] {
  switch (agent) {
    case 'codex':
      return [env['SHELL'] || '/bin/sh', '-lc', command];
    case 'hermes':
    case 'generic':
      return splitWords(command);
    case 'copilot':
    case 'gemini':
    case 'qwen':
      return ['bash', '-c', command];
    default:
      return ['/bin/sh', '-c', command];
  }
}

/** Splits a command as Python's shlex and POSIX shells do, without expanding anything. */
export function splitWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [, single, double, escaped, plain, space] of command.matchAll(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|(\s+)/gs,
  )) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + (single ?? double?.replace(/\\([\\"])/g, '$1') ?? escaped ?? plain ?? '');
    }
  }
  return word === undefined ? words : [...words, word];
}
