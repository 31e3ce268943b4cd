import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setUps } from '../../agents/setups';
import type { AgentSetUp, ConfigPlace, Places, SetUpExtra, SetUpOptions, SetUpState } from '../../agents/setup';
import type { Home } from '../home';
import { planChange } from './change';
import type { Planned } from './change';
import { readConfigFile, textOf } from './configFile';
import { findProgram } from './programs';

/** What the set-up needs to know of this machine. */
export interface SetUpContext {
  readonly places: Places;
  readonly home: Home;
  /** The text of opencode's plugin; without it opencode is not offered. */
  readonly plugin?: string | undefined;
}

/** An agent that is on this machine, with what its configuration says of us. */
export interface FoundAgent {
  readonly setUp: AgentSetUp;
  readonly place: ConfigPlace;
  readonly options: SetUpOptions;
  /** Path of its program, if one is on the PATH. */
  readonly program?: string | undefined;
  /** As of now. `broken` also for files that cannot be read or may not be written; these have no line. */
  readonly state: SetUpState | { readonly type: 'unreadable'; readonly problem: string };
  /** The configuration's text; undefined if there is none or it cannot be read. */
  readonly text: string | undefined;
}

/**
 * The context of this process.
 *
 * @param built the folder of the built files, in which opencode's plugin is
 */
export function setUpContext(home: Home, built: string): SetUpContext {
  const plugin = readConfigFile(join(built, 'opencode-plugin.js'));
  const text = plugin.type === 'file' ? plugin.text : undefined;
  return { places: { home: homedir(), env: process.env }, home, plugin: text };
}

/** The agents of this machine: those with a program on the PATH or a configuration folder. In the order of the list. */
export function findAgents(context: SetUpContext): readonly FoundAgent[] {
  return offered(context).flatMap((setUp) => {
    const program = findProgram(setUp.binaries, context.places.env);
    const place = setUp.place(context.places);
    return program === undefined && !existsSync(place.folder) ? [] : [look(setUp, context, program)];
  });
}

/** One agent as it stands now, on this machine or not; undefined if there is none of this id. */
export function findAgent(id: string, context: SetUpContext): FoundAgent | undefined {
  const setUp = offered(context).find((one) => one.id === id);
  return setUp && look(setUp, context, findProgram(setUp.binaries, context.places.env));
}

/** Every agent whose configuration has an entry of ours, also where the agent is gone or the file does not parse any more. */
export function agentsWithUs(context: SetUpContext): readonly FoundAgent[] {
  return offered(context)
    .map((setUp) => look(setUp, context, undefined))
    .filter(({ state: { type }, text }) =>
      type === 'broken' ? text?.includes('countersign-hook') : type === 'setUp' || type === 'outdated',
    );
}

/** Plans to set an agent up, with the extras that the person chose on, and those that were taken away off. */
export function planSetUp(
  { setUp, place, options }: FoundAgent,
  on: readonly SetUpExtra[],
  off: readonly SetUpExtra[],
): Planned {
  return planChange(place, (text) => {
    const added = on.reduce((so, extra) => extra.add(so, options), setUp.add(text, options));
    return off.reduce<string | undefined>((so, extra) => so && extra.remove(so, options), added);
  });
}

/**
 * Plans to take every entry of ours out of an agent's configuration.
 *
 * @param extras settings of the agent's own that were switched on from here, and go as well
 */
export function planRemoval({ setUp, place, options }: FoundAgent, extras: readonly SetUpExtra[] = []): Planned {
  return planChange(place, (text) => {
    const left = extras.reduce<string | undefined>((so, extra) => so && extra.remove(so, options), text);
    return left === undefined ? undefined : setUp.remove(left);
  });
}

/** Path of the installed hook, as it stands in configurations. */
export function hookPath({ home }: Pick<SetUpContext, 'home'>): string {
  return resolve(home.bin, 'countersign-hook');
}

function offered({ plugin }: SetUpContext): readonly AgentSetUp[] {
  // The commands that are written are for POSIX shells.
  if (process.platform === 'win32') return [];
  return plugin === undefined ? setUps.filter((one) => one.id !== 'opencode') : setUps;
}

function look(setUp: AgentSetUp, context: SetUpContext, program: string | undefined): FoundAgent {
  const place = setUp.place(context.places);
  const options: SetUpOptions = {
    hook: hookPath(context),
    ...(context.plugin === undefined ? {} : { plugin: context.plugin }),
  };
  const file = readConfigFile(place.file);
  const text = file.type === 'refused' ? undefined : textOf(file);
  const state: FoundAgent['state'] =
    file.type === 'refused' ? { type: 'unreadable', problem: file.problem } : setUp.state(text, options);
  return { setUp, place, options, program, state, text };
}
