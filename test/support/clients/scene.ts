import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { QuestionAnswer } from '../../../src/protocol/question';
import { temporaryFolder } from '../cleanup';
import { startScriptedModel, type Dialect, type ScriptedModel, type ScriptedTurn } from '../models/scripted';
import type { Client, ClientOptions, SetUp } from './client';

/** A payload as an agent sent it. */
export type Payload = Readonly<Record<string, unknown>>;

/** What stands at the other end of the agent's hook, and decides. */
export interface Answerer {
  /** The command for the agent's configuration. */
  readonly command: string;
  /** Where our hook finds its window; none for a hook that is not ours. */
  readonly countersignHome?: string;
  /** Waits for the n-th payload (from 1). */
  payload(number: number): Promise<Payload>;
  /**
   * Each answers the request that waits, or the next one; and those after it, if they are not told otherwise. A question is approved with
   * its answers.
   */
  approve(answers?: readonly QuestionAnswer[]): void;
  deny(feedback: string): void;
  /** No decision. */
  handBack(): void;
  /** Nobody is there any more. */
  leave(): void;
  /** Waits until the agent has confirmed the decision on the first request. */
  delivered(): Promise<void>;
  /** Waits until the window knows that the first request was answered in the agent's own place. */
  answeredElsewhere(): Promise<void>;
  remove(): void;
}

/** What the scenes of one agent have in common. */
export interface Cast<C extends Client> {
  readonly make: (options: ClientOptions) => Promise<C>;
  readonly dialect: Dialect;
  /** A tool that only the conversation itself offers to the model. */
  readonly tool: string;
  /** Who answers its hook. */
  readonly answerer: (project: string) => Answerer | Promise<Answerer>;
  /** How the hook gets into its configuration. */
  readonly setUp: SetUp;
}

export interface Scene<C extends Client> {
  readonly client: C;
  readonly model: ScriptedModel;
  readonly hook: Answerer;
  /** The project folder. */
  readonly project: string;
}

/** What a scene starts from. */
export interface Opening {
  /** What the model says; the project folder is known by then. */
  readonly turns: (project: string) => readonly ScriptedTurn[];
  /** Another way to set the hook up than the cast's. */
  readonly setUp?: SetUp;
}

/** Declares tests in which an agent plays against its model, in a project of its own. */
export function scenesOf<C extends Client>(cast: Cast<C>) {
  return (name: string, { turns, setUp }: Opening, action: (scene: Scene<C>) => Promise<void>): void => {
    test(name, { timeout: 120_000 }, async () => {
      const folder = temporaryFolder('pr-');
      const project = join(realpathSync(folder.path), 'project');
      mkdirSync(project);
      const model = await startScriptedModel(cast.dialect, cast.tool, turns(project));
      const hook = await cast.answerer(project);
      const client = await cast.make({
        model,
        project,
        hookCommand: hook.command,
        countersignHome: hook.countersignHome,
        setUp: setUp ?? cast.setUp,
      });
      try {
        await action({ client, model, hook, project });
      } finally {
        client.remove();
        await model.close();
        hook.remove();
        folder.remove();
      }
    });
  };
}

/** Runs `action` with the client on a terminal, at work on a prompt. */
export async function onTerminal(
  client: Client,
  prompt: string,
  action: (terminal: Awaited<ReturnType<Client['open']>>) => Promise<void>,
  ...parameters: readonly string[]
): Promise<void> {
  const terminal = await client.open(...parameters);
  try {
    await client.prompt(terminal, prompt);
    await action(terminal);
  } catch (error) {
    throw new Error(`${String(error)}\n${terminal.screen()}`, { cause: error });
  } finally {
    await terminal.stop();
  }
}
