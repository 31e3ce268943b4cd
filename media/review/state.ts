import type { PageDecision, Preferences, QueueView, ToPage, FoundFile } from '../../src/protocol/page';
import type { QuestionAnswer } from '../../src/protocol/question';
import type { TouchView } from '../../src/protocol/command';
import type { RequestView } from '../../src/protocol/views';
import { commandsTold, commandsTyped, type CommandEvent } from './command/commandState';
import type { ButtonAct, DecisionButton } from './decisionButton';
import { approvable } from './parts';
import type { Intent } from './presses';
import { keyOf } from './seen';
import {
  compose,
  forget,
  withOwn,
  type Own,
  type CommentEvent,
  type Unfinished,
  type Written,
} from './comments/commentState';
import {
  initialPreferences,
  marksAfter,
  marksOf,
  withContext,
  type Context,
  type EditEvent,
  type Marks,
} from './edit/editState';

/** What a decision button did, on its way to the extension. Until that answers, nothing more can be decided. */
export interface Posted {
  readonly id: string;
  readonly hash: string;
  readonly act: ButtonAct;
}

/** All that the page knows. Replaced as a whole, never changed. */
export interface State {
  readonly queue: QueueView;
  /** `undefined` until the extension has told, `null` if nothing is shown. */
  readonly request: RequestView | null | undefined;
  /** What was typed on this page, by request. It wins over `RequestView.draft`, which may be older. */
  readonly drafts: ReadonlyMap<string, string>;
  readonly posted: Posted | null;
  /** Why the last decision about the shown request was not taken. */
  readonly refusal: string | null;
  /** The shown request's text was replaced while it was being read. */
  readonly changed: boolean;
  /** The front (see `frontOf`) whose settle time is over. */
  readonly settled: string | null;
  /** How often the settle time has started again for the front. */
  readonly restarts: number;
  /** What a button that asks for more than a press is being told. */
  readonly intent: Intent | null;
  /** The texts (see `keyOf`) whose end was seen. They stay. */
  readonly seen: ReadonlySet<string>;
  /** The furthest line of the shown text that was in view. */
  readonly furthest: { readonly key: string; readonly line: number } | null;
  /** Changes of comments made on this page that may not have arrived yet, by request. */
  readonly own: ReadonlyMap<string, Own>;
  /** Comments that are being written, by request. */
  readonly unfinished: ReadonlyMap<string, readonly Unfinished[]>;
  /** Messages that were changed by hand, by request. */
  readonly written: ReadonlyMap<string, Written>;
  /** What the page sent along with a decision, by request. */
  readonly answered: ReadonlyMap<string, PageDecision>;
  /** Those of the paths in the shown plan that are files; for images with where to load them from. */
  readonly files: ReadonlyMap<string, FoundFile>;
  /** What was marked on this page in edits, by request. It wins over what the extension tells. */
  readonly marks: ReadonlyMap<string, Marks>;
  /** What was answered on this page to questions, by request. It wins over what the extension tells. */
  readonly answers: ReadonlyMap<string, readonly QuestionAnswer[]>;
  /** Lines of the files of the shown edit that no hunk shows. */
  readonly context: Context;
  readonly preferences: Preferences;
  /** Commands as the person typed them, by request, until they are shown so. */
  readonly commands: ReadonlyMap<string, string>;
  /** What the shown command would touch: null while that is looked up, `undefined` until it was told. */
  readonly touch: TouchView | null | undefined;
}

export type Event =
  | CommentEvent
  | EditEvent
  | CommandEvent
  | { readonly type: 'told'; readonly message: ToPage }
  | { readonly type: 'typed'; readonly id: string; readonly text: string }
  | { readonly type: 'answers'; readonly id: string; readonly answers: readonly QuestionAnswer[] }
  | { readonly type: 'posted'; readonly posted: Posted; readonly answer: PageDecision | null }
  | { readonly type: 'settled'; readonly front: string | null }
  | { readonly type: 'settling' }
  | { readonly type: 'intends'; readonly intent: Intent | null }
  | { readonly type: 'sawLine'; readonly line: number }
  | { readonly type: 'sawEnd' };

/** Settle time until the extension has told its own. */
const defaultSettleMs = 500;

export const initialState: State = {
  queue: { position: 0, total: 0, waiting: 0, paused: false, settleMs: defaultSettleMs },
  request: undefined,
  drafts: new Map(),
  posted: null,
  refusal: null,
  changed: false,
  settled: null,
  restarts: 0,
  intent: null,
  seen: new Set(),
  furthest: null,
  own: new Map(),
  unfinished: new Map(),
  written: new Map(),
  answered: new Map(),
  files: new Map(),
  marks: new Map(),
  answers: new Map(),
  context: new Map(),
  preferences: initialPreferences,
  commands: new Map(),
  touch: undefined,
};

/** What is in front of the person as far as decisions go: it changes with the request, with its text, and when it opens again. */
export function frontOf(state: State): string | null {
  const type = state.request?.status.type;
  return type === 'open' || type === 'heldBack' ? `${type}\n${keyOf(state)}` : null;
}

/** The text in the feedback box of the shown request. */
export function draftOf(state: State): string {
  const { request } = state;
  return request ? (state.drafts.get(request.id) ?? request.draft) : '';
}

/** Whether a decision button would do something now. */
export function canDecide(state: State, { act, addition, identical }: DecisionButton): boolean {
  const { request } = state;
  const heldBack = act === 'undo' || act === 'sendNow';
  if (request?.status.type !== (heldBack ? 'heldBack' : 'open') || state.posted !== null) return false;
  if (addition !== undefined && !request.abilities.additions.some((one) => one.id === addition)) return false;
  // Each of several dangerous calls is looked at by itself.
  if (identical !== undefined && (request.risk === 'dangerous' || request.identical.length === 0)) return false;
  if (act === 'approve') return approvable(state).possible;
  if (act === 'deny') return request.abilities.deny.possible;
  return true;
}

/** The state after an event. */
export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'told':
      return told(state, event.message);
    case 'typed':
      return forget({ ...state, drafts: new Map(state.drafts).set(event.id, event.text) }, event.id);
    case 'answers':
      return { ...state, answers: new Map(state.answers).set(event.id, event.answers) };
    case 'posted': {
      const { posted, answer } = event;
      const answered = answer ? new Map(state.answered).set(posted.id, answer) : state.answered;
      return { ...state, posted, refusal: null, answered };
    }
    case 'settled':
      return { ...state, settled: event.front };
    case 'settling':
      return { ...state, restarts: state.restarts + 1 };
    case 'intends':
      return { ...state, intent: event.intent };
    case 'sawLine': {
      const key = keyOf(state);
      if (key === null || (state.furthest?.key === key && state.furthest.line >= event.line)) return state;
      return { ...state, furthest: { key, line: event.line } };
    }
    case 'sawEnd': {
      const key = keyOf(state);
      return key === null || state.seen.has(key) ? state : { ...state, seen: new Set(state.seen).add(key) };
    }
    case 'marked':
      return {
        // The message says which hunks are left out.
        ...(event.marks.left === marksOf(state).left ? state : forget(state, event.id)),
        marks: new Map(state.marks).set(event.id, event.marks),
      };
    case 'commandTyped':
      return { ...state, commands: commandsTyped(state.commands, event) };
    case 'preferred':
      return { ...state, preferences: event.preferences };
    default:
      return compose(state, event);
  }
}

function told(state: State, message: ToPage): State {
  switch (message.type) {
    case 'queue':
      return { ...state, queue: message.queue };
    case 'request':
      return withRequest(state, message.request);
    case 'status': {
      if (!state.request || state.request.id !== message.id) return state;
      const request = { ...state.request, status: message.status };
      return { ...state, request, posted: null, settled: message.status.type === 'open' ? state.settled : null };
    }
    case 'refused':
      if (state.request?.id !== message.id) return state;
      return { ...state, posted: null, refusal: message.reason };
    case 'visible':
      return state;
    case 'touch':
      return state.request?.id === message.id ? { ...state, touch: message.touch } : state;
    case 'review': {
      if (state.request?.id !== message.id) return state;
      return { ...state, request: withOwn({ ...state.request, review: message.review }, state.own) };
    }
    case 'preferences':
      return { ...state, preferences: message.preferences };
    case 'context':
      return state.request?.id === message.id ? withContext(state, message.file, message.from, message.lines) : state;
    case 'paths': {
      if (state.request?.id !== message.id) return state;
      return { ...state, files: new Map([...state.files, ...message.files.map((file) => [file.path, file] as const)]) };
    }
  }
}

function withRequest(state: State, view: RequestView | null): State {
  const before = state.request;
  const request = view && withOwn(view, state.own);
  if (!request || !before || before.id !== request.id) {
    return {
      ...state,
      request,
      posted: null,
      refusal: null,
      changed: false,
      settled: null,
      files: new Map(),
      context: new Map(),
      touch: undefined,
    };
  }
  const same = before.hash === request.hash;
  const wasOpen = before.status.type === 'open' && request.status.type === 'open';
  return {
    ...state,
    // The hash covers what is shown; keeping the old object keeps what is already drawn.
    request: same ? { ...request, subject: before.subject, notes: before.notes } : request,
    posted: same && wasOpen ? state.posted : null,
    refusal: same ? state.refusal : null,
    // What the person changed is no news to them.
    changed: state.changed || (before.basis !== request.basis && wasOpen),
    commands: commandsTold(state.commands, before, request),
    // What another text would touch is no answer.
    touch: same || state.touch === undefined ? state.touch : null,
    marks: same ? state.marks : marksAfter(state, before, request),
    // The same files on disk have the same lines.
    context: before.basis === request.basis ? state.context : new Map(),
    settled: same && wasOpen ? state.settled : null,
  };
}
