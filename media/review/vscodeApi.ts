import type { FromPage } from '../../src/protocol/page';

/** The page's one way out. */
export interface VsCodeApi {
  postMessage(message: FromPage): void;
  /** What `setState` was given last; it outlives the document, and a reload of the window. Not checked. */
  getState(): unknown;
  setState(state: unknown): void;
}

declare const acquireVsCodeApi: () => VsCodeApi;

/** VS Code hands it out once in the life of a document. */
export function connect(): VsCodeApi {
  return acquireVsCodeApi();
}
