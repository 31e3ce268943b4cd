import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from '../mockModel';
import { answerQuestion, type Client } from './client';
import type { Payload } from './fixedHook';
import { onTerminal, type Scene, type scenesOf } from './scene';

/** Feedback with everything that gets lost on the way in careless hands. */
export const feedback = 'Not yet:\n\n- name the "file"\n- and the \\ as it is, <b>ü</b> 👍';

/** How one agent asks about the command `touch made.txt`. */
export interface CommandPlay {
  /** The agent's name, for the tests' names. */
  readonly agent: string;
  /** The model's call. */
  readonly call: Block;
  /** Checks the payload. */
  readonly asked: (payload: Payload, project: string) => void;
  /** The agent's own question on the terminal, and the key for yes. */
  readonly question: RegExp;
  readonly yes: string;
  /** The feedback as the model reads it; as it is if not given. */
  readonly told?: (feedback: string) => string;
  /** Whether a hook's approval is the last word; otherwise the agent asks once more. */
  readonly grants: boolean;
}

/** Declares what every agent does alike about a command: approved, denied, and asked by itself. */
export function commandScenes<C extends Client>(scene: ReturnType<typeof scenesOf<C>>, play: CommandPlay): void {
  const { agent, call, question, yes, told = (text: string) => text } = play;
  const opening = { turns: () => [[call], ['All is over.']] };
  const made = ({ project }: Scene<C>) => existsSync(join(project, 'made.txt'));
  const runs = async (given: Scene<C>) => {
    await given.model.result(2);
    assert.equal(made(given), true);
  };

  scene(`${agent}: an approved command runs`, opening, async (given) => {
    await onTerminal(given.client, 'make a file', async (terminal) => {
      play.asked(await given.hook.payload(1), given.project);
      assert.equal(made(given), false);
      given.hook.approve();
      if (!play.grants) await answerQuestion(terminal, question, yes);
      await runs(given);
      await terminal.shows(/All is over\./);
    });
  });

  scene(`${agent}: the model reads why a command is denied`, opening, async (given) => {
    await onTerminal(given.client, 'make a file', async (terminal) => {
      await given.hook.payload(1);
      given.hook.deny(feedback);
      const result = await given.model.result(2);
      assert.ok(result.includes(told(feedback)), result);
      await terminal.shows(/All is over\./);
    });
    assert.equal(made(given), false);
  });

  scene(`${agent}: without an editor it asks by itself at once`, opening, async (given) => {
    given.hook.leave();
    await onTerminal(given.client, 'make a file', async (terminal) => {
      await terminal.shows(question);
      assert.equal(made(given), false);
      await answerQuestion(terminal, question, yes);
      await runs(given);
    });
  });

  scene(`${agent}: without a decision it asks by itself`, opening, async (given) => {
    await onTerminal(given.client, 'make a file', async (terminal) => {
      await given.hook.payload(1);
      given.hook.handBack();
      await terminal.shows(question);
      assert.equal(made(given), false);
      await answerQuestion(terminal, question, yes);
      await runs(given);
      await terminal.shows(/All is over\./);
    });
  });
}
