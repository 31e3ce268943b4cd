import type { TranscriptFact, TranscriptReader } from '../agents/adapter';
import type { Disposable } from './disposable';
import { Transcripts } from './transcripts';

type Answered = Exclude<TranscriptFact, { type: 'title' }>;

/** After an answer was written, the agent's record is followed for this long; a slow command shows only at its end. */
const confirmWithinMs = 10 * 60 * 1000;

interface Followed {
  readonly following: Disposable;
  /** Heard while the answer was on its way: told once it was written. */
  early: Answered | undefined;
  answering: boolean;
  timeout: NodeJS.Timeout | undefined;
}

/** The transcripts of the requests on the list, each followed until it has said all that matters. */
export class RequestTranscripts implements Disposable {
  private readonly transcripts = new Transcripts();
  private readonly followed = new Map<string, Followed>();

  constructor(private readonly hear: (id: string, fact: TranscriptFact) => void) {}

  follow(id: string, reader: TranscriptReader): void {
    this.end(id);
    const following = this.transcripts.follow(reader, (fact) => {
      const one = this.followed.get(id);
      if (one?.answering && fact.type !== 'title') one.early ??= fact;
      else this.hear(id, fact);
    });
    this.followed.set(id, { following, early: undefined, answering: false, timeout: undefined });
  }

  /** An answer is on its way: what the record says now may be about it, and is kept until `delivered`. */
  answering(id: string): void {
    const one = this.followed.get(id);
    if (one) one.answering = true;
  }

  /** The answer was written. */
  delivered(id: string): void {
    const one = this.followed.get(id);
    if (!one) return;
    one.answering = false;
    one.timeout = setTimeout(() => this.end(id), confirmWithinMs);
    if (one.early) this.hear(id, one.early);
  }

  end(id: string): void {
    const one = this.followed.get(id);
    if (!one) return;
    clearTimeout(one.timeout);
    one.following.dispose();
    this.followed.delete(id);
  }

  dispose(): void {
    for (const id of [...this.followed.keys()]) this.end(id);
    this.transcripts.dispose();
  }
}
