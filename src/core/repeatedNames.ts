import type { PermissionRequest, Subject } from './request';

/**
 * A request in which a name stands twice in one object: programs differ in which of the values they take. It shows all that came, and
 * is nothing to approve.
 *
 * @param payload the request as its JSON text came
 */
export function withRepeatedNames(request: PermissionRequest, payload: string): PermissionRequest {
  const { capabilities, notes, subject } = request;
  const { type } = capabilities.approve;
  const reason = 'A name stands twice in this request, so what would run is not known for sure.';
  const note = {
    kind: 'warn',
    title: 'A name stands twice in this request.',
    text: `Programs differ in which of its values they take${
      subject.type === 'plan' ? '' : '; all that came is among the values'
    }.`,
  } as const;
  return {
    ...request,
    subject: withWhole(subject, payload),
    capabilities:
      type === 'grants' || type === 'passes' ? { ...capabilities, approve: { type: 'no', reason } } : capabilities,
    notes: [...notes, note],
  };
}

function withWhole(subject: Subject, payload: string): Subject {
  if (subject.type === 'plan') return subject;
  return { ...subject, fields: [...subject.fields, { name: 'the whole request', text: payload, json: true }] };
}
