import type { FromPage } from '../../src/protocol/page';

/** The page's one way out. */
export interface VsCodeApi {
  postMessage(message: FromPage): void;
}

declare const acquireVsCodeApi: () => VsCodeApi;

/** VS Code hands it out once in the life of a document. */
export function connect(): VsCodeApi {
  return acquireVsCodeApi();
}
