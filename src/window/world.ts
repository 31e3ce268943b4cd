import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { LoopbackQuestion, LoopbackReply, World } from '../agents/world';
import { readText } from './fileText';
import { newestFile } from './newestFile';

const maxSmallFile = 64 * 1024;
const maxSmallFiles = 200;
const maxReplyBytes = 256 * 1024;
const replyWithinMs = 10_000;

/** The machine, as far as adapters may ask for it. */
export const world: World = {
  userHome: homedir(),
  newestFile,
  async text(path) {
    const { state } = await readText(path);
    return state.type === 'text' ? state.text : undefined;
  },
  async smallFiles(folder, ending) {
    if (!isAbsolute(folder)) return [];
    const names = await readdir(folder).catch(() => []);
    const wanted = names.filter((name) => name.endsWith(ending)).slice(0, maxSmallFiles);
    const texts = await Promise.all(wanted.map((name) => smallFile(join(folder, name), 0o022)));
    return texts.filter((text) => text !== undefined);
  },
  secret: (path) => smallFile(path, 0o077),
  askLoopback,
};

/** The text of a file of this user that has none of the given permission bits. It is checked on the open file, which no link can change. */
async function smallFile(path: string, forbidden: number): Promise<string | undefined> {
  if (!isAbsolute(path)) return undefined;
  const isWindows = process.platform === 'win32';
  try {
    // A named pipe would keep the reader waiting for ever.
    const flags = isWindows ? 'r' : constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(path, flags);
    try {
      const found = await file.stat();
      const isOurs = isWindows || (found.uid === process.getuid?.() && (found.mode & forbidden) === 0);
      if (!found.isFile() || !isOurs || found.size > maxSmallFile) return undefined;
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
] as const;
const hosts: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

function askLoopback(question: LoopbackQuestion): Promise<LoopbackReply | undefined> {
  const { host, port, path, token, body } = question;
  const text = JSON.stringify(body);
  // A line break would make more headers of it.
  if (!hosts.includes(host) || !/^[\x21-\x7e]+$/.test(token)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    try {
      const asking = request({
        host,
        port,
        path,
        method: 'POST',
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
        signal: AbortSignal.timeout(replyWithinMs),
        // Whatever the machine's names say, `localhost` is this machine.
        lookup: (_, options, found) => {
          if (options.all) found(null, [...loopback]);
          else found(null, loopback[0].address, loopback[0].family);
        },
      });
      asking.on('error', () => resolve(undefined));
      asking.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= maxReplyBytes) chunks.push(chunk);
          else {
            // Its end may have been read already, and would come all the same.
            resolve(undefined);
            response.destroy();
          }
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(chunks)) }));
        response.on('close', () => resolve(undefined));
        response.on('error', () => resolve(undefined));
      });
      asking.end(text);
    } catch {
      resolve(undefined);
    }
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
