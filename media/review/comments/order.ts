import { inEditOrder } from '../../../src/core/edit/feedback';
import { inPlanOrder } from '../../../src/core/plan/comment';
import type { RequestView } from '../../../src/protocol/views';
import type { ReviewComment } from '../../../src/protocol/comment';
import { commentsOf } from './commentState';

/** The comments of a request as they are numbered. */
export function orderedComments(request: RequestView | null | undefined): readonly ReviewComment[] {
  const comments = commentsOf(request);
  return request?.subject.type === 'edit' ? inEditOrder(request.subject.files, comments) : inPlanOrder(comments);
}
