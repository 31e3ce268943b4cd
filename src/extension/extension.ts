import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { heldBack, waitingCount } from '../core/queueState';
import type { QueueState } from '../core/queueState';
import { windowVariable } from '../protocol/wire';
import { CommandReader } from '../window/command/commandReader';
import { homeOf } from '../window/home';
import { installHookFiles } from '../window/hookFiles';
import { errorText } from '../window/log';
import { OpenWindow } from '../window/openWindow';
import { PlanHistory } from '../window/planHistory';
import { PlanReviews } from '../window/planReviews';
import { noteInstallation } from '../window/setUp/installations';
import { Touches } from '../window/touches';
import { registerCommands } from './commands';
import { EditDiffs } from './editDiffs';
import { EditFiles } from './editFiles';
import { contextKeys, hintKey } from './ids';
import { NativeComments } from './nativeComments';
import { Notifications } from './notifications';
import { hasUnsavedChanges, OpenFiles } from './openFiles';
import { PlanDocuments } from './planDocuments';
import { StoredPreferences } from './preferences';
import { ReviewPanel } from './reviewPanel';
import { concernsUs, readSettings } from './settings';
import type { SetUpCommands } from './setUpCommands';
import { ShownTexts } from './shownTexts';
import { StatusBar } from './statusBar';

declare const COUNTERSIGN_VERSION: string;

/** Installs the hook's files, opens this window's endpoint, and registers the surfaces. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const own = <T extends vscode.Disposable>(one: T): T => {
    context.subscriptions.push(one);
    return one;
  };
  const log = own(vscode.window.createOutputChannel('Countersign', { log: true }));
  const home = homeOf();
  try {
    const built = join(context.extensionPath, 'dist');
    const installHook = (): boolean => installHookFiles(home, built, COUNTERSIGN_VERSION, process.execPath);
    const current = installHook();
    log.info(
      current ? `hook: version ${COUNTERSIGN_VERSION} is installed in ${home.bin}` : 'hook: a newer version stays',
    );
    const terminalId = stableId();
    // Of this workspace, not of the repository; without a workspace plans are kept for all such windows together.
    const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
    const history = new PlanHistory(join(storage, 'plans'), () => readSettings().historyLimit * 1_000_000, log);
    const commands = own(new CommandReader(join(built, 'command.cjs'), log));
    commands.warm();
    const open = own(
      await OpenWindow.open({
        home,
        folders: folderPaths(),
        terminalId,
        adopts: readSettings().adoptUnmatched,
        draftsFolder: join(context.globalStorageUri.fsPath, 'drafts'),
        plans: new PlanReviews(history, readSettings),
        settings: readSettings,
        unsaved: hasUnsavedChanges,
        retractMs: () => readSettings().retractTime,
        readCommand: commands.read,
        log,
      }),
    );
    const { review, drafts } = open;
    const documents = own(new PlanDocuments(review, join(context.globalStorageUri.fsPath, 'edited')));
    own(new EditFiles(review));
    const diffs = own(new EditDiffs(review));
    own(new NativeComments(review));
    own(new OpenFiles(review, (error) => log.error(`open files: ${errorText(error)}`)));
    const touches = own(new Touches(review, () => open.openFolders, log, commands.read));
    const preferences = new StoredPreferences(context.globalState);
    const panel = own(
      new ReviewPanel(context.extensionUri, { review, drafts, touches, documents, diffs, preferences, log }),
    );
    own(new StatusBar(review));
    own(new Notifications(review, panel));
    const texts = own(new ShownTexts());
    const parts = {
      home,
      window: open,
      version: COUNTERSIGN_VERSION,
      texts,
      state: context.globalState,
      installHook,
      built,
    };
    let loaded: Promise<SetUpCommands> | undefined;
    const setUp = (): Promise<SetUpCommands> =>
      (loaded ??= import('./setUpCommands').then((found) => new found.SetUpCommands({ ...parts, log })));
    own(registerCommands({ review, panel, drafts, documents, diffs, history, setUp, log }));
    own(review.onDidChange(() => setContexts(review.state)));
    setContexts(review.state);
    own(vscode.workspace.onDidChangeWorkspaceFolders(() => void open.setFolders(folderPaths())));
    own(
      vscode.window.onDidChangeWindowState((state) => {
        if (state.focused) open.focused();
      }),
    );
    own(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!concernsUs(event)) return;
        open.setAdopts(readSettings().adoptUnmatched);
        panel.refresh();
      }),
    );
    context.environmentVariableCollection.description = vscode.l10n.t(
      'Names this window to the hooks of coding agents',
    );
    context.environmentVariableCollection.replace(windowVariable, terminalId);
    noteInstallation(home, context.extensionPath);
    log.info('window: ready');
    if (context.globalState.get(hintKey) !== true) {
      setUp()
        .then((found) => found.hint())
        .catch((error: unknown) => log.warn(`set-up: ${errorText(error)}`));
    }
  } catch (error) {
    log.error(`activation: ${errorText(error)}`);
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Countersign could not start, so agents ask in their terminals. The log says why.'),
    );
    throw error;
  }
}

function folderPaths(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter((one) => one.uri.scheme === 'file')
    .map((one) => one.uri.fsPath);
}

/** The same for every start of the same workspace, so that a reload does not mark its terminals as stale. */
function stableId(): string {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const name = workspaceFile?.toString() ?? workspaceFolders.map((one) => one.uri.toString()).join('\n');
  return createHash('sha256').update(`${vscode.env.machineId}\n${name}`).digest('hex').slice(0, 16);
}

function setContexts(state: QueueState): void {
  void vscode.commands.executeCommand('setContext', contextKeys.paused, state.paused);
  void vscode.commands.executeCommand('setContext', contextKeys.waiting, waitingCount(state));
  void vscode.commands.executeCommand('setContext', contextKeys.heldBack, heldBack(state).length > 0);
}
