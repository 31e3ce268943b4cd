/* A lazy chunk: what shows plans, and the parser of Markdown, which is a third of all the page's code. */
import { approvalOf } from '../../../src/core/plan/approval';
import { compileFeedback } from '../../../src/core/plan/feedback';
import { sectionsOf } from '../../../src/core/plan/outline';
import { planDocument } from './document';
import { Find } from './find';
import { Outline } from './outline';
import { PlanSubject } from './planSubject';
import { PlanTools } from './tools';
import { MarkdownText } from '../tool/markdownText';

export const planParts = {
  approvalOf,
  compileFeedback,
  planDocument,
  sectionsOf,
  Find,
  MarkdownText,
  Outline,
  PlanSubject,
  PlanTools,
};
export type PlanParts = typeof planParts;
