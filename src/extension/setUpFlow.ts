import * as vscode from 'vscode';
import { adapterOf } from '../agents/registry';
import type { DocumentedSetUp, SetUpExtra } from '../agents/setup';
import { nativeText } from '../core/nativeText';
import { shortened } from '../window/doctor/shorten';
import { agentsWithUs, findAgent, findAgents, hookPath, planRemoval, planSetUp } from '../window/setUp/agents';
import type { FoundAgent, SetUpContext } from '../window/setUp/agents';
import { applyChange } from '../window/setUp/change';
import type { Planned } from '../window/setUp/change';
import { commands } from './ids';
import { confirmChanges } from './setUpConfirmation';
import type { AgentChange } from './setUpConfirmation';
import type { SetUpMemory } from './setUpMemory';
import { pickAction, pickAgent, pickExtras, whyNotSetUp } from './setUpPicks';
import type { ShownTexts } from './shownTexts';

/** Sets agents up and takes that back, with the change shown to a person first. Nothing is written without their word. */
export class SetUpFlow {
  constructor(
    private readonly context: () => SetUpContext,
    private readonly texts: ShownTexts,
    private readonly memory: SetUpMemory,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** The agents of this machine that requests can come from. */
  agents(): readonly FoundAgent[] {
    return findAgents(this.context()).filter(({ setUp }) => adapterOf(setUp.id) !== undefined);
  }

  async setUp(): Promise<void> {
    const chosen = await pickAgent(this.agents());
    if (!chosen) return;
    if ('documented' in chosen) await this.tellCommand(chosen.documented);
    else await this.change(chosen.found);
  }

  /** Sets up one agent, or brings it up to date, by its id. */
  async setUpAgent(id: string): Promise<void> {
    const agent = findAgent(id, this.context());
    if (agent) await this.add(agent);
  }

  /** Switches an extra of an agent on, by its id. */
  async addExtra(id: string, extraId: string): Promise<void> {
    const agent = findAgent(id, this.context());
    const extra = agent?.setUp.extras.find((one) => one.id === extraId);
    if (agent && extra) await this.apply(agent, planSetUp(agent, [extra], []), [extra], []);
  }

  /** Takes back what was set up for one agent, by its id. */
  async removeAgent(id: string): Promise<void> {
    const agent = findAgent(id, this.context());
    if (agent) await this.removeFrom([agent]);
  }

  async removeAll(): Promise<void> {
    await this.removeFrom(agentsWithUs(this.context()));
  }

  private async change(agent: FoundAgent): Promise<void> {
    const problem = whyNotSetUp(agent);
    if (problem !== undefined) return this.refuse(agent, problem);
    const isThere = agent.state.type === 'setUp' || agent.state.type === 'outdated';
    const action = isThere ? await pickAction(agent) : 'setUp';
    if (action === 'setUp') await this.add(agent);
    if (action === 'remove') await this.removeFrom([agent]);
    if (action === 'check') await vscode.commands.executeCommand(commands.doctor);
  }

  private async add(agent: FoundAgent): Promise<void> {
    const problem = whyNotSetUp(agent);
    if (problem !== undefined) return this.refuse(agent, problem);
    const extras = await pickExtras(agent);
    if (extras) await this.apply(agent, planSetUp(agent, extras.on, extras.off), extras.on, extras.off);
  }

  private async apply(
    agent: FoundAgent,
    planned: Planned,
    on: readonly SetUpExtra[],
    off: readonly SetUpExtra[],
  ): Promise<void> {
    const { name } = agent.setUp;
    if (planned.type === 'refused') return this.refuse(agent, planned.problem);
    if (planned.type === 'same') {
      void vscode.window.showInformationMessage(vscode.l10n.t('{0} is set up already.', name));
      return;
    }
    const change = { agent: name, path: this.pathOf(planned.change.path), change: planned.change };
    const question = vscode.l10n.t('Set up {0}? The change to {1} is shown in the editor.', name, change.path);
    if (!(await confirmChanges([change], this.texts, question)) || !this.write(change)) return;
    await this.memory.remember(agent.setUp.id, on, off);
    this.tellRest(agent);
  }

  private async removeFrom(agents: readonly FoundAgent[]): Promise<void> {
    const changes: AgentChange[] = [];
    let isRefused = false;
    for (const agent of agents) {
      const planned = planRemoval(agent, this.memory.extrasOf(agent));
      if (planned.type === 'refused') {
        isRefused = true;
        this.refuse(agent, planned.problem);
      } else if (planned.type === 'change') {
        const { change } = planned;
        changes.push({ agent: agent.setUp.name, path: this.pathOf(change.path), change });
      }
    }
    if (changes.length === 0) {
      if (isRefused) return;
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent has an entry of Countersign.'));
      return;
    }
    const names = changes.map(({ agent }) => agent).join(', ');
    const question = vscode.l10n.t('Remove Countersign from {0}? The change is shown in the editor.', names);
    if (!(await confirmChanges(changes, this.texts, question))) return;
    const done = changes.filter((one) => this.write(one)).map(({ agent }) => agent);
    for (const agent of agents.filter(({ setUp }) => done.includes(setUp.name))) {
      await this.memory.forget(agent.setUp.id);
    }
    if (done.length === 0) return;
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Countersign was removed from {0}. Restart sessions that run already.', done.join(', ')),
    );
  }

  /** False if it was refused, which is told. */
  private write({ agent, path, change }: AgentChange): boolean {
    const applied = applyChange(change);
    if (applied.type === 'refused') {
      this.log.warn(`set-up: ${agent}: ${applied.problem}`);
      void vscode.window.showErrorMessage(
        vscode.l10n.t('{0} was not changed: {1}', path, nativeText(applied.problem, 200)),
      );
      return false;
    }
    this.log.info(`set-up: ${agent}: ${path} was written${applied.backup ? ', with a backup beside it' : ''}`);
    return true;
  }

  /** What is left for the person to do, before anything else can be seen here. */
  private tellRest({ setUp }: FoundAgent): void {
    const steps = setUp.notes.filter((note) => note.kind === 'step').map((note) => note.text);
    const rest = steps.length > 0 ? steps.join(' ') : vscode.l10n.t('Sessions that run already have to be restarted.');
    const check = vscode.l10n.t('Check');
    void vscode.window
      .showInformationMessage(vscode.l10n.t('{0} is set up. {1}', setUp.name, nativeText(rest, 500)), check)
      .then((answer) => answer === check && vscode.commands.executeCommand(commands.doctor));
  }

  private refuse(agent: FoundAgent, problem: string): void {
    const open = vscode.l10n.t('Open');
    const path = this.pathOf(agent.place.file);
    const text = vscode.l10n.t('{0} cannot be changed: {1}', path, nativeText(problem, 300));
    void vscode.window.showErrorMessage(text, open).then(async (answer) => {
      if (answer === open) await vscode.window.showTextDocument(vscode.Uri.file(agent.place.file));
    });
  }

  private async tellCommand(setUp: DocumentedSetUp): Promise<void> {
    await vscode.env.clipboard.writeText(setUp.command({ hook: hookPath(this.context()) }));
    const notes = setUp.notes.map(({ text }) => text).join(' ');
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The command is in the clipboard. {0}', nativeText(notes, 400)),
    );
  }

  private pathOf(path: string): string {
    return nativeText(shortened(path, this.context().places.home), 200, 'exact');
  }
}
