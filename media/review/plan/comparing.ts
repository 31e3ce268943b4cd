/* A lazy chunk: what compares two plans. */
import { allPairs, compareLists, pairUp } from '../../../src/core/plan/changes';
import { hunksOf } from '../../../src/core/plan/hunks';

export const comparing = { allPairs, compareLists, pairUp, hunksOf };
export type Comparing = typeof comparing;
