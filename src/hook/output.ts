import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Writes all of `text` to stdout (1) or stderr (2). Resolves with true once the kernel has taken every byte, with false if
 * the reader has gone. It never rejects.
 */
export function write(descriptor: 1 | 2, text: string): Promise<boolean> {
  if (!text) return Promise.resolve(true);
  return new Promise((resolve) => {
    const stream = open(descriptor);
    stream.on('error', () => resolve(false));
    stream.write(text, (error) => resolve(!error));
  });
}

/** `process.stdout` blocks on a full pipe and with it everything else, the watch on the agent's life included. */
function open(descriptor: 1 | 2): Writable {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isFIFO() || stat.isSocket()) return new Socket({ fd: descriptor, readable: false, writable: true });
  } catch {
    // A closed descriptor: Node's own stream takes the bytes and drops them.
  }
  return descriptor === 1 ? process.stdout : process.stderr;
}
