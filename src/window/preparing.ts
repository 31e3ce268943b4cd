import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import { adapters } from '../agents/registry';
import { withShownPlan } from '../core/plan/source';
import type { PlanFileTexts } from '../core/plan/source';
import type { PermissionRequest } from '../core/request';
import { prepare } from '../core/view';
import type { PreparedRequest } from '../core/view';
import type { Proposal } from '../protocol/drafts';
import { longestFolder, prepareFiles, realPathOf } from './disk';
import type { LookContext } from './disk';

/** What preparing needs beside the request. */
export interface PrepareContext extends Pick<LookContext, 'folders' | 'proposals' | 'unsaved'> {
  /** A command as a person edited it. */
  readonly command: Proposal | undefined;
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
  const command = { place: { cwd, folders: context.folders, home: homedir() }, proposal: context.command };
  return prepare(request, project, files, command, (text) => createHash('sha256').update(text).digest('hex'));
}
