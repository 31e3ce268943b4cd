import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import type { FileState } from '../core/edit/text';
import { errorCode } from './log';

/** Larger files are named and measured, not read. */
const maxFileBytes = 16 * 1024 * 1024;
/** So many bytes at the start tell whether a file is text. */
const probedBytes = 8192;

export interface FileReading {
  readonly state: FileState;
  /** Of the bytes, as far as they were read; empty if there is no file. */
  readonly digest: string;
}

/** Reads a file as text, or says why it is not shown. Never waits for ever and never reads a large file. */
export async function readText(path: string): Promise<FileReading> {
  try {
    const found = await stat(path);
    const stamp = `${found.size} ${found.mtimeMs}`;
    if (found.isDirectory()) return hidden('it is a folder', stamp);
    // A named pipe would keep the reader waiting for ever.
    if (!found.isFile()) return hidden('it is not a regular file', stamp);
    if (found.size > maxFileBytes) {
      const kind = isText(await start(path)) ? 'large' : 'binary';
      return hidden(`it is ${kind}, ${measured(found.size)}`, stamp);
    }
    const bytes = await readFile(path);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const state = decode(bytes);
    return { state: state ?? { type: 'unreadable', reason: `it is binary, ${measured(bytes.length)}` }, digest };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: { type: 'absent' }, digest: '' };
    return hidden(`it cannot be read (${code ?? 'unknown error'})`, '');
  }
}

/** The text of bytes: UTF-8, or UTF-16 with a byte order mark. Undefined if they are no text. */
export function decode(bytes: Uint8Array): Extract<FileState, { type: 'text' }> | undefined {
  const wide = utf16(bytes);
  if (wide !== undefined) {
    const text = new TextDecoder(wide, { ignoreBOM: true }).decode(bytes);
    return { type: 'text', text, encoding: wide === 'utf-16le' ? 'UTF-16 LE' : 'UTF-16 BE' };
  }
  if (!isText(bytes.subarray(0, probedBytes))) return undefined;
  try {
    return { type: 'text', text: new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { type: 'text', text, damaged: true };
  }
}

/** The bytes of a text that was decoded. */
export function encode({ text, encoding }: Extract<FileState, { type: 'text' }>): Uint8Array {
  if (encoding === undefined) return Buffer.from(text, 'utf8');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'UTF-16 BE' ? bytes.swap16() : bytes;
}

function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function isText(probe: Uint8Array): boolean {
  return !probe.includes(0);
}

async function start(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(probedBytes);
    const { bytesRead } = await file.read(buffer, 0, probedBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function hidden(reason: string, digest: string): FileReading {
  return { state: { type: 'unreadable', reason }, digest };
}

function measured(bytes: number): string {
  return bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
