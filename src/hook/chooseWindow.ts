import { sep } from 'node:path';
import type { DiscoveryRecord } from '../protocol/discovery';

/** A window that may take the request, and the length of its folder around the cwd; -1 for one that adopts it. */
export interface Candidate {
  readonly record: DiscoveryRecord;
  readonly depth: number;
}

/**
 * The windows to try for a request from `cwd`, best first: the one that the terminal names, if it has the folder; then by
 * the longest folder and the latest focus; then those that adopt what nobody has open, by the latest focus.
 */
export function chooseWindows(
  records: readonly DiscoveryRecord[],
  cwd: string,
  terminalId: string | undefined,
): Candidate[] {
  const isNamed = ({ record, depth }: Candidate): number => Number(depth >= 0 && record.terminalId === terminalId);
  return records
    .map((record) => ({ record, depth: Math.max(-1, ...record.folders.map((folder) => depthOf(folder, cwd))) }))
    .filter(({ record, depth }) => depth >= 0 || record.adopts)
    .sort((a, b) => isNamed(b) - isNamed(a) || b.depth - a.depth || b.record.focusedAt - a.record.focusedAt);
}

/** The length of `folder` if it is or contains `cwd`, else -1. Both are real paths; borders are those of path segments. */
function depthOf(folder: string, cwd: string): number {
  if (!folder || !cwd) return -1;
  const start = folder.endsWith(sep) ? folder : folder + sep;
  const [whole, prefix] = process.platform === 'win32' ? [cwd.toLowerCase(), start.toLowerCase()] : [cwd, start];
  return (whole + sep).startsWith(prefix) ? start.length : -1;
}
