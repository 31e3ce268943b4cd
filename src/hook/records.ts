import { lstatSync, readFileSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import type { DiscoveryRecord } from '../protocol/discovery';
import { homeVariable, maxSocketPathBytes, protocolVersion, windowVariable } from '../protocol/wire';
import { type Candidate, chooseWindows } from './chooseWindow';
import { isDiscoveryRecord } from './guards';

const isWindows = process.platform === 'win32';
const maxRecordBytes = 1024 * 1024;

/** The windows for a request from `cwd`, best first, as their records stand now. */
export function findWindows(cwd: string): Candidate[] {
  return chooseWindows(readRecords(), cwd, process.env[windowVariable]);
}

/** The discovery records of windows that may live and that nobody but this user can have written. Errors mean none. */
function readRecords(): DiscoveryRecord[] {
  try {
    const folder = join(process.env[homeVariable] || join(homedir(), '.countersign'), 'windows');
    if (!isPrivateFolder(folder)) return [];
    return readdirSync(folder).flatMap((name) => readRecord(join(folder, name), name) ?? []);
  } catch {
    return [];
  }
}

/** The real path of `path`, or `path` made absolute where there is none; empty if there is no folder to start from. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    try {
      return resolve(path);
    } catch {
      return '';
    }
  }
}

/** The real path of the process's folder, or an empty string if it was deleted. */
export function workingFolder(): string {
  try {
    return realpathSync.native(process.cwd());
  } catch {
    return '';
  }
}

function readRecord(path: string, name: string): DiscoveryRecord | undefined {
  const pid = /^([1-9]\d{0,9})-.*\.json$/.exec(name)?.[1];
  if (!pid) return undefined;
  try {
    process.kill(Number(pid), 0);
    const stat = lstatSync(path);
    if (!stat.isFile() || !isOurs(stat) || stat.size > maxRecordBytes) return undefined;
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isDiscoveryRecord(record) && isUsable(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isUsable({ version, host, address }: DiscoveryRecord): boolean {
  if (version !== protocolVersion || host !== hostname()) return false;
  if (isWindows) return address.startsWith('\\\\.\\pipe\\');
  // Node cuts a longer path silently, and would then connect to another socket.
  return (
    address.startsWith(sep) && Buffer.byteLength(address) <= maxSocketPathBytes && isPrivateFolder(dirname(address))
  );
}

function isPrivateFolder(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isDirectory() && isOurs(stat) && (isWindows || (stat.mode & 0o077) === 0);
}

function isOurs(stat: Stats): boolean {
  return isWindows || stat.uid === process.getuid?.();
}
