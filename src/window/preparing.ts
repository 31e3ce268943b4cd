import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import { adapters } from '../agents/registry';
import { withShownPlan } from '../core/plan/source';
import type { PlanFileTexts } from '../core/plan/source';
import type { PermissionRequest } from '../core/request';
import { prepare } from '../core/view';
import type { PreparedRequest, ReadyCommand } from '../core/view';
import type { CommandPlace } from '../core/command/analysis';
import type { Proposal } from '../protocol/drafts';
import type { ReadCommand } from './command/commandReader';
import { longestFolder, prepareFiles, realPathOf } from './disk';
import type { LookContext } from './disk';

/** What preparing needs beside the request. */
export interface PrepareContext extends Pick<LookContext, 'folders' | 'proposals' | 'unsaved'> {
  /** A command as a person edited it. */
  readonly command: Proposal | undefined;
  readonly readCommand: ReadCommand;
}

/** Where a command would run, as it is read. @param cwd with its links followed */
export function placeOf(cwd: string, folders: readonly string[], language: string | undefined): CommandPlace {
  return { cwd, folders, home: homedir(), language };
}

/** The files by which any of the agents is steered. */
export const steering = adapters.flatMap((adapter) => adapter.steering);

/** Looks at the disk for a request and puts together what is shown of it. */
export async function prepareRequest(
  asked: PermissionRequest,
  planFile: PlanFileTexts,
  context: PrepareContext,
): Promise<PreparedRequest> {
  const request = withShownPlan(asked, planFile);
  const cwd = await realPathOf(request.cwd);
  const project = basename(longestFolder(cwd, context.folders) ?? request.cwd);
  const edits = request.subject.type === 'edit' ? request.subject.edits : [];
  const files = await prepareFiles(edits, { ...context, cwd: request.cwd, steering });
  const command = await readyCommand(request, cwd, context);
  return prepare(request, project, files, command, (text) => createHash('sha256').update(text).digest('hex'));
}

/** The command that would run: as the person edited it, unless the agent's has changed since. */
async function readyCommand(
  { subject }: PermissionRequest,
  cwd: string,
  { folders, command: proposal, readCommand }: PrepareContext,
): Promise<ReadyCommand | undefined> {
  if (subject.type !== 'command') return undefined;
  const text = proposal?.madeOn === subject.command ? proposal.text : subject.command;
  return { text, read: await readCommand(text, placeOf(cwd, folders, subject.language)) };
}
