import type * as vscode from 'vscode';
import { Preferences } from '../protocol/page';
import { preferencesKey } from './ids';

const usual: Preferences = { layout: 'unified', whitespace: false };

/** How the person likes to read changes; the same in all windows. */
export class StoredPreferences {
  constructor(private readonly state: vscode.Memento) {}

  get(): Preferences {
    const stored = Preferences.safeParse(this.state.get(preferencesKey));
    return stored.success ? stored.data : usual;
  }

  async set(preferences: Preferences): Promise<void> {
    await this.state.update(preferencesKey, preferences);
  }
}
