import { adapterOf } from '../../agents/registry';
import type { FoundAgent } from '../setUp/agents';
import { claudeProblems } from './claudeProblems';
import type { ConfiguredHook } from './configured';
import type { Problem } from './facts';
import { codexProblems, copilotProblems, hermesProblems, kimiProblems, qwenProblems } from './otherProblems';

/** What is looked at for an agent's problems. Nothing here reads by itself. */
export interface AgentLook {
  readonly found: FoundAgent;
  readonly hooks: readonly ConfiguredHook[];
  readonly version: string | undefined;
  /** The window's folders, whose own configurations count too. */
  readonly folders: readonly string[];
  /** The text of a file; undefined if it is not there or is none. */
  readonly read: (path: string) => string | undefined;
}

/** What keeps an agent's requests from arriving here once and being answered. */
export function problemsOf(look: AgentLook): readonly Problem[] {
  return [...stateProblems(look), ...(isSetUp(look) ? [...hookProblems(look), ...ownProblems(look)] : [])];
}

function isSetUp({ found: { state } }: AgentLook): boolean {
  return state.type === 'setUp' || state.type === 'outdated';
}

function stateProblems({ found: { setUp, state, place } }: AgentLook): readonly Problem[] {
  const mend = { type: 'setUp', agent: setUp.id } as const;
  switch (state.type) {
    case 'setUp':
      return [];
    case 'notSetUp':
      return [{ weight: 'limits', text: 'It is not set up: it asks by itself.', step: 'Set it up.', mend }];
    case 'outdated': {
      const text = 'Its entry was changed, or written by another version or for another home.';
      return [{ weight: 'limits', text, step: 'Update it.', mend }];
    }
    case 'broken': {
      const text = `Its configuration does not parse: line ${state.line}, column ${state.column}: ${state.problem}`;
      return [{ weight: 'broken', text, step: 'Mend that line.', mend: { type: 'open', path: place.file } }];
    }
    case 'unreadable':
      return [
        { weight: 'broken', text: `Its configuration: ${state.problem}`, step: 'Make it a file that you may change.' },
      ];
  }
}

function hookProblems({ found: { setUp }, hooks }: AgentLook): readonly Problem[] {
  const mend = { type: 'setUp', agent: setUp.id } as const;
  const problems: Problem[] = [];
  const places = hooks.map(({ event, matcher = '*' }) => `${event} ${matcher}`);
  const twice = new Set(places.filter((place, at) => places.indexOf(place) !== at));
  for (const place of twice) {
    const event = place.split(' ')[0];
    const text = `It has several hooks of Countersign for ${event}: each request shows as several cards.`;
    problems.push({ weight: 'limits', text, step: 'Set it up again, which leaves one.', mend });
  }
  const usual = adapterOf(setUp.id)?.defaultTimeout;
  for (const { event, agentTimeout = usual, ourTimeout } of hooks) {
    if (agentTimeout === undefined || ourTimeout === undefined || agentTimeout >= ourTimeout) continue;
    const text = `It ends the hook of ${event} after ${agentTimeout} s, but the hook believes to have ${ourTimeout} s: late answers are lost.`;
    problems.push({ weight: 'broken', text, step: 'Set it up again, which makes both the same.', mend });
  }
  return problems;
}

function ownProblems(look: AgentLook): readonly Problem[] {
  switch (look.found.setUp.id) {
    case 'claude':
      return claudeProblems(look);
    case 'codex':
      return codexProblems(look);
    case 'copilot':
      return copilotProblems(look);
    case 'qwen':
      return qwenProblems(look);
    case 'kimi':
      return kimiProblems(look);
    case 'hermes':
      return hermesProblems(look);
    default:
      return [];
  }
}
