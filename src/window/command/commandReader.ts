import { Worker } from 'node:worker_threads';
import type { CommandPlace } from '../../core/command/analysis';
import type { CommandRead } from '../../core/command/read';
import { unreadCommand } from '../../core/command/unread';
import type { Disposable } from '../disposable';
import { errorText } from '../log';
import type { Log } from '../log';

/** What the thread is asked, and what it answers. `turn` tells which question an answer is for. */
export interface ToReader {
  readonly turn: number;
  readonly command: string;
  readonly place: CommandPlace;
}
export interface FromReader {
  readonly turn: number;
  readonly read: CommandRead;
}

/** Reads commands, however. */
export type ReadCommand = (command: string, place: CommandPlace) => Promise<CommandRead>;

/** How long reading one command may take, in milliseconds, and how long the thread may take to start. */
const readWithinMs = 2000;
const startWithinMs = 10_000;
/** A thread that wants more than so many megabytes is ended. */
const memory = 256;
/**
 * What was read last is kept, so many commands of so many characters in all: each look at a request asks for the same again, and must find
 * it the same.
 */
const keptReads = 50;
const keptLength = 4_000_000;

/**
 * Reads commands in a thread of its own, one after the other. One that takes too long, or breaks the thread, is shown raw with the marks that
 * need no reading; the next one finds a new thread.
 */
export class CommandReader implements Disposable {
  private worker: Worker | undefined;
  private started: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private turn = 0;
  private disposed = false;
  private readonly known = new Map<string, Promise<CommandRead>>();

  /** @param program path of the thread's program, as built @param within how long reading one command may take, in milliseconds */
  constructor(
    private readonly program: string,
    private readonly log: Log,
    private readonly within = readWithinMs,
  ) {}

  /** Starts the thread, so that the first command need not wait for it. */
  warm(): void {
    this.start().catch(() => undefined);
  }

  /** Never rejects: what could not be read is given as unread. */
  readonly read: ReadCommand = (command, place) => {
    const key = JSON.stringify([command, place]);
    const before = this.known.get(key);
    if (before) return before;
    const reading = this.last
      .then(() => this.ask(command, place))
      .catch((error: unknown) => {
        if (!this.disposed) this.log.warn(`commands: ${errorText(error)}`);
        return unreadCommand(command, error instanceof TooSlow ? 'Reading it took too long.' : 'It could not be read.');
      });
    this.last = reading;
    this.keep(key, reading);
    return reading;
  };

  dispose(): void {
    this.disposed = true;
    this.end();
  }

  private keep(key: string, reading: Promise<CommandRead>): void {
    let length = key.length;
    let count = 1;
    for (const newest of [...this.known.keys()].toReversed()) {
      length += newest.length;
      count += 1;
      if (length > keptLength || count > keptReads) this.known.delete(newest);
    }
    this.known.set(key, reading);
  }

  private async ask(command: string, place: CommandPlace): Promise<CommandRead> {
    await this.start();
    const { worker } = this;
    if (!worker) throw new Error('the thread has ended');
    const turn = (this.turn += 1);
    worker.ref();
    try {
      return await new Promise<CommandRead>((resolve, reject) => {
        const timer = setTimeout(() => reject(new TooSlow('reading a command took too long')), this.within);
        const answer = (message: FromReader): void => {
          if (message.turn === turn) settle(() => resolve(message.read));
        };
        const broken = (error: Error): void => settle(() => reject(error));
        const ended = (): void => broken(new Error('the thread has ended'));
        const settle = (then: () => void): void => {
          clearTimeout(timer);
          worker.off('message', answer).off('error', broken).off('exit', ended);
          then();
        };
        worker.on('message', answer).on('error', broken).on('exit', ended);
        const question: ToReader = { turn, command, place };
        worker.postMessage(question);
      });
    } catch (error) {
      this.end();
      throw error;
    } finally {
      worker.unref();
    }
  }

  private start(): Promise<void> {
    if (this.disposed) return Promise.reject(new Error('the reader was disposed'));
    return (this.started ??= this.open());
  }

  private async open(): Promise<void> {
    // Nothing of the program that runs here is for it: no flags, no environment.
    const worker = new Worker(this.program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    this.worker = worker;
    worker.on('error', (error) => this.lost(worker, error));
    // While nothing is asked the thread keeps no program alive.
    worker.once('online', () => worker.unref());
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the thread did not start')), startWithinMs);
        worker.once('online', resolve);
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the thread has ended')));
        const clear = (): void => clearTimeout(timer);
        worker.once('online', clear).once('error', clear).once('exit', clear);
      });
    } catch (error) {
      this.end();
      throw error;
    }
  }

  private lost(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.log.warn(`commands: the thread has ended: ${errorText(error)}`);
    this.end();
  }

  private end(): void {
    const { worker } = this;
    this.worker = undefined;
    this.started = undefined;
    void worker?.terminate();
  }
}

class TooSlow extends Error {}
