import { open, stat } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import type { TranscriptFact, TranscriptReader } from '../agents/adapter';
import type { Disposable } from './disposable';

const pollMs = 200;
/** How much of an existing transcript is read back; a call that waits stands near the end. */
const tailBytes = 16 * 1024 * 1024;
const chunkBytes = 256 * 1024;
/** A longer line cannot be a call that fits into a hook's payload. */
const maxLineLength = 32 * 1024 * 1024;

/** Follows agents' transcripts by polling: file watchers miss appends on network folders and cost a handle each. */
export class Transcripts implements Disposable {
  private readonly followed = new Set<FollowedTranscript>();
  private timer: NodeJS.Timeout | undefined;
  private polling = false;

  /** Feeds the reader from now on, and hears what it says, until the returned disposable is disposed. */
  follow(reader: TranscriptReader, hear: (fact: TranscriptFact) => void): Disposable {
    const one = new FollowedTranscript(reader, hear);
    this.followed.add(one);
    this.timer ??= setInterval(() => void this.poll(), pollMs);
    void this.poll();
    return {
      dispose: () => {
        one.ended = true;
        this.followed.delete(one);
        if (this.followed.size === 0) this.stop();
      },
    };
  }

  dispose(): void {
    for (const one of this.followed) one.ended = true;
    this.followed.clear();
    this.stop();
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    try {
      // Many requests may share a file: its size is asked for once a round.
      const sizes = new Map<string, number>();
      for (const one of this.followed) {
        const { path } = one.reader;
        if (!sizes.has(path)) sizes.set(path, await sizeOf(path));
        await one.catchUp(sizes.get(path)!);
      }
    } finally {
      this.polling = false;
    }
  }
}

class FollowedTranscript {
  ended = false;
  private offset: number | undefined;
  private rest = '';
  private skipFirst = false;
  private decoder = new StringDecoder('utf8');

  constructor(
    readonly reader: TranscriptReader,
    private readonly hear: (fact: TranscriptFact) => void,
  ) {}

  async catchUp(size: number): Promise<void> {
    if (this.offset === undefined || size < this.offset) this.start(size);
    let offset = this.offset ?? 0;
    if (size <= offset) return;
    try {
      const file = await open(this.reader.path, 'r');
      try {
        const chunk = Buffer.allocUnsafe(chunkBytes);
        while (!this.ended && offset < size) {
          const { bytesRead } = await file.read(chunk, 0, Math.min(chunkBytes, size - offset), offset);
          if (bytesRead === 0) return;
          offset += bytesRead;
          this.offset = offset;
          this.take(this.decoder.write(chunk.subarray(0, bytesRead)));
        }
      } finally {
        await file.close();
      }
    } catch {
      // Gone or unreadable for now: the next round tries again.
    }
  }

  private start(size: number): void {
    this.offset = Math.max(0, size - tailBytes);
    this.skipFirst = this.offset > 0;
    this.rest = '';
    this.decoder = new StringDecoder('utf8');
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!;
    if (this.rest.length > maxLineLength) {
      this.rest = '';
      this.skipFirst = true;
    }
    for (const line of lines) {
      if (this.skipFirst) this.skipFirst = false;
      else for (const fact of this.reader.read(line)) if (!this.ended) this.hear(fact);
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}
