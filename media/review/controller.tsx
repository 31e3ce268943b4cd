import { render } from 'preact';
import type { QuestionAnswer } from '../../src/protocol/question';
import type { FromPage, ToPage } from '../../src/protocol/page';
import type { Actions } from './actions';
import { decisionOf } from './answer';
import { App } from './app';
import { CommandEdits } from './command/commandState';
import { Drawing, scrollBack } from './chunked';
import { DraftSaver } from './drafts';
import { Gate } from './gate';
import { listenForInput, type DecisionType } from './input';
import { leaveBox } from './comments/box';
import { CommentSaver, UnfinishedKeeper } from './comments/keeping';
import { commentsOf, type CommentEvent } from './comments/commentState';
import { marksOf } from './edit/editState';
import { loadPainting } from './edit/lazyPainting';
import { loadPlanParts } from './plan/lazyPlan';
import { canDecide, frontOf, initialState, reduce, shownKey, type Event, type State } from './state';
import type { VsCodeApi } from './vscodeApi';

/** Holds the state, draws it, and talks with the extension. */
export class Controller {
  private state: State = initialState;
  private visible = true;
  private shown: string | null = null;
  private painting = 0;
  private settleTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly drawing = new Drawing(() => this.afterPaint());
  private readonly gate = new Gate(() => this.state.queue.settleMs);
  private readonly drafts = new DraftSaver<string>((id, text) => this.api.postMessage({ type: 'draft', id, text }));
  private readonly answers = new DraftSaver<readonly QuestionAnswer[]>((id, answers) =>
    this.api.postMessage({ type: 'answers', id, answers: [...answers] }),
  );
  private readonly comments = new CommentSaver(
    (id, comments) => this.api.postMessage({ type: 'comments', id, comments: [...comments] }),
    (id, arrivesIn) => {
      const own = this.state.own.get(id) ?? new Map();
      setTimeout(() => this.dispatch({ type: 'arrived', id, own }), arrivesIn);
    },
  );
  private readonly commands = new CommandEdits({
    id: () => this.state.request?.id,
    say: (message) => this.api.postMessage(message),
    dispatch: (event) => this.dispatch(event),
  });
  private readonly keeper: UnfinishedKeeper;
  private readonly actions: Actions = {
    ...this.commands.actions,
    typed: (id, text) => {
      this.dispatch({ type: 'typed', id, text });
      this.drafts.typed(id, text);
    },
    answer: (id, answers) => {
      this.dispatch({ type: 'answers', id, answers });
      this.answers.typed(id, answers);
    },
    saveDraft: () => this.save(),
    applySuggestion: (comment) => this.apply(comment),
    comment: (comment) => this.onPlan((id) => ({ type: 'changed', id, comment })),
    uncomment: (commentId) => this.onPlan((id) => ({ type: 'removed', id, commentId })),
    saveComments: () => this.save(),
    compose: (unfinished) => this.onPlan((id) => ({ type: 'composing', id, unfinished })),
    write: (written) => this.onPlan((id) => ({ type: 'wrote', id, written })),
    openPlan: (as) => this.post((id) => ({ type: 'openPlan', id, as })),
    discardEdit: (file) => this.post((id) => ({ type: 'discardEdit', id, ...(file === undefined ? {} : { file }) })),
    mark: (marks) => this.state.request && this.dispatch({ type: 'marked', id: this.state.request.id, marks }),
    openDiff: (edit, file) =>
      this.post((id) => ({ type: 'openDiff', id, edit, ...(file === undefined ? {} : { file }) })),
    findContext: (file, from, to) => this.post((id) => ({ type: 'findContext', id, file, from, to })),
    prefer: (preferences) => {
      this.dispatch({ type: 'preferred', preferences });
      this.api.postMessage({ type: 'prefer', preferences });
    },
    openFile: (path, line) =>
      this.post((id) => ({ type: 'openFile', id, path, ...(line === undefined ? {} : { line }) })),
    findPaths: (paths) => this.post((id) => ({ type: 'findPaths', id, paths: [...paths] })),
    go: (to) => this.go(to),
    copy: (text) => this.api.postMessage({ type: 'copy', text }),
    dismiss: (id) => this.api.postMessage({ type: 'dismiss', id }),
    resume: () => this.api.postMessage({ type: 'resume' }),
    openLink: (url) => this.api.postMessage({ type: 'openLink', url }),
    failed: (error) => this.failed(error),
  };

  constructor(
    private readonly api: VsCodeApi,
    private readonly root: HTMLElement,
  ) {
    this.keeper = new UnfinishedKeeper(api);
    this.state = { ...initialState, ...this.keeper.load() };
  }

  /** Listens to everything and says that the page is there. */
  start(): void {
    listenForInput(window, this.gate, {
      decide: (decision, addition) => this.decide(decision, addition),
      go: (to) => this.go(to),
      leaveBox: (box, finished) => leaveBox(box, finished) || this.mainElement()?.focus(),
    });
    window.addEventListener('message', (event: MessageEvent<ToPage>) => this.told(event.data));
    window.addEventListener('error', (event) => this.failed(event.error ?? event.message));
    window.addEventListener('unhandledrejection', (event) => this.failed(event.reason));
    document.addEventListener('visibilitychange', () => this.sightChanged());
    window.addEventListener('pagehide', () => this.save());
    window.addEventListener('focus', () => this.focusChanged());
    window.addEventListener('blur', () => this.focusChanged());
    this.draw();
    this.api.postMessage({ type: 'ready' });
    this.focusChanged();
    // What the first request may need should be there before it, and must not hold up the page.
    void loadPlanParts().catch(() => undefined);
    void loadPainting().catch(() => undefined);
  }

  private told(message: ToPage): void {
    if (message.type === 'visible') {
      // Told again when only the focus has moved: that must not undo the click that moved it.
      if (message.visible === this.visible) return;
      this.visible = message.visible;
      this.sightChanged();
    }
    this.dispatch({ type: 'told', message });
    // What came was said before our latest changes were heard: they are told again, together with what is new in it.
    const review = message.type === 'review' ? message.review : message.type === 'request' && message.request?.review;
    const now = commentsOf(this.state.request);
    if (review && JSON.stringify(review.comments) !== JSON.stringify(now)) this.saveOwn();
  }

  private dispatch(event: Event): void {
    const before = this.state;
    this.state = reduce(before, event);
    if (this.state === before) return;
    const front = frontOf(this.state);
    const otherRequest = before.request?.id !== this.state.request?.id;
    const otherFront = frontOf(before) !== front;
    if (otherRequest) this.save();
    if (otherFront) this.gate.cameToFront(front);
    const hadFocus = document.activeElement;
    const place = this.mainElement()?.scrollTop ?? 0;
    this.draw();
    if (otherRequest) this.mainElement()?.scrollTo(0, 0);
    else if (shownKey(this.state) !== shownKey(before)) scrollBack(this.mainElement(), place, this.drawing);
    if (otherRequest || otherFront) this.keepFocusOffDecisions(hadFocus, otherRequest);
    if (shownKey(this.state) !== shownKey(before)) this.shown = null;
    if (otherFront || this.shown === null) this.afterPaint();
    if (before.marks !== this.state.marks) this.saveMarks();
    if (before.unfinished !== this.state.unfinished || before.written !== this.state.written) {
      this.keeper.changed(this.state);
    }
  }

  /** Something is done to the comments of the shown plan. */
  private onPlan(event: (id: string) => CommentEvent): void {
    const { request } = this.state;
    if (!request) return;
    this.dispatch(event(request.id));
    this.saveOwn();
  }

  /** The comment goes when it is applied, and not before: what this page knows better about it does not count any more. */
  private apply(comment: string): void {
    const { request, own } = this.state;
    const mine = request && own.get(request.id)?.get(comment);
    this.post((id) => ({ type: 'applySuggestion', id, comment }));
    if (mine) this.dispatch({ type: 'arrived', id: request.id, own: new Map([[comment, mine]]) });
  }

  /** Tells of the comments if this page has changed some that the extension may not know. */
  private saveOwn(): void {
    const { request, own } = this.state;
    if (request && own.get(request.id)?.size) this.comments.changed(request.id, commentsOf(request));
  }

  private saveMarks(): void {
    const { left, viewed } = marksOf(this.state);
    this.post((id) => ({ type: 'marks', id, left: [...left], viewed: [...viewed] }));
  }

  private post(message: (id: string) => FromPage): void {
    const { request } = this.state;
    if (request) this.api.postMessage(message(request.id));
  }

  /** Saves all that was typed without waiting. */
  private save(): void {
    this.drafts.flush();
    this.answers.flush();
    this.commands.flush();
    this.keeper.flush();
  }

  private draw(): void {
    render(<App state={this.state} actions={this.actions} drawing={this.drawing} />, this.root);
  }

  /**
   * The next key must not decide about, or be typed for, a request it was not meant for: focus that was in the bar goes to
   * the text under review. Elsewhere it stays.
   */
  private keepFocusOffDecisions(hadFocus: Element | null, otherRequest: boolean): void {
    const writing = hadFocus?.matches('textarea') ?? false;
    const inBar = hadFocus?.closest('.bar') != null;
    // Unless what was drawn anew has taken it back.
    const lost = hadFocus?.isConnected === false && document.activeElement === document.body;
    if (lost || (inBar && (otherRequest || !writing))) this.mainElement()?.focus({ preventScroll: true });
  }

  private sightChanged(): void {
    if (document.visibilityState === 'hidden') this.save();
    this.gate.restart();
    this.dispatch({ type: 'settled', front: null });
    if (this.inSight()) this.afterPaint();
  }

  private inSight(): boolean {
    return this.visible && document.visibilityState === 'visible';
  }

  /**
   * Two frames later the browser has painted what was drawn. If that was all of it, the request counts as shown from then on
   * and settles; else the end of the drawing leads here again.
   */
  private afterPaint(): void {
    const turn = (this.painting += 1);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (turn !== this.painting || !this.inSight() || !this.drawing.done) return;
        this.gate.painted(performance.now());
        this.reportShown();
        this.settle();
      }),
    );
  }

  private reportShown(): void {
    const { request } = this.state;
    const key = shownKey(this.state);
    if (!request || key === this.shown) return;
    this.shown = key;
    this.api.postMessage({ type: 'shown', id: request.id, hash: request.hash });
  }

  private settle(): void {
    clearTimeout(this.settleTimer);
    const front = frontOf(this.state);
    const wait = this.gate.wait(performance.now());
    if (front === null || wait === Infinity) return;
    if (wait > 0) this.settleTimer = setTimeout(() => this.settle(), Math.ceil(wait));
    else if (this.state.settled !== front) this.dispatch({ type: 'settled', front });
  }

  private decide(type: DecisionType, addition?: string): void {
    const { request } = this.state;
    if (!request || !canDecide(this.state, type, addition)) return;
    this.save();
    const { id, hash } = request;
    const decision = decisionOf(this.state, type, addition);
    this.dispatch({ type: 'posted', posted: { id, hash, decision: type }, answer: decision });
    this.api.postMessage({ type: 'decide', id, hash, decision });
  }

  private go(to: 'next' | 'previous'): void {
    this.save();
    this.api.postMessage({ type: 'go', to });
  }

  private focusChanged(): void {
    const focused = document.hasFocus();
    // Arrow and page keys scroll only what has the focus.
    if (focused && document.activeElement === document.body) this.focusQuietly();
    this.api.postMessage({ type: 'focus', focused });
  }

  private focusQuietly(): void {
    const main = this.mainElement();
    main?.classList.add('by-page');
    main?.addEventListener('blur', () => main.classList.remove('by-page'), { once: true });
    main?.focus({ preventScroll: true });
  }

  private failed(error: unknown): void {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.api.postMessage({ type: 'failed', message });
  }

  private mainElement(): HTMLElement | null {
    return this.root.querySelector('main');
  }
}
