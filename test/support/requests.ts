import type { PermissionRequest, Subject } from '../../src/core/request';

/** A request for tests; what matters to a test is given, the rest is plain. */
export function aRequest(change: Partial<PermissionRequest> & { readonly id: string }): PermissionRequest {
  const subject: Subject = { type: 'command', command: 'true', cwd: '/home/dev/project', fields: [] };
  return {
    agent: { id: 'claude', name: 'Claude Code', monogram: 'CC' },
    session: { id: 'session-1' },
    cwd: '/home/dev/project',
    subject,
    capabilities: {
      approve: { type: 'grants' },
      deny: { type: 'honoured' },
      feedback: true,
      changedInput: true,
      additions: [],
      onSilence: 'asks',
    },
    notes: [],
    receivedAt: 0,
    deadline: 600_000,
    ...change,
  };
}
