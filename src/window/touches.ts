import { setImmediate } from 'node:timers/promises';
import { entryOf } from '../core/queueState';
import type { TouchView } from '../protocol/command';
import type { ReadCommand } from './command/commandReader';
import { realPathOf } from './disk';
import { Emitter } from './disposable';
import type { Disposable } from './disposable';
import { errorText } from './log';
import type { Log } from './log';
import { placeOf } from './preparing';
import type { ReviewWindow } from './reviewWindow';
import { lookAt } from './touch/look';

/** What is known of what a request's command would touch; null while it is being looked up. */
export interface TouchChange {
  readonly id: string;
  readonly touch: TouchView | null;
}

interface Look {
  readonly id: string;
  readonly command: string;
  readonly ended: AbortController;
  touch: TouchView | null;
}

/**
 * What the shown command would touch. Only one request is looked up at a time, the one that a surface shows: a look for another, or
 * for an earlier text of the command, is cut short. It decides nothing, and no hash depends on it.
 */
export class Touches implements Disposable {
  private current: Look | undefined;
  private readonly changed: Emitter<TouchChange>;

  /** @param folders the workspace's folders, as real paths */
  constructor(
    private readonly review: Pick<ReviewWindow, 'state' | 'viewOf'>,
    private readonly folders: () => readonly string[],
    private readonly log: Log,
    private readonly read: ReadCommand,
  ) {
    this.changed = new Emitter((error) => log.error(`touches: a listener failed: ${errorText(error)}`));
  }

  /** Hears what is known of the shown request, whenever that changes or it is shown anew. */
  get onDidChange(): Emitter<TouchChange>['event'] {
    return this.changed.event;
  }

  /**
   * A surface shows this request now; undefined: none. Says what is known of it, and looks if that is nothing. To be called after the
   * request was posted: the look begins once that is on its way.
   */
  show(id: string | undefined): void {
    const command = this.commandOf(id);
    const { current } = this;
    if (current && current.id === id && current.command === command) {
      this.changed.fire({ id, touch: current.touch });
      return;
    }
    current?.ended.abort();
    this.current = undefined;
    if (id !== undefined && command !== undefined && this.waits(id)) this.start(id, command);
  }

  /** Looks anew for the shown request; others are not looked up. */
  again(id: string): void {
    if (this.current?.id !== id) return;
    // What has been done already is not looked up: the disk would tell what is left.
    if (!this.waits(id)) return;
    this.current.ended.abort();
    this.current = undefined;
    this.show(id);
  }

  dispose(): void {
    this.current?.ended.abort();
    this.current = undefined;
  }

  private start(id: string, command: string): void {
    const look: Look = { id, command, ended: new AbortController(), touch: null };
    this.current = look;
    this.changed.fire({ id, touch: null });
    this.look(look).catch((error: unknown) => this.log.error(`touches: ${errorText(error)}`));
  }

  private async look(look: Look): Promise<void> {
    const { id, command } = look;
    const { signal } = look.ended;
    await setImmediate();
    const subject = this.review.viewOf(id)?.subject;
    if (signal.aborted || subject?.type !== 'command') return;
    const folders = this.folders();
    const { cwd, language } = subject;
    const { targets } = await this.read(command, placeOf(await realPathOf(cwd), folders, language));
    const touch = await lookAt(targets, { cwd, folders, signal });
    if (signal.aborted) return;
    look.touch = touch;
    this.changed.fire({ id, touch });
  }

  private commandOf(id: string | undefined): string | undefined {
    const subject = id === undefined ? undefined : this.review.viewOf(id)?.subject;
    return subject?.type === 'command' ? subject.command : undefined;
  }

  private waits(id: string): boolean {
    const status = entryOf(this.review.state, id)?.status.type;
    return status === 'open' || status === 'watching';
  }
}
