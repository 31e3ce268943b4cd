import type { FromPage } from '../../../src/protocol/page';
import type { RequestView } from '../../../src/protocol/views';
import { DraftSaver } from '../drafts';
import type { State } from '../state';

/** How long typing has to rest before the command is read anew. */
const restMs = 300;

/** A command was typed; without one the agent's own is used again. */
export interface CommandEvent {
  readonly type: 'commandTyped';
  readonly id: string;
  readonly command?: string;
}

/** What the person typed for the shown request and what is not what is shown of it; undefined if there is no such text. */
export function unreadCommand({ request, commands }: Pick<State, 'request' | 'commands'>): string | undefined {
  const typed = request ? commands.get(request.id) : undefined;
  return request?.subject.type === 'command' && typed !== request.subject.command ? typed : undefined;
}

/** Whether the command that is shown, or is on its way to be read, is the person's. */
export function isEdited({ request, commands }: Pick<State, 'request' | 'commands'>): boolean {
  const { subject } = request ?? {};
  return subject?.type === 'command' && (subject.asked !== undefined || commands.has(request?.id ?? ''));
}

/** The texts that are not read yet, after one was typed. */
export function commandsTyped(commands: State['commands'], { id, command }: CommandEvent): State['commands'] {
  const next = new Map(commands);
  if (command === undefined) next.delete(id);
  else next.set(id, command);
  return next;
}

/** The same after a request was told: what is shown now has been read, and so has what was typed instead of another command. */
export function commandsTold(commands: State['commands'], before: RequestView, now: RequestView): State['commands'] {
  if (now.subject.type !== 'command' || !commands.has(now.id)) return commands;
  const read = commands.get(now.id) === now.subject.command;
  return read || before.basis !== now.basis ? commandsTyped(commands, { type: 'commandTyped', id: now.id }) : commands;
}

/** What components can do with a command. */
export interface CommandActions {
  /** Keeps a command as the person wants it; without one, as the agent asked. */
  readonly editCommand: (command: string | undefined) => void;
  readonly lookAgain: () => void;
}

/** Tells the extension of commands that are being edited: not with every key, and at once when something may end. */
export class CommandEdits {
  private readonly saver = new DraftSaver<string>(
    (id, command) => this.ways.say({ type: 'editCommand', id, command }),
    restMs,
  );

  constructor(
    private readonly ways: {
      readonly id: () => string | undefined;
      /** Whether the extension knows that the command is not the agent's any more. */
      readonly edited: () => boolean;
      readonly say: (message: FromPage) => void;
      readonly dispatch: (event: CommandEvent) => void;
    },
  ) {}

  readonly actions: CommandActions = {
    editCommand: (command) => {
      const id = this.ways.id();
      if (id === undefined) return;
      if (command === undefined) {
        this.saver.flush();
        this.ways.say({ type: 'editCommand', id });
        this.ways.dispatch({ type: 'commandTyped', id });
      } else {
        const first = !this.ways.edited();
        this.saver.typed(id, command);
        // Nobody approves the agent's text from elsewhere once the person writes another.
        if (first) this.saver.flush();
        this.ways.dispatch({ type: 'commandTyped', id, command });
      }
    },
    lookAgain: () => {
      const id = this.ways.id();
      if (id !== undefined) this.ways.say({ type: 'lookAgain', id });
    },
  };

  flush(): void {
    this.saver.flush();
  }
}
