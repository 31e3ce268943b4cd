import type { Note, PermissionRequest } from '../request';

/** The texts of a plan's file, when the request arrived and now. Undefined: no such text. */
export interface PlanFileTexts {
  readonly fileAtArrival: string | undefined;
  readonly fileNow: string | undefined;
}

/** The texts that a plan may have: in the request, and in its file. */
export interface PlanTexts extends PlanFileTexts {
  readonly requested: string;
}

/** Which text of a plan is shown, and what has to be said about it. */
export interface ShownPlan {
  readonly markdown: string;
  readonly notes: readonly Note[];
  /** There is nothing to approve. */
  readonly empty: boolean;
}

/**
 * Chooses the text of a plan that is shown, and that an approval sends: the request's; the file's where the request has none, or
 * where the file was changed while the request waited.
 *
 * @param carried whether an approval carries the text
 */
export function shownPlan({ requested, fileAtArrival, fileNow }: PlanTexts, carried: boolean): ShownPlan {
  const inFile = fileNow ?? fileAtArrival ?? '';
  if (fileNow !== undefined && fileNow !== fileAtArrival && fileNow !== requested) {
    const title = 'The plan file changed while this waited.';
    const text = carried ? 'an approval sends that.' : 'an approval names no text, so the agent takes the one it has.';
    return shown(fileNow, { kind: 'warn', title, text: `Its new text is shown; ${text}` });
  }
  if (requested.trim() === '' && inFile.trim() !== '') {
    return shown(inFile, {
      kind: 'info',
      title: 'The request holds no plan.',
      text: 'The text of its plan file is shown.',
    });
  }
  if (fileNow !== undefined && fileNow.trim() !== requested.trim()) {
    const title = 'The plan file says something else.';
    const text = carried ? 'an approval sends that.' : 'which of the two the agent takes is not known.';
    return shown(requested, { kind: 'warn', title, text: `The text of the request is shown; ${text}` });
  }
  return shown(requested);
}

/** The request with the text of its plan that is shown; one without any cannot be approved. Other subjects stay as they are. */
export function withShownPlan(request: PermissionRequest, file: PlanFileTexts): PermissionRequest {
  const { subject, capabilities } = request;
  if (subject.type !== 'plan') return request;
  const { markdown, notes, empty } = shownPlan({ requested: subject.markdown, ...file }, capabilities.changedInput);
  const blank = { type: 'no', reason: 'The plan is empty, so there is nothing to approve.' } as const;
  const approve = empty && capabilities.approve.type === 'grants' ? blank : capabilities.approve;
  return {
    ...request,
    subject: { ...subject, markdown },
    notes: [...request.notes, ...notes],
    capabilities: { ...capabilities, approve },
  };
}

function shown(markdown: string, note?: Note): ShownPlan {
  const empty = markdown.trim() === '';
  const nothing: Note = { kind: 'error', title: 'This plan is empty.', text: 'Deny asks for one.' };
  return { markdown, notes: [...(empty ? [nothing] : []), ...(note ? [note] : [])], empty };
}
