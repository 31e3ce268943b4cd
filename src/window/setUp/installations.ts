import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { writeFileAtomically } from '../discovery';
import { privateFolder } from '../home';
import type { Home } from '../home';

const folderOf = (home: Home): string => join(home.root, 'installations');

/** Notes that the extension is installed here, so that one that goes can tell whether it is the last. */
export function noteInstallation(home: Home, extensionPath: string): void {
  privateFolder(folderOf(home));
  const path = noteOf(home, extensionPath);
  if (readText(path) !== extensionPath) writeFileAtomically(path, extensionPath, 0o600);
}

/**
 * Takes the note of an installation away, and says whether another is left: one that was noted and still has its files, or a version of
 * this extension beside it, which may not have started yet (editors run the uninstall script on updates, too).
 */
export function forgetInstallation(home: Home, extensionPath: string): 'last' | 'others' {
  rmSync(noteOf(home, extensionPath), { force: true });
  const noted = namesIn(folderOf(home)).flatMap((name) => readText(join(folderOf(home), name)) ?? []);
  // `publisher.name-1.2.3`, or the same with a platform at the end.
  const [start] = /^.*?(?=-\d)/.exec(basename(extensionPath)) ?? [basename(extensionPath)];
  const beside = namesIn(dirname(extensionPath))
    .filter((name) => name.startsWith(`${start}-`))
    .map((name) => join(dirname(extensionPath), name));
  const others = [...noted, ...beside].filter((path) => resolve(path) !== resolve(extensionPath));
  return others.some((path) => existsSync(join(path, 'package.json'))) ? 'others' : 'last';
}

function noteOf(home: Home, extensionPath: string): string {
  return join(folderOf(home), createHash('sha256').update(resolve(extensionPath)).digest('hex').slice(0, 16));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
