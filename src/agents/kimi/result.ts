import type { Resolved } from '../adapter';
import type { KimiPayload } from './payload';

/** What a PermissionResult says: it has the id of its PermissionRequest, and the call id of the PreToolUse before that. */
export function resolvedOf(payload: KimiPayload, id: string): Resolved {
  const { session_id: session, tool_call_id: call } = payload;
  const decision = payload.decision === 'approved' ? 'approve' : payload.decision === 'rejected' ? 'deny' : undefined;
  return {
    type: 'resolved',
    agentRequestId: id,
    ...(call === undefined ? {} : { call: { session, id: call } }),
    ...(decision === undefined ? {} : { decision }),
    detail: detailOf(payload),
  };
}

/** The labels that Kimi Code itself gives to its choices (2.1.0); others are those of a plan's options. */
const ownLabels: readonly string[] = ['Approve', 'Reject'];

function detailOf({ decision, scope, selected_label: label }: KimiPayload): string {
  const isOption = label !== undefined && !ownLabels.includes(label);
  switch (decision) {
    case 'approved':
      if (isOption) return `It was accepted there, with “${label}”.`;
      return scope === 'session' ? 'It was accepted there, for the session.' : 'It was accepted there.';
    case 'rejected':
      if (label === 'Revise') return 'It was sent back for revision there.';
      return label === 'Reject and Exit' ? 'It was rejected there, and plan mode left.' : 'It was rejected there.';
    case 'cancelled':
      return 'It was dismissed there.';
    case 'error':
      return 'It ended with an error there.';
    default:
      return '';
  }
}
