import * as vscode from 'vscode';
import type { Home } from '../window/home';
import type { OpenWindow } from '../window/openWindow';
import { setUpContext } from '../window/setUp/agents';
import { runDoctor } from './doctor';
import { SetUpFlow } from './setUpFlow';
import { hintAtSetUp } from './setUpHint';
import { SetUpMemory } from './setUpMemory';
import type { ShownTexts } from './shownTexts';

/** What set-up and doctor work with. */
export interface SetUpParts {
  readonly home: Home;
  readonly window: OpenWindow;
  readonly version: string;
  readonly texts: ShownTexts;
  readonly state: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
  readonly installHook: () => void;
  /** The folder of the built files. */
  readonly built: string;
}

/**
 * The commands of set-up and doctor. Only what imports this by `import()` keeps the readers of TOML and YAML, which are larger than all
 * the rest, out of the start of the editor.
 */
export class SetUpCommands {
  private readonly flow: SetUpFlow;

  constructor(private readonly parts: SetUpParts) {
    const { texts, state, log } = parts;
    this.flow = new SetUpFlow(() => this.context(), texts, new SetUpMemory(state), log);
  }

  setUp(): Promise<void> {
    return this.flow.setUp();
  }

  removeAll(): Promise<void> {
    return this.flow.removeAll();
  }

  doctor(): Promise<void> {
    const editor = `${vscode.env.appName} ${vscode.version}`;
    return runDoctor({ ...this.parts, context: () => this.context(), editor, flow: this.flow });
  }

  hint(): Promise<void> {
    return hintAtSetUp(this.flow, this.parts.state);
  }

  private context(): ReturnType<typeof setUpContext> {
    return setUpContext(this.parts.home, this.parts.built);
  }
}
