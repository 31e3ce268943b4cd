/* Every id that package.json contributes, in one place; a test holds package.json against it. */

export const commands = {
  approve: 'countersign.approve',
  deny: 'countersign.deny',
  denyWithFeedback: 'countersign.denyWithFeedback',
  answerInTerminal: 'countersign.answerInTerminal',
  next: 'countersign.nextRequest',
  previous: 'countersign.previousRequest',
  showReview: 'countersign.showReview',
  pause: 'countersign.pause',
  resume: 'countersign.resume',
  showLog: 'countersign.showLog',
} as const;
export type CommandId = (typeof commands)[keyof typeof commands];

/** Settings, without the section's name. Their types stand in `settings.ts`. */
export const settingKeys = {
  openReview: 'review.open',
  settleTime: 'review.settleTime',
  notify: 'notifications',
  adoptUnmatched: 'adoptUnmatchedRequests',
} as const;
export const settingsSection = 'countersign';

export const viewTypes = { review: 'countersign.review' } as const;

export const contextKeys = {
  paused: 'countersign.paused',
  /** Whether the review page has the keyboard; bindings that people add can depend on it. */
  reviewFocused: 'countersign.reviewFocused',
  waiting: 'countersign.waiting',
} as const;

/** Ids that are not contributed. */
export const statusBarId = 'countersign.status';
