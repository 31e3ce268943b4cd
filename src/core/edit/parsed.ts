import type { FileEdit } from '../request';

/** What a parser of patches gives: the edits in the patch's order, or why it cannot be read, in our words. */
export type ParsedEdits = { readonly edits: readonly FileEdit[] } | { readonly problem: string };
