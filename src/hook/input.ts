import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { maxFrameBytes } from '../protocol/wire';
import { JsonScanner } from './jsonScanner';

/** The agent's payload: its text as it came, and the one field that the hook looks at. */
export interface Payload {
  readonly text: string;
  readonly cwd: string | undefined;
}

/** How long stdin must be silent before an agent that never closes it counts as done. */
const idleMs = 50;

/** Reads stdin to its end, whatever else happens, so that the agent never writes to a closed pipe. */
export class Input {
  /** Resolves when the payload is whole or stdin has ended. It never rejects. */
  readonly ready: Promise<void>;
  private readonly scanner = new JsonScanner();
  private chunks: Buffer[] = [];
  private size = 0;
  private ended = false;
  private onIdle: ((again: boolean) => void) | undefined;
  private parsed: { readonly size: number; readonly payload: Payload | undefined } | undefined;

  constructor(stream: Readable) {
    this.ready = new Promise((resolve) => {
      const end = (): void => {
        this.ended = true;
        resolve();
        this.onIdle?.(false);
      };
      stream.on('data', (chunk: Buffer) => {
        this.size += chunk.length;
        // What cannot be sent is not kept; it is still read, and its end still looked for.
        if (this.size > maxFrameBytes) this.chunks = [];
        else this.chunks.push(chunk);
        if (this.scanner.push(chunk)) resolve();
        this.onIdle?.(true);
      });
      stream.on('end', end).on('close', end).on('error', end);
    });
  }

  /** What has come so far, or undefined if it is not one whole JSON object in UTF-8, or too large to send. */
  payload(): Payload | undefined {
    if (this.parsed?.size !== this.size) this.parsed = { size: this.size, payload: this.parse() };
    return this.parsed?.payload;
  }

  /** Resolves when stdin has ended, or has brought nothing for a moment. */
  async drained(): Promise<void> {
    if (this.ended) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, idleMs);
      this.onIdle = (again) => (again ? timer.refresh() : resolve());
    });
  }

  private parse(): Payload | undefined {
    if (this.size > maxFrameBytes) return undefined;
    const bytes = Buffer.concat(this.chunks);
    // Text with replaced characters would no longer be what the agent asks for.
    if (!isUtf8(bytes)) return undefined;
    const text = bytes.toString();
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      const cwd = 'cwd' in value && typeof value.cwd === 'string' && value.cwd ? value.cwd : undefined;
      return { text, cwd };
    } catch {
      return undefined;
    }
  }
}
