import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { SetUpExtra } from '../agents/setup';
import type { FoundAgent } from '../window/setUp/agents';
import { extrasKey } from './ids';

const Remembered = z.record(z.string(), z.array(z.string()));

/**
 * Which extras were switched on from here. Some are settings of the agent's own, of which nobody can tell later who made them; what a
 * person set without us stays when we go.
 */
export class SetUpMemory {
  constructor(private readonly state: vscode.Memento) {}

  /** The extras of an agent to take back with the rest. */
  extrasOf({ setUp, text, state }: FoundAgent): readonly SetUpExtra[] {
    if (state.type === 'broken' || state.type === 'unreadable') return [];
    const ids = this.read()[setUp.id] ?? [];
    return setUp.extras.filter((extra) => ids.includes(extra.id) && extra.state(text) === 'on');
  }

  async remember(agent: string, on: readonly SetUpExtra[], off: readonly SetUpExtra[]): Promise<void> {
    const gone = new Set(off.map(({ id }) => id));
    const kept = (this.read()[agent] ?? []).filter((id) => !gone.has(id));
    await this.write(agent, [...new Set([...kept, ...on.map(({ id }) => id)])]);
  }

  async forget(agent: string): Promise<void> {
    await this.write(agent, []);
  }

  private read(): Readonly<Record<string, readonly string[]>> {
    const stored = Remembered.safeParse(this.state.get(extrasKey));
    return stored.success ? stored.data : {};
  }

  private async write(agent: string, ids: readonly string[]): Promise<void> {
    await this.state.update(extrasKey, { ...this.read(), [agent]: ids });
  }
}
