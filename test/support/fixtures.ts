import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', 'fixtures');

/** The names of the captured files in a folder of test/fixtures, optionally those that start with `prefix`. */
export function fixtureNames(folder: string, prefix = ''): readonly string[] {
  return readdirSync(join(root, folder)).filter((name) => name.startsWith(prefix));
}

/** A captured file's text. */
export function fixtureText(folder: string, name: string): string {
  return readFileSync(join(root, folder, name), 'utf8');
}

/** The lines of a captured transcript, with times after the start of any hook: only what is newer than the hook says something of it. */
export function transcriptLines(name: string): readonly string[] {
  const soon = new Date(Date.now() + 60_000).toISOString();
  return fixtureText('transcripts', name)
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/"timestamp":"[^"]+"/, `"timestamp":"${soon}"`));
}
