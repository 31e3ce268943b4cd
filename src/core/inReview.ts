import type { PageDecision } from '../protocol/page';
import type { RequestView } from '../protocol/views';

type Written = Pick<RequestView, 'subject' | 'review' | 'draft' | 'abilities'>;

/**
 * Why a decision has to be made in the review, in a sentence: only there it takes along what the person has written about the request.
 * Undefined if it means the same on every surface.
 */
export function whyInReview(
  { subject, review, draft, abilities }: Written,
  type: PageDecision['type'],
): string | undefined {
  if (type === 'handBack') return undefined;
  const commented = (review?.comments.length ?? 0) > 0;
  if (type === 'deny') {
    return commented && abilities.feedback ? 'You wrote comments: deny it in the review, which sends them.' : undefined;
  }
  if (subject.type === 'question') return 'It is answered in the review.';
  const written = commented || draft.trim() !== '' || (review?.type === 'plan' && review.edited !== undefined);
  const sent = review?.type === 'plan' ? review.edits.possible : review?.approvalMessage === true;
  return written && sent ? 'You wrote something that goes along: approve it in the review, which sends it.' : undefined;
}
