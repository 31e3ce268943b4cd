/**
 * Stands in for the parser's finder of bare links in the page's bundle (see `esbuild.mjs`): the page never asks for it, and it
 * is 11 KB of a page that has to open at once.
 */
// oxlint-disable-next-line typescript/no-extraneous-class -- the parser makes one and calls nothing of it
export class LinkifyIt {}
