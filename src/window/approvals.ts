import type { ChangedCommand, ChangedInputs } from '../agents/adapter';
import { toldCommand } from '../core/command/told';
import type { Approval, Decision, PermissionRequest } from '../core/request';
import type { PreparedRequest } from '../core/view';
import type { PageDecision } from '../protocol/page';
import { prepareFiles } from './disk';
import { resultsOf } from './editReviews';
import type { ResultFile } from '../core/edit/result';
import { toldChanges } from '../core/edit/told';
import type { ChangedByPerson } from '../core/edit/told';
import { steering } from './preparing';

/** What a person's decision is for the queue, or why it cannot be taken, in a sentence. */
export type Checked = { readonly decision: Decision } | { readonly refused: string };

/** How an agent takes a changed input, for edits and for commands; absent where it does not. */
export interface ChangeWays {
  readonly changes?: ChangedInputs;
  readonly changedCommand?: ChangedCommand;
}

/**
 * Makes a decision of what the page says. An approval of a part, or of an edited text, becomes a changed input, and is taken only if that
 * input makes the agent do just what the person was shown: it is read as the agent's would be, and an edit is tried on the disk.
 */
export async function checked(
  said: PageDecision,
  prepared: PreparedRequest,
  { changes, changedCommand }: ChangeWays,
  folders: readonly string[],
): Promise<Checked> {
  if (said.type !== 'approve') return { decision: said };
  const { left = [], identical: _, ...decision } = said;
  const { request, subject } = prepared;
  if (subject.type === 'command' && subject.asked !== undefined) {
    const { asked, command } = subject;
    return withCommand(
      told(decision, request, () => toldCommand(asked, command)),
      command,
      changedCommand,
    );
  }
  const results = resultsOf(prepared, left);
  if (!results) return { decision };
  if (results.every(({ before, result }) => before === result)) {
    return { refused: 'No hunk is taken, so there is nothing to approve. Deny tells the agent.' };
  }
  const changedInput = changes?.inputFor(results);
  if (!changes || !changedInput) return { refused: 'This agent cannot take a part of an edit, or a changed one.' };
  const again = await prepareFiles(changes.editsIn(changedInput), {
    cwd: request.cwd,
    folders,
    steering,
    proposals: {},
    unsaved: () => false,
  });
  const same =
    again.length === results.length &&
    again.every(({ change, digest }, index) => {
      const [file, wanted] = [prepared.files[index], results[index]];
      return file?.digest === digest && change.status !== 'wouldNotApply' && change.after === wanted?.result;
    });
  if (!same)
    return { refused: 'The agent would not write exactly this. Take all of it, or deny and say what to change.' };
  return { decision: { ...told(decision, request, () => toldChanges(changedFiles(prepared, results))), changedInput } };
}

/** An approval that makes the agent run another command than it asked to. */
function withCommand(decision: Approval, command: string, ways: ChangedCommand | undefined): Checked {
  if (command.trim() === '')
    return { refused: 'The command as you edited it is empty, so there is nothing to approve.' };
  const changedInput = ways?.inputFor(command);
  if (!ways || !changedInput) return { refused: 'This agent cannot take an edited command.' };
  if (ways.commandIn(changedInput) !== command) {
    return { refused: 'The agent would not run exactly this. Use its own command, or deny and say what to change.' };
  }
  return { decision: { ...decision, changedInput } };
}

/** The message that goes along, where the agent takes one: what the person changed, then what they say. */
function told(decision: Approval, { capabilities }: PermissionRequest, changes: () => string): Approval {
  if (!capabilities.approvalMessage) return decision;
  return { ...decision, message: [changes(), decision.message ?? ''].filter((text) => text !== '').join('\n\n') };
}

function changedFiles({ files }: PreparedRequest, results: readonly ResultFile[]): readonly ChangedByPerson[] {
  return files.map(({ path, change }, index) => {
    return { path, asked: change.after, written: results[index]?.result ?? change.after };
  });
}

/** A decision on what is not shown any more: what it is made of does not matter, the queue refuses it. */
export function withoutParts(said: PageDecision): Decision {
  if (said.type !== 'approve') return said;
  const { left: _, identical: __, ...decision } = said;
  return decision;
}

/** An approval of a plan that is shown with another text than the request's carries the text that was shown. */
export function asShown(decision: Decision, request: PermissionRequest, prepared: PermissionRequest): Decision {
  const [asked, shown] = [request.subject, prepared.subject];
  if (decision.type !== 'approve' || asked.type !== 'plan' || shown.type !== 'plan') return decision;
  return asked.markdown === shown.markdown ? decision : { ...decision, plan: decision.plan ?? shown.markdown };
}
