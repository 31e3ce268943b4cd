import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { launchChromium } from './chromium';
import type { CodeServer } from './codeServer';
import { literal, patience } from './until';

export interface WorkbenchOptions {
  /** The folder to open; the server's own if absent. */
  readonly folder?: string;
  /** Where screenshots go; without it none are taken. */
  readonly shots?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** A running browser, for a second window; else one is started and ended with the window. */
  readonly browser?: Browser;
}

/** Opens a window of the server in Chromium and waits for the workbench to be there. */
export async function openWorkbench(server: CodeServer, options: WorkbenchOptions = {}): Promise<Workbench> {
  const own = options.browser ? undefined : await launchChromium();
  const browser = options.browser ?? own;
  if (!browser) throw new Error('unreachable');
  try {
    const context = await browser.newContext({
      viewport: options.viewport ?? { width: 1400, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    // "Leave site?" on a reload.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    const workbench = new Workbench(page, context, own, options.shots);
    const url = `${server.url}/?folder=${encodeURIComponent(options.folder ?? server.folder)}`;
    await page.goto(url, { waitUntil: 'commit' });
    await workbench.loaded();
    return workbench;
  } catch (error) {
    await own?.close();
    throw error;
  }
}

/** One VS Code window, driven through what a person sees. */
export class Workbench {
  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly ownBrowser: Browser | undefined,
    private readonly shots: string | undefined,
  ) {}

  /** The browser, for a second window. */
  get browser(): Browser {
    const browser = this.context.browser();
    if (!browser) throw new Error('The browser is gone.');
    return browser;
  }

  /** Waits for the workbench to be painted. Extensions start a few seconds later. */
  async loaded(): Promise<void> {
    await this.page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 90_000 });
  }

  /** Runs a command by its title in the palette, e.g. `Countersign: Approve`. */
  async command(title: string): Promise<void> {
    // The whole label, since one title may start another.
    const row = this.page.locator('.quick-input-list .monaco-list-row').filter({
      has: this.page.locator('.label-name', { hasText: new RegExp(`^\\s*${literal(title)}\\s*$`) }),
    });
    // An editor or view that opens late takes the focus, and the palette closes. Nothing has been run then.
    for (let attempt = 1; ; attempt++) {
      try {
        await this.page.keyboard.press('F1');
        await this.quickInput().fill(`>${title}`, { timeout: 5000 });
        await row.first().click({ timeout: 3000 });
        return;
      } catch (error) {
        if (attempt === 6) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** The text box of whatever is open at the top: palette, quick pick or input box. */
  quickInput(): Locator {
    return this.page.locator('.quick-input-widget:not([style*="display: none"]) input').first();
  }

  /** Waits for an input box that shows `title` (its title, prompt or placeholder), fills it and accepts. */
  async inputBox(title: string, text: string): Promise<void> {
    const widget = this.page.locator('.quick-input-widget:not([style*="display: none"])');
    await widget
      .filter({ hasText: title })
      .or(widget.filter({ has: this.page.getByPlaceholder(title) }))
      .first()
      .waitFor();
    await this.quickInput().fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** A row of an open quick pick. */
  quickPick(row: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first();
  }

  /** The item of the status bar that shows this text. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }

  /** The tab of an editor whose label starts with this text. */
  tab(label: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${literal(label)}`) });
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /** The document inside the webview of our extension that is on top. */
  webview(extensionId = 'countersign.countersign'): FrameLocator {
    return this.page
      .frameLocator(`iframe.webview.ready[src*="extensionId=${extensionId}" i] >> visible=true`)
      .frameLocator('iframe#active-frame');
  }

  /** Gives the keyboard to the tree of the Explorer. */
  async focusExplorer(): Promise<void> {
    await this.command('File: Focus on Files Explorer');
    await this.focused('.explorer-folders-view');
  }

  /** Gives the keyboard to the search view's text box, and returns it. */
  async focusSearch(): Promise<Locator> {
    await this.page.keyboard.press('Control+Shift+F');
    const box = this.page.locator('.search-view .search-widget textarea').first();
    await box.waitFor();
    await this.focused('.search-view');
    return box;
  }

  /** Gives the keyboard to the Output panel. */
  async focusOutput(): Promise<void> {
    await this.command('Output: Focus on Output View');
    await this.focused('.part.panel');
  }

  /** Opens a file of the project and gives its find box the keyboard. */
  async focusFindBox(file: string): Promise<void> {
    await this.openFile(file);
    await this.page.keyboard.press('Control+F');
    await this.focused('.find-widget');
  }

  /** Gives the keyboard to the text of the editor that is open. */
  async focusEditor(): Promise<void> {
    await this.page.locator('.editor-instance .monaco-editor .view-lines').first().click();
    await this.focused('.monaco-editor');
  }

  /** Opens a file of the project through the Explorer. */
  async openFile(file: string): Promise<void> {
    await this.focusExplorer();
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: file }).first().dblclick();
    await this.tab(file).waitFor();
  }

  /** Closes an editor by its tab. */
  async closeTab(label: string): Promise<void> {
    await this.tab(label).click();
    await this.command('View: Close Editor');
    await this.tab(label).waitFor({ state: 'detached' });
  }

  /** The lines of the Output panel. */
  outputLine(text: string | RegExp): Locator {
    return this.page.locator('.output-view .view-line', { hasText: text }).first();
  }

  /** Waits until the keyboard's focus is inside what the selector names. */
  async focused(selector: string): Promise<void> {
    await this.page.waitForFunction(
      (inside) => document.activeElement !== null && document.activeElement.closest(inside) !== null,
      selector,
    );
  }

  /** Loads the window again, as "Developer: Reload Window" does; its extension host is ended and a new one started. */
  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'commit' });
    await this.loaded();
  }

  /** Takes a picture of the window. */
  async screenshot(name: string): Promise<void> {
    if (!this.shots) return;
    mkdirSync(this.shots, { recursive: true });
    await this.page.screenshot({ path: join(this.shots, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => {});
    await this.ownBrowser?.close();
  }
}
