/** How far a look at the disk goes. */
export interface Limits {
  /** Files and folders that are seen, in all. */
  readonly entries: number;
  /** For files and folders, in milliseconds. */
  readonly walkMs: number;
  /** For git, in milliseconds, after that. */
  readonly gitMs: number;
  /** Bytes that are compared with what git has, in all. */
  readonly comparedBytes: number;
}

export const usualLimits: Limits = { entries: 100_000, walkMs: 1500, gitMs: 4000, comparedBytes: 64 * 1024 * 1024 };

/** What is left of the limits while a look goes on. */
export class Budget {
  private entries: number;
  private bytes: number;
  private readonly walkEnd: number;
  private gitEnd: number | undefined;

  constructor(
    private readonly limits: Limits,
    readonly signal: AbortSignal,
  ) {
    this.entries = limits.entries;
    this.bytes = limits.comparedBytes;
    this.walkEnd = performance.now() + limits.walkMs;
  }

  /** Takes one file or folder; false if the look has come to its end. */
  takeEntry(): boolean {
    if (this.isOver()) return false;
    this.entries -= 1;
    return true;
  }

  /** Whether no more files and folders may be looked at. */
  isOver(): boolean {
    return this.entries <= 0 || this.isLate();
  }

  /** Whether the time for files and folders is over. */
  isLate(): boolean {
    return this.signal.aborted || performance.now() > this.walkEnd;
  }

  /** Takes bytes to be compared; false if there are not so many left, or git's time is over. */
  takeBytes(count: number): boolean {
    if (count > this.bytes || this.gitTime() <= 0) return false;
    this.bytes -= count;
    return true;
  }

  /** The milliseconds that are left for git; its time begins when it is first asked for. */
  gitTime(): number {
    this.gitEnd ??= performance.now() + this.limits.gitMs;
    return this.signal.aborted ? 0 : Math.max(0, Math.ceil(this.gitEnd - performance.now()));
  }
}
