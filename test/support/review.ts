import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench';

/** The review page inside its webview, driven by what a person (or a screen reader) sees. */
export class Review {
  constructor(private readonly workbench: Workbench) {}

  /** The page's document. */
  get page(): FrameLocator {
    return this.workbench.webview();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** The box whose text goes to the model on a deny. */
  get feedback(): Locator {
    return this.page.getByRole('textbox', { name: 'Feedback to the agent' });
  }

  /** Waits until this text is shown and the page takes decisions about it. */
  async waitForRequest(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
    await this.settled();
  }

  /** Waits until the time is over in which decisions are ignored, because the request has only just come to the front. */
  async settled(): Promise<void> {
    await this.page.locator('.bar:not(.settling)').waitFor();
  }

  /** Presses a button of the decision as soon as its presses count, also after a change to what is shown. */
  async press(name: string | RegExp): Promise<void> {
    await this.settled();
    await this.button(name).click();
  }

  /** Waits until an approval was taken back, and the request can be decided anew. */
  async undone(): Promise<void> {
    await this.button('Undo').waitFor({ state: 'hidden' });
    await this.settled();
  }

  /** Waits for an outcome's words in the place of the buttons, e.g. "Approved". */
  async waitForOutcome(text: string | RegExp): Promise<void> {
    await this.page.getByRole('contentinfo', { name: 'Decision' }).filter({ hasText: text }).waitFor();
  }

  /** Approves as the button asks for it: by a press, or, where that is dangerous, by holding it. */
  async approve(): Promise<void> {
    const hold = this.button('Hold to approve');
    await this.button('Approve').or(hold).waitFor();
    if (await hold.isVisible()) await this.hold();
    else await this.press('Approve');
  }

  /** Holds the button of a dangerous request until the page has taken it as meant. */
  async hold(): Promise<void> {
    await this.settled();
    const { mouse } = this.workbench.page;
    // With reduced motion the seconds stand there too.
    const held = this.button(/^(Hold to approve|Keep holding)/);
    await held.hover();
    await mouse.down();
    await held.waitFor({ state: 'detached' });
    await mouse.up();
  }

  /** Denies; with feedback if there is any. */
  async deny(feedback?: string): Promise<void> {
    if (feedback === undefined) return this.press('Deny');
    await this.feedback.fill(feedback);
    await this.press('Deny with feedback');
  }

  /** Leaves the answer to the agent's own prompt. */
  async answerInTerminal(): Promise<void> {
    await this.press('Answer in terminal');
  }

  /** Goes on by the button that an outcome offers, else by the header's. */
  async next(): Promise<void> {
    await this.button('Next request').last().click();
  }

  async previous(): Promise<void> {
    await this.button('Previous request').click();
  }

  /** Gives the page the keyboard without pressing anything in it. */
  async focus(): Promise<void> {
    await this.page.getByRole('main').click({ position: { x: 3, y: 3 } });
  }
}
