import type {
  AbilitiesView,
  FileView,
  NoteView,
  Possible,
  RequestView,
  StatusView,
  SubjectView,
} from '../protocol/views';
import type { Risk } from '../protocol/command';
import type { CommandRead } from './command/read';
import { unreadCommand } from './command/unread';
import type { FileChange } from './edit/change';
import { languageOf } from './edit/language';
import { warningNotes } from './edit/warnings';
import type { Status } from './queueState';
import type { Field, FileEdit, PermissionRequest, Subject } from './request';
import { riskOf } from './risk';

/** One file of an edit with what would happen to it. */
export interface PreparedFile {
  /** The edits of this file, in order. */
  readonly edits: readonly FileEdit[];
  /** Relative to the project when inside, else absolute. */
  readonly path: string;
  readonly absolutePath: string;
  readonly movedTo?: string;
  readonly warnings: FileView['warnings'];
  readonly change: FileChange;
  /** The line ending that the file has on disk; LF for a new one. */
  readonly ending: '\n' | '\r\n';
  /** Of the file's bytes; empty if there is no file. */
  readonly digest: string;
  /** A person proposed a text that does not fit the file any more. */
  readonly proposalLost: boolean;
  readonly unsaved: boolean;
}

/** A request with all that was read from the disk for it, ready to be shown. */
export interface PreparedRequest {
  readonly request: PermissionRequest;
  /** The project's name, for reading. */
  readonly project: string;
  readonly files: readonly PreparedFile[];
  readonly subject: SubjectView;
  readonly notes: readonly NoteView[];
  readonly risk: Risk;
  /** Hash of the subject and the notes as they are shown, and of what `basis` is of. */
  readonly hash: string;
  /** Hash of what the agent asks and of the files' bytes, whatever a person proposes. */
  readonly basis: string;
}

/** A command that would run, as the agent asked or as the person edited it, with what was found out by reading it. */
export interface ReadyCommand {
  readonly text: string;
  readonly read: CommandRead;
}

/**
 * Puts a request and what was read from the disk together.
 *
 * @param files those of the subject's edits, in order; empty for other subjects
 * @param command only for commands
 * @param hash any collision-resistant hash of a text, in hex
 */
export function prepare(
  request: PermissionRequest,
  project: string,
  files: readonly PreparedFile[],
  command: ReadyCommand | undefined,
  hash: (text: string) => string,
): PreparedRequest {
  const subject = subjectView(request, files, command, hash);
  const notes = [
    ...problemNotes(files),
    ...request.notes,
    ...warningNotes(files),
    ...unsavedNotes(files),
    ...lostNotes(files),
  ];
  const digests = files.map((file) => file.digest);
  const basis = hash(JSON.stringify([request.agent.id, request.cwd, request.subject, request.notes, digests]));
  const prepared = {
    request: withoutBrokenApprove(request, files),
    project,
    files,
    subject,
    notes,
    risk: riskOf(subject, notes),
  };
  // A diff does not show all that is asked, as which of the lines end in CR LF; calls that differ in it are not the same.
  return { ...prepared, hash: hash(JSON.stringify([basis, subject, notes])), basis };
}

/**
 * The page's view of a prepared request in its present state.
 *
 * @param intent the others that an approval may name, and how long one is held back
 */
export function requestView(
  prepared: PreparedRequest,
  status: Status,
  draft: string,
  intent: Pick<RequestView, 'identical' | 'retractMs'>,
): RequestView {
  const { request } = prepared;
  return {
    id: request.id,
    hash: prepared.hash,
    basis: prepared.basis,
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
    risk: prepared.risk,
    identical: intent.identical,
    retractMs: intent.retractMs,
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
    case 'heldBack':
      return { type: 'heldBack', until: status.until };
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
function withoutBrokenApprove(request: PermissionRequest, files: readonly PreparedFile[]): PermissionRequest {
  const broken = files.some((one) => one.change.status === 'wouldNotApply');
  if (!broken || request.capabilities.approve.type !== 'grants') return request;
  const approve = { type: 'no', reason: 'This edit would not apply, so there is nothing to approve.' } as const;
  return { ...request, capabilities: { ...request.capabilities, approve } };
}

function subjectView(
  request: PermissionRequest,
  files: readonly PreparedFile[],
  command: ReadyCommand | undefined,
  hash: (text: string) => string,
): SubjectView {
  const { subject } = request;
  if (subject.type === 'command') return commandView(subject, command);
  if (subject.type !== 'edit') return subject;
  const unshown = files.filter((file) => hasNoDiff(file.change.status)).flatMap(({ edits }) => edits);
  const fields = [...unshown.flatMap(fieldsOfEdit), ...subject.fields];
  return { type: 'edit', files: files.map((file) => fileView(file, hash)), fields };
}

function hasNoDiff(status: FileChange['status']): boolean {
  return status === 'wouldNotApply' || status === 'unreadable';
}

function commandView(subject: Extract<Subject, { type: 'command' }>, command: ReadyCommand | undefined): SubjectView {
  const { text, read } = command ?? { text: subject.command, read: unreadCommand(subject.command, 'It was not read.') };
  const edited = text !== subject.command;
  return { ...subject, command: text, ...(edited ? { asked: subject.command } : {}), analysis: read.analysis };
}

/** What an edit says, for one of which no diff can be shown. */
function fieldsOfEdit(edit: FileEdit): readonly Field[] {
  switch (edit.type) {
    case 'replace':
      return [
        { name: 'text to replace', text: edit.oldText },
        { name: 'new text', text: edit.newText },
      ];
    case 'write':
      return [{ name: 'content', text: edit.content }];
    case 'patch':
      return edit.chunks.map(({ anchors, oldLines, newLines }) => ({
        name: 'patch',
        text: [
          ...anchors.map((line) => `@@ ${line}`),
          ...oldLines.map((line) => `-${line}`),
          ...newLines.map((line) => `+${line}`),
        ].join('\n'),
      }));
    case 'cell':
      return [{ name: 'source', text: edit.source }];
    case 'delete':
      return [];
  }
}

function fileView(file: PreparedFile, hash: (text: string) => string): FileView {
  const { path, absolutePath, movedTo, warnings, unsaved } = file;
  const { before: _, after: __, proposal, cellLanguage, hunks, ...change } = file.change;
  const language = change.cell === undefined ? languageOf(path) : cellLanguage;
  return {
    ...change,
    path,
    absolutePath,
    ...(movedTo === undefined ? {} : { movedTo }),
    warnings,
    hunks: identified(absolutePath, hunks, hash),
    ...(language === undefined ? {} : { language }),
    edited: proposal !== undefined,
    unsaved,
  };
}

/** Gives hunks their ids: by what they change, not where, so that a mark stays when the file changes elsewhere. */
function identified(path: string, hunks: FileChange['hunks'], hash: (text: string) => string): FileView['hunks'] {
  const seen = new Map<string, number>();
  return hunks.map((hunk) => {
    const changed = hunk.lines.filter((line) => line.type !== 'context').map((line) => [line.type, line.text]);
    const name = hash(JSON.stringify([path, changed])).slice(0, 16);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { id: `${name}.${count}`, ...hunk };
  });
}

function problemNotes(files: readonly PreparedFile[]): readonly NoteView[] {
  return files
    .filter((one) => one.change.status === 'wouldNotApply')
    .map((one) => ({
      kind: 'error',
      title: 'This edit would not apply.',
      text: `${one.path}: ${one.change.problem ?? ''} The agent would get an error.`,
    }));
}

function unsavedNotes(files: readonly PreparedFile[]): readonly NoteView[] {
  const unsaved = files.filter((one) => one.unsaved).map((one) => one.path);
  if (unsaved.length === 0) return [];
  const text = `${unsaved.join(', ')}. The agent changes the file on disk, not what you see in the editor.`;
  return [{ kind: 'warn', title: 'An editor has unsaved changes:', text }];
}

function lostNotes(files: readonly PreparedFile[]): readonly NoteView[] {
  const lost = files.filter((one) => one.proposalLost).map((one) => one.path);
  if (lost.length === 0) return [];
  const text = `${lost.join(', ')}. It does not fit the file as it is now. It is kept, and counts again if it fits.`;
  return [{ kind: 'warn', title: 'The text that you edited is left out:', text }];
}

function abilitiesView(request: PermissionRequest): AbilitiesView {
  const { approve, deny, feedback, additions, onSilence, asksIn, changedInput } = request.capabilities;
  const { name } = request.agent;
  const edits: Possible =
    changedInput && approve.type === 'grants'
      ? { possible: true }
      : {
          possible: false,
          reason: `${name} cannot take an edited command: approve it as it is, or deny and say what to change.`,
        };
  return {
    approve:
      approve.type === 'grants' || approve.type === 'passes'
        ? { possible: true }
        : { possible: false, reason: approve.reason },
    ...(approve.type === 'passes' ? { approveLabel: approve.label, approveMeans: approve.reason } : {}),
    deny: deny.type === 'honoured' ? { possible: true } : { possible: false, reason: deny.reason },
    additions: approve.type === 'grants' ? additions : [],
    ...(request.subject.type === 'command'
      ? { editedCommand: { edits, told: request.capabilities.changedInputTold ?? '' } }
      : {}),
    feedback,
    handBack: {
      asks: `${name} asks in ${asksIn ?? 'the terminal'}.`,
      denies: `${name} has no prompt here: without a decision it denies.`,
      runs: `${name} runs the call when nobody decides.`,
    }[onSilence],
    ...(asksIn === undefined ? {} : { asksIn }),
  };
}
