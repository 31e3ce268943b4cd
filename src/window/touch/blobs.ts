import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import type { Budget } from './budget';
import type { Item } from './count';

/** Larger files are not compared. */
const maxBytes = 16 * 1024 * 1024;

/** What the index has for a path. */
export interface IndexEntry {
  readonly mode: string;
  /** Ids of its blobs, in hex: several while a merge is not finished. */
  readonly ids: readonly string[];
}

/** Whether a file is just what the index has, line endings aside; undefined if it is too large to compare, or cannot be read. */
export async function isUnchanged(item: Item, entry: IndexEntry, budget: Budget): Promise<boolean | undefined> {
  const isLink = entry.mode === '120000';
  if (item.kind !== (isLink ? 'link' : 'file')) return false;
  const size = item.bytes ?? Number.POSITIVE_INFINITY;
  if (size > maxBytes || !budget.takeBytes(size)) return undefined;
  try {
    const bytes = isLink ? Buffer.from(await readlink(item.path, 'buffer')) : await readRegular(item.path);
    if (bytes === undefined) return undefined;
    const isKept = (text: Buffer): boolean => entry.ids.some((id) => id === blobId(text, id.length));
    return isKept(bytes) || (!isLink && isKept(withoutReturns(bytes)));
  } catch {
    return undefined;
  }
}

async function readRegular(path: string): Promise<Buffer | undefined> {
  // It was a file a moment ago. If it is a link or a pipe now, it is not followed, and nobody waits for it.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    return stats.isFile() && stats.size <= maxBytes ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}

/** The id that git gives to a file of these bytes. @param length of the id in hex digits: 40 in most repositories, 64 in newer ones */
function blobId(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The bytes with LF instead of CRLF, as git stores text. */
function withoutReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
