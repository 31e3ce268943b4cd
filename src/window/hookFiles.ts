import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './discovery';
import { privateFolder } from './home';
import type { Home } from './home';

/** What is installed: the shell front, the script beside it, and the Windows front. */
const files = [
  { name: 'hook.cjs', mode: 0o644 },
  { name: 'countersign-hook.cmd', mode: 0o755 },
  // Last: once the front is there, all that it needs is.
  { name: 'countersign-hook', mode: 0o755 },
] as const;

/**
 * Installs or updates the hook's files under the home, each atomically. Of two editors with different versions the newer
 * one's files stay; the same version is written again if a file differs or is missing.
 *
 * @param source the folder of the built files
 * @param version this extension's version
 * @param runtime path of the editor's own Node, used where `node` is not on an agent's PATH
 * @returns whether the files there are now this version's
 */
export function installHookFiles(home: Home, source: string, version: string, runtime: string): boolean {
  privateFolder(home.root);
  privateFolder(home.bin);
  const versionFile = join(home.bin, 'version');
  const installed = readText(versionFile)?.trim();
  const complete = files.every((file) => existsSync(join(home.bin, file.name)));
  if (installed !== undefined && complete && compareVersions(installed, version) > 0) return false;
  writeIfDifferent(join(home.bin, 'runtime'), Buffer.from(`${runtime}\n`), 0o644);
  for (const file of files)
    writeIfDifferent(join(home.bin, file.name), readFileSync(join(source, file.name)), file.mode);
  writeIfDifferent(versionFile, Buffer.from(`${version}\n`), 0o644);
  return true;
}

/** Compares two versions of the form 1.2.3; negative if the first is older. What is no number counts as 0. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [a, b].map((version) => version.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let index = 0; index < 3; index++) {
    const difference = (first![index] ?? 0) - (second![index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function writeIfDifferent(path: string, content: Buffer, mode: number): void {
  if (existsSync(path) && (statSync(path).mode & 0o777) === mode && readFileSync(path).equals(content)) return;
  writeFileAtomically(path, content, mode);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
