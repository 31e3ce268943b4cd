import type { PageDecision } from '../../src/protocol/page';
import type { RequestView, StatusView, SubjectView } from '../../src/protocol/views';
import { textRows } from '../../src/core/textRows';
import { clock } from './time';

/** A sentence whose beginning is bold. */
export interface Saying {
  readonly bold: string;
  readonly text: string;
}

/** `1 line`, `300 lines`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`;
}

/** What a tool is called without the server in front: `create_issue` of `mcp__tracker__create_issue`. */
export function toolName({ name, server }: Extract<SubjectView, { type: 'tool' }>): string {
  const prefix = `mcp__${server ?? ''}__`;
  return server !== undefined && name.startsWith(prefix) && name.length > prefix.length
    ? name.slice(prefix.length)
    : name;
}

/** What the request is about, as short as it goes: `Edit · 2 files · +9 −6`. */
export function subjectLabel(subject: SubjectView): string {
  switch (subject.type) {
    case 'plan':
      return 'Plan';
    case 'edit': {
      const [first, ...more] = subject.files;
      if (!first || subject.files.every((file) => file.hunks.length === 0)) return 'Edit';
      const added = subject.files.reduce((sum, file) => sum + file.added, 0);
      const removed = subject.files.reduce((sum, file) => sum + file.removed, 0);
      const files = more.length > 0 ? ` · ${count(more.length + 1, 'file')}` : '';
      return `Edit${files} · +${added.toLocaleString('en')} −${removed.toLocaleString('en')}`;
    }
    case 'command': {
      const { lines } = textRows(subject.command);
      const steps = subject.analysis.steps?.length ?? 0;
      // Lines say how much there is to be read: what nobody expects stands at the end of many.
      if (lines > 1) return `Command · ${count(lines, 'line')}`;
      return steps > 0 ? `Command · ${count(steps, 'step')}` : 'Command';
    }
    case 'question': {
      const parts = subject.questions.length;
      return parts > 1 ? `Question · ${count(parts, 'part')}` : 'Question';
    }
    case 'tool':
      return `Tool · ${toolName(subject)}${subject.server === undefined ? '' : ` of ${subject.server}`}`;
  }
}

/** What approving is called. */
export function approveName({ abilities, subject }: RequestView): string {
  return abilities.approveLabel ?? (subject.type === 'question' ? 'Send answers' : 'Approve');
}

/** What an approval is called once it was given. */
function approvedName({ abilities, subject }: RequestView): string {
  return abilities.approveLabel ?? (subject.type === 'question' ? 'Answered' : 'Approved');
}

/** What approving means, following its name. */
export function approveMeans(subject: SubjectView, agent: string): string {
  switch (subject.type) {
    case 'plan':
      return `lets ${agent} start on this plan.`;
    case 'edit':
      return subject.files.length > 1
        ? `lets ${agent} write these ${subject.files.length} files.`
        : `lets ${agent} write this file.`;
    case 'command':
      return `lets ${agent} run it once.`;
    case 'question':
      return `lets ${agent} go on with your answers.`;
    case 'tool':
      return `lets ${agent} use the tool once.`;
  }
}

/** What denying means, following "Deny". */
export function denyMeans(request: RequestView, hasText: boolean): string {
  const { name } = request.agent;
  if (hasText && request.abilities.feedback) return `sends your text to ${name}.`;
  switch (request.subject.type) {
    case 'plan':
      return 'refuses it.';
    case 'edit':
      return 'leaves the disk as it is.';
    case 'command':
      return 'refuses it; nothing runs.';
    case 'question':
      return 'refuses it.';
    case 'tool':
      return 'refuses it.';
  }
}

/** Where the agent asks by itself: "the terminal", or short, as it stands on a button, "terminal". */
export function asksIn({ abilities }: RequestView, form: 'whole' | 'short' = 'whole'): string {
  const place = abilities.asksIn ?? 'the terminal';
  return form === 'short' ? place.replace(/^the /, '') : place;
}

/** How an outcome looks and reads. `alert` for what must not be missed. */
export interface OutcomeLook extends Saying {
  readonly icon: string;
  readonly tone: 'danger' | 'safe' | '';
  readonly alert: boolean;
}

/** The words that stand where the buttons were. `unsent` if there is something typed that did not reach the agent. */
export function outcomeLook(
  request: RequestView,
  status: StatusView,
  unsent: 'text' | 'comments' | null,
): OutcomeLook | null {
  if (status.type === 'answering') {
    const bold = {
      approve: request.subject.type === 'question' ? 'Answered.' : 'Approved.',
      deny: 'Denied.',
      handBack: 'Handed back.',
    }[status.decision];
    return { icon: 'sync', tone: '', alert: false, bold, text: 'Sending…' };
  }
  if (status.type !== 'ended') return null;
  const { name } = request.agent;
  const { detail, delivery } = status;
  const at = clock(status.at);
  const kept = {
    text: ' Your text was not sent. It is kept.',
    comments: ' Your comments were not sent. Copy them, or send them with the next plan of this session.',
    none: '',
  }[unsent ?? 'none'];
  const plain = { tone: '', alert: false } as const;
  const withDetail = (otherwise: string): string => `${detail ?? otherwise}${kept}`.trim();
  if (delivery === 'failed') {
    const text = `${detail ?? 'The agent was gone.'}${unsent ? ` Your ${unsent} ${unsent === 'text' ? 'is' : 'are'} kept.` : ''}`;
    return { icon: 'error', tone: 'danger', alert: true, bold: 'NOT delivered.', text };
  }
  if (delivery === 'overtaken') {
    const bold = `Answered in ${asksIn(request)} before your answer arrived.`;
    return { icon: 'terminal', ...plain, bold, text: `Your answer was not used. ${withDetail('')}`.trim() };
  }
  switch (status.outcome) {
    case 'approved':
    case 'denied': {
      // Where an approval only passes the call on, the agent's own prompt decides: it is not called approved.
      const word = status.outcome === 'approved' ? approvedName(request) : 'Denied';
      if (delivery === 'confirmed') {
        return {
          icon: 'pass',
          tone: 'safe',
          alert: false,
          bold: `${word}, delivered`,
          text: `at ${at}. ${withDetail('')}`,
        };
      }
      const text = delivery === 'sent' ? `Sent at ${at}. ${withDetail('')}` : `At ${at}. ${withDetail('')}`;
      return { icon: status.outcome === 'approved' ? 'check' : 'close', ...plain, bold: `${word}.`, text };
    }
    case 'handedBack':
      return { icon: 'reply', ...plain, bold: 'Handed back.', text: withDetail(request.abilities.handBack) };
    case 'withdrawn':
      return {
        icon: 'circle-slash',
        ...plain,
        bold: 'Withdrawn',
        text: `at ${at}. ${withDetail(`${name} took it back.`)}`,
      };
    case 'answeredElsewhere':
      return { icon: 'terminal', ...plain, bold: `Answered in ${asksIn(request)}.`, text: withDetail('') };
    case 'expired':
      return {
        icon: 'watch',
        ...plain,
        bold: 'Expired',
        text: `at ${at}, not answered. ${withDetail(request.abilities.handBack)}`,
      };
  }
}

/** Whether typed text has not reached the agent, once a request has ended. */
export function isUnsent(request: RequestView, text: string, answer: PageDecision | undefined): boolean {
  const { status } = request;
  if (text.trim() === '' || status.type !== 'ended') return false;
  const arrived = status.delivery !== 'failed' && status.delivery !== 'overtaken';
  // An approval carries it only in the plan that it sends along.
  if (status.outcome === 'approved' && answer?.type === 'approve' && answer.plan !== undefined) return !arrived;
  return !(status.outcome === 'denied' && arrived && request.abilities.feedback);
}
