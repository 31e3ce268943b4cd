import type { Risk } from '../protocol/command';
import type { NoteView, SubjectView } from '../protocol/views';

/** How much care approving a request asks for. What is not known whole is `careful` at least. */
export function riskOf(subject: SubjectView, notes: readonly NoteView[]): Risk {
  switch (subject.type) {
    case 'command':
      return subject.analysis.risk;
    case 'tool':
      return 'careful';
    case 'edit': {
      const warned = subject.files.some((file) => file.warnings.length > 0 || file.status === 'unreadable');
      return warned || notes.some((note) => note.kind !== 'info') ? 'careful' : 'safe';
    }
    case 'plan':
    case 'question':
      return 'safe';
  }
}
