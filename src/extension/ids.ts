/* Every id that package.json contributes, in one place; a test holds package.json against it. */

export const commands = {
  approve: 'countersign.approve',
  deny: 'countersign.deny',
  denyWithFeedback: 'countersign.denyWithFeedback',
  undoApproval: 'countersign.undoApproval',
  answerInTerminal: 'countersign.answerInTerminal',
  next: 'countersign.nextRequest',
  previous: 'countersign.previousRequest',
  showReview: 'countersign.showReview',
  pause: 'countersign.pause',
  resume: 'countersign.resume',
  showLog: 'countersign.showLog',
  openPlan: 'countersign.openPlan',
  planHistory: 'countersign.planHistory',
  openDiff: 'countersign.openDiff',
  editProposal: 'countersign.editProposal',
  setUp: 'countersign.setUpAgents',
  removeAll: 'countersign.removeFromAgents',
  doctor: 'countersign.doctor',
} as const;
export type CommandId = (typeof commands)[keyof typeof commands];

/** Commands of the native comments; they work on the thread or comment they are clicked at, and stand in no palette. */
export const commentCommands = {
  add: 'countersign.comments.add',
  remove: 'countersign.comments.delete',
  kind: 'countersign.comments.kind',
  edit: 'countersign.comments.edit',
  save: 'countersign.comments.save',
  cancel: 'countersign.comments.cancel',
} as const;

/** The comment controller, and the schemes of the documents that carry its threads. */
export const commentControllerId = 'countersign.comments';
export const planScheme = 'countersign-plan';
export const editScheme = 'countersign-edit';
/** The scheme of texts that are only shown: changes to be confirmed, reports. */
export const textScheme = 'countersign-text';

/** Settings, without the section's name. Their types stand in `settings.ts`. */
export const settingKeys = {
  openReview: 'review.open',
  settleTime: 'review.settleTime',
  retractTime: 'review.retractTime',
  notify: 'notifications',
  adoptUnmatched: 'adoptUnmatchedRequests',
  quickRemarks: 'plans.quickRemarks',
  historyLimit: 'plans.historyLimit',
} as const;
export const settingsSection = 'countersign';

export const viewTypes = { review: 'countersign.review' } as const;

export const contextKeys = {
  paused: 'countersign.paused',
  /** Whether the review page has the keyboard; bindings that people add can depend on it. */
  reviewFocused: 'countersign.reviewFocused',
  waiting: 'countersign.waiting',
  /** Whether an approval is held back, and can be undone. */
  heldBack: 'countersign.heldBack',
} as const;

/** Ids that are not contributed. */
export const statusBarId = 'countersign.status';
export const preferencesKey = 'countersign.preferences';
export const extrasKey = 'countersign.setUp.extras';
export const hintKey = 'countersign.setUp.hinted';
