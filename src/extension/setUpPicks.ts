import * as vscode from 'vscode';
import { capabilitySummary } from '../agents/capabilityTable';
import type { DocumentedSetUp, SetUpExtra } from '../agents/setup';
import { documentedSetUps } from '../agents/setups';
import { nativeText } from '../core/nativeText';
import type { FoundAgent } from '../window/setUp/agents';

/** What a person chose to do about an agent. */
export type SetUpAction = 'setUp' | 'remove' | 'check';

/** What a person chose of an agent's extras. */
export interface ChosenExtras {
  readonly on: readonly SetUpExtra[];
  readonly off: readonly SetUpExtra[];
}

/** The state in a word or two. */
export function stateWords({ state }: FoundAgent): string {
  switch (state.type) {
    case 'notSetUp':
      return vscode.l10n.t('not set up');
    case 'setUp':
      return vscode.l10n.t('set up');
    case 'outdated':
      return vscode.l10n.t('outdated');
    case 'broken':
      return vscode.l10n.t('broken: line {0}, column {1}', state.line, state.column);
    case 'unreadable':
      return vscode.l10n.t('not possible');
  }
}

/** Why an agent cannot be set up, in a sentence; undefined if it can. */
export function whyNotSetUp({ state }: FoundAgent): string | undefined {
  if (state.type === 'unreadable') return nativeText(state.problem, 200);
  if (state.type !== 'broken') return undefined;
  return vscode.l10n.t('line {0}, column {1}: {2}', state.line, state.column, nativeText(state.problem, 200));
}

/** Lets a person choose one of the agents found, or a kind of agent that is only told how. */
export async function pickAgent(
  agents: readonly FoundAgent[],
): Promise<{ readonly found: FoundAgent } | { readonly documented: DocumentedSetUp } | undefined> {
  const summaries = new Map<string, string | undefined>();
  for (const { id } of [...agents.map(({ setUp }) => setUp), ...documentedSetUps]) {
    summaries.set(id, await capabilitySummary(id));
  }
  const found = agents.map((agent) => ({
    label: agent.setUp.name,
    description: stateWords(agent),
    detail: nativeText(detailOf(agent, summaries.get(agent.setUp.id)), 400),
    value: { found: agent },
  }));
  const documented = documentedSetUps.map((setUp) => ({
    label: setUp.name,
    description: vscode.l10n.t('by a command of yours'),
    detail: nativeText([summaries.get(setUp.id), ...setUp.notes.map(({ text }) => text)].join(' '), 400),
    value: { documented: setUp },
  }));
  const title = vscode.l10n.t('Set Up Agents');
  const placeHolder =
    agents.length > 0
      ? vscode.l10n.t('Agents found on this machine. The change is shown before it is made.')
      : process.platform === 'win32'
        ? vscode.l10n.t('On Windows agents cannot be set up from here yet.')
        : vscode.l10n.t('No agent that is known was found on this machine.');
  const chosen = await vscode.window.showQuickPick([...found, ...documented], { title, placeHolder });
  return chosen?.value;
}

/** What it can do here, then what cannot be helped, then the hints. */
function detailOf(agent: FoundAgent, summary: string | undefined): string {
  const problem = whyNotSetUp(agent);
  const notes = ['limit', 'step', 'hint'].flatMap((kind) => agent.setUp.notes.filter((note) => note.kind === kind));
  return [problem, summary, ...notes.map(({ text }) => text)].filter(Boolean).join(' ');
}

/** Lets a person choose what to do about an agent that is set up already. */
export async function pickAction(agent: FoundAgent): Promise<SetUpAction | undefined> {
  const update: readonly (readonly [SetUpAction, string])[] =
    agent.state.type === 'outdated'
      ? [['setUp', vscode.l10n.t('Update')]]
      : agent.setUp.extras.length > 0
        ? [['setUp', vscode.l10n.t('Change the extras')]]
        : [];
  const items = [
    ...update,
    ['check', vscode.l10n.t('Check with the doctor')] as const,
    ['remove', vscode.l10n.t('Remove')] as const,
  ].map(([value, label]) => ({ value, label }));
  const title = vscode.l10n.t('{0}: {1}', agent.setUp.name, stateWords(agent));
  return (await vscode.window.showQuickPick(items, { title }))?.value;
}

/** Lets a person choose extras; what is on is ticked, and nothing else. Undefined: the person left. */
export async function pickExtras({ setUp, text }: FoundAgent): Promise<ChosenExtras | undefined> {
  const open = setUp.extras.filter((extra) => extra.state(text) !== 'other');
  if (open.length === 0) return { on: [], off: [] };
  const items = open.map((extra) => ({
    label: extra.title,
    detail: nativeText(extra.detail, 500),
    picked: extra.state(text) === 'on',
    extra,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t('{0}: extras', setUp.name),
    placeHolder: vscode.l10n.t('Optional. Press Enter to go on without them.'),
  });
  if (!chosen) return undefined;
  const on = chosen.filter((item) => !item.picked).map((item) => item.extra);
  const off = items.filter((item) => item.picked && !chosen.includes(item)).map((item) => item.extra);
  return { on, off };
}
