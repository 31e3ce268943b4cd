import { render } from 'preact';
import type { QuestionAnswer } from '../../src/protocol/question';
import type { FromPage, ToPage } from '../../src/protocol/page';
import type { Actions } from './actions';
import { decisionOf } from './answer';
import { App } from './app';
import { CommandEdits, isEdited } from './command/commandState';
import { Drawing, scrollBack } from './chunked';
import type { DecisionButton } from './decisionButton';
import { DraftSaver } from './drafts';
import { EndWatcher } from './endWatcher';
import { focusQuietly, keepFocusOffDecisions } from './focus';
import { Gate } from './gate';
import { listenForInput } from './input';
import { leaveBox } from './comments/box';
import { CommentSaver, UnfinishedKeeper } from './comments/keeping';
import { commentsOf, type CommentEvent } from './comments/commentState';
import { marksOf } from './edit/editState';
import { loadPainting } from './edit/lazyPainting';
import { loadPlanParts } from './plan/lazyPlan';
import { Presses } from './presses';
import { keyOf, waitsForEnd } from './seen';
import { Sight } from './sight';
import { canDecide, frontOf, initialState, reduce, type Event, type State } from './state';
import type { VsCodeApi } from './vscodeApi';

/** Holds the state, draws it, and talks with the extension. */
export class Controller {
  private state: State = initialState;
  private readonly drawing = new Drawing(() => this.sight.afterPaint());
  private readonly settleMs = (): number => this.state.queue.settleMs;
  private readonly gate = new Gate(this.settleMs);
  private readonly presses = new Presses(
    this.gate,
    {
      needs: (button) => this.needs(button),
      decide: (button) => this.decide(button),
      intends: (intent) => this.dispatch({ type: 'intends', intent }),
    },
    this.settleMs,
  );
  private readonly sight = new Sight(this.gate, {
    key: () => keyOf(this.state),
    front: () => frontOf(this.state),
    settled: () => this.state.settled,
    drawn: () => this.drawing.done,
    painted: () => this.watchEnd(),
    shown: () => this.shown(),
    settles: (front) => this.dispatch({ type: 'settled', front }),
  });
  private readonly watcher = new EndWatcher(() => this.sight.inSight && this.drawing.done, {
    lines: (line) => this.dispatch({ type: 'sawLine', line }),
    end: () => {
      this.watcher.stop();
      this.dispatch({ type: 'sawEnd' });
    },
  });
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
    edited: () => isEdited(this.state),
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
    listenForInput(window, this.gate, this.presses, {
      heldBack: () => this.state.request?.status.type === 'heldBack',
      settling: () => this.dispatch({ type: 'settling' }),
      go: (to) => this.go(to),
      leaveBox: (box, finished) => leaveBox(box, finished) || this.mainElement()?.focus(),
    });
    window.addEventListener('message', (event: MessageEvent<ToPage>) => this.told(event.data));
    window.addEventListener('error', (event) => this.failed(event.error ?? event.message));
    window.addEventListener('unhandledrejection', (event) => this.failed(event.reason));
    document.addEventListener('visibilitychange', () => this.sightChanged());
    window.addEventListener('pagehide', () => this.save());
    window.addEventListener('focus', () => this.focusChanged());
    window.addEventListener('blur', () => {
      // What is decided from elsewhere is decided on all that was typed.
      this.save();
      this.focusChanged();
    });
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
      if (!this.sight.told(message.visible)) return;
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
    const otherKey = keyOf(this.state) !== keyOf(before);
    if (otherKey) this.watcher.stop();
    if (otherFront) this.gate.cameToFront(front);
    const hadFocus = document.activeElement;
    const place = this.mainElement()?.scrollTop ?? 0;
    this.draw();
    if (otherRequest) this.mainElement()?.scrollTo(0, 0);
    else if (otherKey) scrollBack(this.mainElement(), place, this.drawing);
    if (otherRequest || otherFront) keepFocusOffDecisions(this.mainElement(), hadFocus, otherRequest);
    if (otherKey) this.sight.drewAnew();
    else if (otherFront || !this.sight.reported) this.sight.afterPaint();
    if (otherFront) this.presses.reset();
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

  private sightChanged(): void {
    if (document.visibilityState === 'hidden') this.save();
    this.gate.restart();
    this.presses.reset();
    this.dispatch({ type: 'settled', front: null });
    if (this.sight.inSight) this.sight.afterPaint();
  }

  private shown(): void {
    this.post((id) => ({ type: 'shown', id, hash: this.state.request?.hash ?? '' }));
  }

  /** Only while it matters: it asks the browser where things are. */
  private watchEnd(): void {
    const main = this.mainElement();
    if (main && this.state.request?.status.type === 'open' && waitsForEnd(this.state)) this.watcher.watch(main);
    else this.watcher.stop();
  }

  /** What a button needs before it decides; null if it would do nothing. */
  private needs(button: DecisionButton): 'press' | 'hold' | null {
    if (!canDecide(this.state, button)) return null;
    return button.act === 'approve' && this.state.request?.risk === 'dangerous' ? 'hold' : 'press';
  }

  private decide(button: DecisionButton): void {
    const { request } = this.state;
    if (!request || !canDecide(this.state, button)) return;
    this.save();
    const { id, hash } = request;
    const { act } = button;
    const decision = decisionOf(this.state, button);
    this.dispatch({ type: 'posted', posted: { id, hash, act }, answer: decision });
    if (decision) this.api.postMessage({ type: 'decide', id, hash, decision });
    else if (act === 'undo' || act === 'sendNow') this.api.postMessage({ type: act, id });
  }

  private go(to: 'next' | 'previous'): void {
    this.save();
    this.api.postMessage({ type: 'go', to });
  }

  private focusChanged(): void {
    const focused = document.hasFocus();
    if (focused && document.activeElement === document.body) focusQuietly(this.mainElement());
    this.api.postMessage({ type: 'focus', focused });
  }

  private failed(error: unknown): void {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.api.postMessage({ type: 'failed', message });
  }

  private mainElement(): HTMLElement | null {
    return this.root.querySelector('main');
  }
}
