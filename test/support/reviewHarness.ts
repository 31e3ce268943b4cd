import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import type { FromPage, QueueView, ToPage } from '../../src/protocol/page';
import type { RequestView } from '../../src/protocol/views';
import { launchChromium } from './chromium';
import { bodyClasses, serveReview, type Theme } from './reviewServer';
import { patience } from './until';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What VS Code puts into a webview, and the way to real frames while a test has stopped the page's time. As text: compiled functions would
 * bring helpers along that the page does not have.
 */
const standIn = `
globalThis.countersignFrame = ((frame, timeout) => () => new Promise((resolve) => frame(() => timeout(resolve))))(
  requestAnimationFrame.bind(globalThis), setTimeout.bind(globalThis));
if (location.protocol === 'http:' && !location.search.includes('keep')) sessionStorage.removeItem('state');
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => void countersignSaid(structuredClone(message)),
  getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
});
document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
});
`;

export interface PageOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** 0 unless told: most tests are not about waiting. */
  readonly settleMs?: number;
  readonly queue?: Partial<QueueView>;
  /** Keeps what the page before it gave VS Code to keep. */
  readonly keep?: boolean;
}

/** Serves the built page over loopback under its real policy, with a stand-in for VS Code's side of the webview. */
export class ReviewHarness {
  private readonly free: ReviewPage[] = [];

  private constructor(
    readonly browser: Browser,
    private readonly server: Server,
    private readonly origin: string,
  ) {}

  static async start(): Promise<ReviewHarness> {
    const { server, origin } = await serveReview();
    return new ReviewHarness(await launchChromium(), server, origin);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A page with nothing on it yet. One that was closed is loaded anew: much quicker than another one. */
  async open(options: PageOptions = {}): Promise<ReviewPage> {
    const review = this.free.pop() ?? (await this.create());
    await review.load(options);
    return review;
  }

  private async create(): Promise<ReviewPage> {
    const context = await this.browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
    context.setDefaultTimeout(patience);
    const review = new ReviewPage(await context.newPage(), this.origin, () => this.free.push(review));
    await review.prepare();
    return review;
  }
}

/** One open page: what it said, and what is said to it. */
export class ReviewPage {
  /** Requests that left for anywhere but the harness, refused loads, and errors. */
  readonly problems: string[] = [];
  private readonly said: FromPage[] = [];
  private time: 'real' | 'runs' | 'stopped' = 'real';

  constructor(
    readonly page: Page,
    private readonly origin: string,
    private readonly closed: () => void,
  ) {}

  /** Puts the stand-in in place and begins to watch. */
  async prepare(): Promise<void> {
    const { page } = this;
    page.on('pageerror', (error) => this.problems.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(this.origin)) this.problems.push(`request: ${request.url()}`);
    });
    page.on('popup', () => this.problems.push('popup'));
    await page.exposeFunction('countersignSaid', (message: FromPage) => this.said.push(message));
    await page.addInitScript({ content: standIn });
  }

  async load(options: PageOptions): Promise<void> {
    const { page } = this;
    this.problems.length = 0;
    this.said.length = 0;
    await page.setViewportSize({ width: options.width ?? 1200, height: options.height ?? 900 });
    await page.goto(`${this.origin}/?theme=${options.theme ?? 'dark'}${options.keep ? '&keep' : ''}`);
    await this.waitFor((message) => message.type === 'ready');
    await this.queue({ settleMs: options.settleMs ?? 0, ...options.queue });
  }

  /** Says something to the page, as the extension would, and waits until the page has heard it. */
  async tell(message: ToPage): Promise<void> {
    await this.page.evaluate((data) => {
      // The page listens for longer, so it hears it before.
      const heard = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
      window.postMessage(data, '*');
      return heard.then(() => undefined);
    }, message);
  }

  async queue(queue: Partial<QueueView> = {}): Promise<void> {
    const whole = { position: 1, total: 1, waiting: 1, paused: false, settleMs: 0, ...queue };
    await this.tell({ type: 'queue', queue: whole });
  }

  /** Shows a request and waits until the page takes decisions about it, or has at least painted it. */
  async show(request: RequestView | null): Promise<void> {
    await this.tell({ type: 'request', request });
    if (!request) return;
    await this.waitFor(
      (message) => message.type === 'shown' && message.id === request.id && message.hash === request.hash,
    );
    if (request.status.type === 'open') await this.settled();
  }

  /** Waits until the time is over in which decisions are ignored, because what is shown has only just come to the front. */
  async settled(): Promise<void> {
    await this.page.locator('.bar:not(.settling)').waitFor();
  }

  /** What the page has said, of one type, once all that was under way has arrived. */
  async messages<T extends FromPage['type']>(type: T): Promise<readonly Extract<FromPage, { type: T }>[]> {
    await this.rest();
    return this.said.filter((message): message is Extract<FromPage, { type: T }> => message.type === type);
  }

  /** Waits for a message, of those before too. */
  async waitFor(matches: (message: FromPage) => boolean, timeout = patience): Promise<FromPage> {
    for (const end = Date.now() + timeout; Date.now() < end; await this.page.waitForTimeout(10)) {
      const found = this.said.find(matches);
      if (found) return found;
    }
    throw new Error(
      `The page did not say it. It said: ${JSON.stringify(this.said)} Problems: ${this.problems.join('; ')}`,
    );
  }

  /**
   * Lets everything that is under way reach the page and come back: effects of what was drawn, which may draw again, and messages, which
   * come in order before what is asked after them. Does not wait for timers that have a time: see `stopTime`.
   */
  async rest(): Promise<void> {
    await this.framed(3);
  }

  /** Makes the page's time one that can be stopped. To be called before anything is shown whose time matters. */
  async takeTime(): Promise<void> {
    if (this.time !== 'real') return;
    await this.page.clock.install();
    this.time = 'runs';
  }

  /** From now on, time passes on the page only by `pass`; no frame is told to it meanwhile. Needs `takeTime` before. */
  async stopTime(): Promise<void> {
    const { page } = this;
    // Time jumps to there, and it has to lie ahead when the page hears of it.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
    this.time = 'stopped';
  }

  /** Lets so much of the stopped time pass. */
  pass(milliseconds: number): Promise<void> {
    return this.page.clock.runFor(milliseconds);
  }

  /** Lets stopped time go on by itself. */
  async resumeTime(): Promise<void> {
    if (this.time !== 'stopped') return;
    await this.page.clock.resume();
    this.time = 'runs';
  }

  /** What a person reads there; all of the request unless told. */
  async read(place: Locator = this.main): Promise<string> {
    await this.framed();
    return place.innerText();
  }

  /** What a person reads in each of the places. */
  async readAll(places: Locator): Promise<string[]> {
    await this.framed();
    return places.allInnerTexts();
  }

  /** Rows that have just been drawn have no text until a frame has laid them out: those out of view are not laid out at all. */
  private async framed(times = 1): Promise<void> {
    await this.page.evaluate(
      async ([frames, stopped]) => {
        const { countersignFrame } = globalThis as unknown as { readonly countersignFrame: () => Promise<void> };
        for (let i = 0; i < frames; i += 1) {
          if (stopped) await countersignFrame();
          else await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        }
      },
      [times, this.time === 'stopped'] as const,
    );
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get remark(): Locator {
    return this.page.getByRole('textbox', { name: 'Feedback to the agent' });
  }

  get main(): Locator {
    return this.page.getByRole('main');
  }

  /** Puts on another theme, as VS Code does when the person chooses one. */
  async dress(theme: Theme): Promise<void> {
    await this.page.evaluate(
      async ([href = '', bodyClass = '']) => {
        const link = document.querySelector<HTMLLinkElement>('link[href*="/themes/"]');
        if (!link) throw new Error('The page has no theme.');
        if (link.href === href) return;
        const loaded = new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
        link.href = href;
        await loaded;
        document.body.className = bodyClass;
      },
      [`${this.origin}/themes/${theme}.css`, bodyClasses[theme]],
    );
  }

  /** A picture in `test/out/page`, for people to look at; taken only if COUNTERSIGN_PICTURES is set, since it takes its time. */
  async picture(name: string): Promise<void> {
    if (!process.env['COUNTERSIGN_PICTURES']) return;
    const folder = join(root, 'test/out/page');
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  /** Lets go of all keys, lets the time go on, and gives the page back. */
  async close(): Promise<void> {
    for (const key of ['Control', 'Shift', 'Alt', 'Meta', 'Enter', 'Space']) await this.page.keyboard.up(key);
    await this.page.mouse.up();
    await this.page.mouse.move(0, 0);
    await this.resumeTime();
    // Or the next one's time would be ahead of the test's.
    if (this.time !== 'real') await this.page.clock.setSystemTime(Date.now());
    await this.page.goto('about:blank');
    this.closed();
  }
}
