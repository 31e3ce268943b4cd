import * as vscode from 'vscode';
import { entryOf, heldBack, isSeen, isUndecided, waitingCount } from '../core/queueState';
import type { Entry } from '../core/queueState';
import { whyInReview } from '../core/inReview';
import { nativeText } from '../core/nativeText';
import type { PageDecision } from '../protocol/page';
import type { FileView } from '../protocol/views';
import { CommandGate } from '../window/commandGate';
import type { Drafts } from '../window/drafts';
import type { PlanHistory } from '../window/planHistory';
import type { ReviewWindow } from '../window/reviewWindow';
import type { EditDiffs } from './editDiffs';
import { commands } from './ids';
import type { CommandId } from './ids';
import type { PlanDocuments } from './planDocuments';
import { showPlanHistory } from './planHistoryPick';
import type { ReviewPanel } from './reviewPanel';
import type { SetUpCommands } from './setUpCommands';
import { readSettings } from './settings';
import { whyToWait } from './unsavedEdits';
import { agentName, subjectName } from './words';

/** What the commands work on. */
export interface CommandContext {
  readonly review: ReviewWindow;
  readonly panel: ReviewPanel;
  readonly drafts: Drafts;
  readonly documents: PlanDocuments;
  readonly diffs: EditDiffs;
  readonly history: PlanHistory;
  /** Loads what is needed when agents are set up or looked at. */
  readonly setUp: () => Promise<SetUpCommands>;
  readonly log: vscode.LogOutputChannel;
}

/** The context of commands that decide. */
interface Deciding extends CommandContext {
  readonly gate: CommandGate;
}

const tooEarly = 'That came too early to be meant for what is shown now, so it did nothing.';

/** Commands after which an agent may go on. */
const lettingGo: readonly string[] = [commands.approve, commands.deny, commands.answerInTerminal, commands.pause];

/** Registers the commands. None takes an argument: nothing outside a person's act may decide through them. */
export function registerCommands(shared: CommandContext): vscode.Disposable {
  const { review, log } = shared;
  const gate = new CommandGate(() => readSettings().settleTime);
  const listening = review.onDidChange(({ state }) => gate.told(state, performance.now()));
  const context: Deciding = { ...shared, gate };
  const actions: Record<CommandId, () => unknown> = {
    [commands.approve]: () => approve(context),
    [commands.deny]: () => deny(context),
    [commands.denyWithFeedback]: () => denyWithFeedback(context),
    [commands.undoApproval]: () => undoApproval(context),
    [commands.answerInTerminal]: () => handBack(context),
    [commands.next]: () => context.review.take({ type: 'go', to: 'next' }),
    [commands.previous]: () => context.review.take({ type: 'go', to: 'previous' }),
    [commands.showReview]: () => context.panel.show(true),
    [commands.pause]: () => context.review.take({ type: 'pause' }),
    [commands.resume]: () => context.review.take({ type: 'resume' }),
    [commands.showLog]: () => context.log.show(),
    [commands.openPlan]: () => openPlan(context),
    [commands.planHistory]: () => showPlanHistory(context.history),
    [commands.openDiff]: () => openDiff(context),
    [commands.editProposal]: () => editProposal(context),
    [commands.setUp]: () => context.setUp().then((found) => found.setUp()),
    [commands.removeAll]: () => context.setUp().then((found) => found.removeAll()),
    [commands.doctor]: () => context.setUp().then((found) => found.doctor()),
  };
  const registered = Object.entries(actions).map(([id, action]) =>
    vscode.commands.registerCommand(id, (...given: readonly unknown[]) => {
      // The palette and keys give no argument. A variable in a task or a launch configuration, `${command:...}`, always gives one, and
      // such a file can be anybody's.
      if (given.length === 0 || !lettingGo.includes(id)) return action();
      log.warn(`commands: ${id} did nothing, since it was not a person who ran it`);
      return undefined;
    }),
  );
  return vscode.Disposable.from(listening, ...registered);
}

/**
 * The request under review if it waits, or its approval is held back; else the review is shown at one that waits, and nothing is decided.
 */
function openFront({ review, panel }: CommandContext): Entry | undefined {
  const front = entryOf(review.state, review.state.front);
  if (front && isUndecided(front.status)) return front;
  if (waitingCount(review.state) === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No permission request waits for you.'));
    return undefined;
  }
  review.take({ type: 'go', to: 'next' });
  panel.show(true);
  return undefined;
}

/** The same for a command that decides at once. One that came too early decides nothing. */
function decidedFront(context: Deciding, command: CommandId): Entry | undefined {
  const { review, gate } = context;
  const counts = gate.run(command, command === commands.approve, review.state, performance.now());
  const front = openFront(context);
  if (!front || counts) return front;
  // A key that is held comes here again and again: the keyboard stays where it is.
  sendToReview(context, front, tooEarly, false);
  return undefined;
}

/** Nothing was decided: the review is shown, and says why. */
function sendToReview({ review, panel }: CommandContext, entry: Entry, reason: string, focus = true): void {
  panel.show(focus);
  review.take({ type: 'refuse', id: entry.request.id, reason });
}

async function openPlan({ review, documents }: CommandContext): Promise<void> {
  const front = entryOf(review.state, review.state.front);
  if (front?.request.subject.type === 'plan') await documents.open(front.request.id);
  else void vscode.window.showInformationMessage(vscode.l10n.t('The request under review is not a plan.'));
}

/** The files of the request under review, if it is an edit; else that is said. */
function frontFiles({
  review,
}: CommandContext): { readonly id: string; readonly files: readonly FileView[] } | undefined {
  const { front } = review.state;
  const subject = front === undefined ? undefined : review.viewOf(front)?.subject;
  if (front !== undefined && subject?.type === 'edit') return { id: front, files: subject.files };
  void vscode.window.showInformationMessage(vscode.l10n.t('The request under review is not an edit.'));
  return undefined;
}

async function openDiff(context: CommandContext): Promise<void> {
  const front = frontFiles(context);
  if (front) await context.diffs.open(front.id, { edit: false }, context.panel.column);
}

async function editProposal(context: CommandContext): Promise<void> {
  const front = frontFiles(context);
  if (!front) return;
  const file = front.files.length > 1 ? await pickFile(front.files) : front.files[0];
  if (file) await context.diffs.open(front.id, { file: file.absolutePath, edit: true }, context.panel.column);
}

async function pickFile(files: readonly FileView[]): Promise<FileView | undefined> {
  const items = files.map((file) => ({
    file,
    label: nativeText(file.path, 200, 'exact'),
    description: `+${file.added} -${file.removed}`,
  }));
  const title = vscode.l10n.t('File to edit before it is approved');
  return (await vscode.window.showQuickPick(items, { title }))?.file;
}

async function approve(context: Deciding): Promise<void> {
  const front = decidedFront(context, commands.approve);
  if (!front) return;
  // What is dangerous is approved in the review only; the queue refuses it here and says so there.
  if (front.risk === 'dangerous' && front.status.type === 'open') context.panel.show(true);
  if (!isSeen(front)) context.panel.show(true);
  else await decide(context, front, { type: 'approve', ...leftOut(context, front) });
}

/** Takes back all approvals that are held back: the requests wait again. */
function undoApproval({ review }: CommandContext): void {
  const held = heldBack(review.state);
  for (const { id } of held) review.take({ type: 'undo', id });
  if (held.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t('No approval is held back.'));
}

/** What the person has left out in the panel is left out here too. */
function leftOut({ review }: CommandContext, front: Entry): { readonly left?: string[] } {
  const view = review.viewOf(front.request.id);
  if (view?.review?.type !== 'edit' || view.subject.type !== 'edit') return {};
  const shown = new Set(view.subject.files.flatMap((file) => file.hunks.map((hunk) => hunk.id)));
  const left = view.review.left.filter((id) => shown.has(id));
  return left.length > 0 ? { left } : {};
}

async function deny(context: Deciding): Promise<void> {
  const front = decidedFront(context, commands.deny);
  if (front) await decide(context, front, { type: 'deny', feedback: context.drafts.get(front.request.id).text });
}

async function handBack(context: Deciding): Promise<void> {
  const front = decidedFront(context, commands.answerInTerminal);
  if (front) await decide(context, front, { type: 'handBack' });
}

async function denyWithFeedback(context: CommandContext): Promise<void> {
  const front = openFront(context);
  if (!front) return;
  if (!front.request.capabilities.feedback) {
    context.panel.show(true);
    return;
  }
  const inReview = whyNotHere(context, front, 'deny');
  if (inReview !== undefined) {
    sendToReview(context, front, inReview);
    return;
  }
  // Who begins to write a denial does not mean the approval any more.
  context.review.take({ type: 'undo', id: front.request.id });
  const feedback = await askFeedback(context, front);
  if (feedback !== undefined) await decide(context, front, { type: 'deny', feedback });
}

/** Asks for the feedback; what is typed is kept as the request's draft, so that closing the box loses nothing. */
function askFeedback({ drafts }: CommandContext, front: Entry): Promise<string | undefined> {
  const { id } = front.request;
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('Deny with feedback: {0}', subjectName(front.request));
  box.prompt = vscode.l10n.t('The text goes to {0}. Enter denies.', agentName(front.request));
  box.value = drafts.get(id).text;
  box.ignoreFocusOut = true;
  return new Promise((resolve) => {
    box.onDidChangeValue((value) => drafts.change(id, { text: value }));
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

/** Why a command does not decide, in a sentence. An approval that is held back it always sends or stops. */
function whyNotHere({ review }: CommandContext, { request }: Entry, type: PageDecision['type']): string | undefined {
  const view = review.viewOf(request.id);
  return view?.status.type === 'open' ? whyInReview(view, type) : undefined;
}

async function decide(context: CommandContext, entry: Entry, decision: PageDecision): Promise<void> {
  const { review, panel, documents } = context;
  const { id } = entry.request;
  const reason = whyToWait(id, decision, documents);
  if (reason !== undefined) {
    void vscode.window.showWarningMessage(reason);
    return;
  }
  const inReview = whyNotHere(context, entry, decision.type);
  if (inReview !== undefined) {
    sendToReview(context, entry, inReview);
    return;
  }
  await review.decide(id, entry.hash, decision, 'palette');
  const now = entryOf(review.state, id);
  if (now?.status.type === 'open') panel.show(true); // Refused: the page says why.
}
