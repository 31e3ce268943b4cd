import type { AbilitiesView, FileView, NoteView, RequestView, StatusView, SubjectView } from '../protocol/page';
import type { FileChange } from './diff';
import type { Status } from './queueState';
import type { FileEdit, PermissionRequest } from './request';

/** One edit with what it would do to the file, and where that file is. */
export interface PreparedEdit {
  readonly edit: FileEdit;
  /** Relative to the project when inside, else absolute. */
  readonly path: string;
  readonly absolutePath: string;
  readonly outsideProject: boolean;
  readonly change: FileChange;
}

/** A request with all that was read from the disk for it, ready to be shown. */
export interface PreparedRequest {
  readonly request: PermissionRequest;
  /** The project's name, for reading. */
  readonly project: string;
  readonly subject: SubjectView;
  readonly notes: readonly NoteView[];
  /** Hash of the subject and the notes as they are shown. */
  readonly hash: string;
}

/**
 * Puts a request and what was read from the disk together.
 *
 * @param edits one for each of the subject's edits, in order; empty for other subjects
 * @param hash any collision-resistant hash of a text, in hex
 */
export function prepare(
  request: PermissionRequest,
  project: string,
  edits: readonly PreparedEdit[],
  hash: (text: string) => string,
): PreparedRequest {
  const subject = subjectView(request, edits);
  const notes = [...problemNotes(edits), ...request.notes, ...outsideNotes(edits)];
  const shown = JSON.stringify([request.agent.id, request.cwd, subject, notes]);
  return { request: withoutBrokenApprove(request, edits), project, subject, notes, hash: hash(shown) };
}

/** The page's view of a prepared request in its present state. */
export function requestView(prepared: PreparedRequest, status: Status, draft: string): RequestView {
  const { request } = prepared;
  return {
    id: request.id,
    hash: prepared.hash,
    agent: request.agent,
    session: {
      title: request.session.title ?? '',
      ...(request.session.subagent === undefined ? {} : { subagent: request.session.subagent }),
    },
    project: prepared.project,
    cwd: request.cwd,
    receivedAt: request.receivedAt,
    deadline: request.deadline,
    subject: prepared.subject,
    notes: prepared.notes,
    abilities: abilitiesView(request),
    status: statusView(request, status),
    draft,
  };
}

/** A status in the page's words. */
export function statusView(request: PermissionRequest, status: Status): StatusView {
  switch (status.type) {
    case 'open':
      return { type: 'open' };
    case 'watching': {
      const { approve } = request.capabilities;
      return { type: 'watching', reason: approve.type === 'grants' ? '' : approve.reason };
    }
    case 'answering':
      return { type: 'answering', decision: status.decision.type };
    case 'ended':
      return {
        type: 'ended',
        outcome: status.outcome,
        at: status.at,
        ...(status.delivery === undefined ? {} : { delivery: status.delivery }),
        ...(status.detail === undefined ? {} : { detail: status.detail }),
      };
  }
}

/** An edit that would not apply is nothing to approve; every surface and the queue read this from the capabilities. */
function withoutBrokenApprove(request: PermissionRequest, edits: readonly PreparedEdit[]): PermissionRequest {
  const broken = edits.some((one) => one.change.status === 'wouldNotApply');
  if (!broken || request.capabilities.approve.type !== 'grants') return request;
  const approve = { type: 'no', reason: 'This edit would not apply, so there is nothing to approve.' } as const;
  return { ...request, capabilities: { ...request.capabilities, approve } };
}

function subjectView(request: PermissionRequest, edits: readonly PreparedEdit[]): SubjectView {
  const { subject } = request;
  if (subject.type === 'edit') return { type: 'edit', files: edits.map(fileView), fields: subject.fields };
  return subject;
}

function fileView(prepared: PreparedEdit): FileView {
  const { path, absolutePath, outsideProject, change } = prepared;
  return { path, absolutePath, outsideProject, ...change };
}

function problemNotes(edits: readonly PreparedEdit[]): readonly NoteView[] {
  return edits
    .filter((one) => one.change.status === 'wouldNotApply')
    .map((one) => ({
      kind: 'error',
      title: 'This edit would not apply.',
      text: `${one.path}: ${one.change.problem ?? ''} The agent would get an error.`,
    }));
}

function outsideNotes(edits: readonly PreparedEdit[]): readonly NoteView[] {
  const outside = edits.filter((one) => one.outsideProject);
  if (outside.length === 0) return [];
  return [{ kind: 'warn', title: 'Outside the project:', text: outside.map((one) => one.absolutePath).join(', ') }];
}

function abilitiesView(request: PermissionRequest): AbilitiesView {
  const { approve, deny, feedback, onSilence } = request.capabilities;
  const { name } = request.agent;
  return {
    approve: approve.type === 'grants' ? { possible: true } : { possible: false, reason: approve.reason },
    deny: deny.type === 'honoured' ? { possible: true } : { possible: false, reason: deny.reason },
    feedback,
    handBack: {
      asks: `${name} asks in the terminal.`,
      denies: `${name} has no prompt here: without a decision it denies.`,
      runs: `${name} runs the call when nobody decides.`,
    }[onSilence],
  };
}
