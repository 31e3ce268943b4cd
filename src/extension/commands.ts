import * as vscode from 'vscode';
import { entryOf, isSeen, waitingCount } from '../core/queueState';
import type { Entry } from '../core/queueState';
import type { Decision } from '../core/request';
import type { Drafts } from '../window/drafts';
import type { PlanHistory } from '../window/planHistory';
import type { ReviewWindow } from '../window/reviewWindow';
import { commands } from './ids';
import type { CommandId } from './ids';
import type { PlanDocuments } from './planDocuments';
import { showPlanHistory } from './planHistoryPick';
import type { ReviewPanel } from './reviewPanel';
import { subjectName } from './words';

/** What the commands work on. */
export interface CommandContext {
  readonly review: ReviewWindow;
  readonly panel: ReviewPanel;
  readonly drafts: Drafts;
  readonly documents: PlanDocuments;
  readonly history: PlanHistory;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the commands. None takes an argument: nothing outside a person's act may decide through them. */
export function registerCommands(context: CommandContext): vscode.Disposable {
  const actions: Record<CommandId, () => unknown> = {
    [commands.approve]: () => approve(context),
    [commands.deny]: () => deny(context),
    [commands.denyWithFeedback]: () => denyWithFeedback(context),
    [commands.answerInTerminal]: () => handBack(context),
    [commands.next]: () => context.review.take({ type: 'go', to: 'next' }),
    [commands.previous]: () => context.review.take({ type: 'go', to: 'previous' }),
    [commands.showReview]: () => context.panel.show(true),
    [commands.pause]: () => context.review.take({ type: 'pause' }),
    [commands.resume]: () => context.review.take({ type: 'resume' }),
    [commands.showLog]: () => context.log.show(),
    [commands.openPlan]: () => openPlan(context),
    [commands.planHistory]: () => showPlanHistory(context.history),
  };
  const registered = Object.entries(actions).map(([id, action]) => vscode.commands.registerCommand(id, () => action()));
  return vscode.Disposable.from(...registered);
}

/** The request under review if it waits; else the review is shown at one that does, and nothing is decided. */
function openFront({ review, panel }: CommandContext): Entry | undefined {
  const front = entryOf(review.state, review.state.front);
  if (front?.status.type === 'open') return front;
  if (waitingCount(review.state) === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No permission request waits for you.'));
    return undefined;
  }
  void review.take({ type: 'go', to: 'next' });
  panel.show(true);
  return undefined;
}

async function openPlan({ review, documents }: CommandContext): Promise<void> {
  const front = entryOf(review.state, review.state.front);
  if (front?.request.subject.type === 'plan') await documents.open(front.request.id);
  else void vscode.window.showInformationMessage(vscode.l10n.t('The request under review is not a plan.'));
}

async function approve(context: CommandContext): Promise<void> {
  const front = openFront(context);
  if (!front) return;
  if (isSeen(front)) await decide(context, front, { type: 'approve' });
  else context.panel.show(true);
}

async function deny(context: CommandContext): Promise<void> {
  const front = openFront(context);
  if (front) await decide(context, front, { type: 'deny', feedback: context.drafts.get(front.request.id) });
}

async function handBack(context: CommandContext): Promise<void> {
  const front = openFront(context);
  if (front) await decide(context, front, { type: 'handBack' });
}

async function denyWithFeedback(context: CommandContext): Promise<void> {
  const front = openFront(context);
  if (!front) return;
  if (!front.request.capabilities.feedback) {
    context.panel.show(true);
    return;
  }
  const feedback = await askFeedback(context, front);
  if (feedback !== undefined) await decide(context, front, { type: 'deny', feedback });
}

/** Asks for the feedback; what is typed is kept as the request's draft, so that closing the box loses nothing. */
function askFeedback({ drafts }: CommandContext, front: Entry): Promise<string | undefined> {
  const { id } = front.request;
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('Deny with feedback: {0}', subjectName(front.request));
  box.prompt = vscode.l10n.t('The text goes to {0}. Enter denies.', front.request.agent.name);
  box.value = drafts.get(id);
  box.ignoreFocusOut = true;
  return new Promise((resolve) => {
    box.onDidChangeValue((value) => drafts.set(id, value));
    box.onDidAccept(() => {
      resolve(box.value);
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

async function decide({ review, panel }: CommandContext, entry: Entry, decision: Decision): Promise<void> {
  const { id } = entry.request;
  await review.take({ type: 'decide', id, hash: entry.hash, decision, surface: 'palette' });
  const now = entryOf(review.state, id);
  if (now?.status.type === 'open') panel.show(true); // Refused: the page says why.
}
