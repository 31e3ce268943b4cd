/** What stands between a step and the next one that only follows it. */
export const thenWords = 'then';

/** What the operators between two steps mean. */
export const operatorWords: Readonly<Record<string, string>> = {
  '&&': 'and, if that worked',
  '||': 'or, if that failed',
  '|': 'its output goes into',
  '|&': 'its output and errors go into',
  ';': thenWords,
  '\n': thenWords,
  '&': 'meanwhile, without waiting for that',
};
