/**
 * The exchange between a hook and a window, in the order in which it happens. Constants only: the hook bundles this file,
 * so it may import nothing. The frames' schemas are in `frames.ts`, the discovery record's in `discovery.ts`.
 *
 * 1. The client finds a discovery record and connects to the Unix socket (named pipe on Windows) in `address`.
 * 2. It sends an HTTP/1.1 WebSocket upgrade for `endpointPath` with four headers (`wireHeaders`): the protocol version, the
 *    record's window id, a nonce (16 random bytes, base64url without padding, never used before) and a proof:
 *    HMAC-SHA256 over `proofText('hook', nonce, windowId)` with the 32 bytes of the record's token as key, in lower-case hex.
 * 3. The window answers 101 with its own proof in the same header, over `proofText('window', ...)`. The client checks it
 *    before it sends anything. A refusal is 401 (version, window id, nonce or proof) or 403 (a browser's header, or another path).
 * 4. The client sends one `request` text frame. The window answers with `result` (write these bytes) or `release` (no answer:
 *    do what you would do without a window). After the bytes were taken by the agent's pipe, the client sends `written` and closes.
 * 5. Whoever goes first closes the socket; a closed socket without `written` means that the request is gone.
 */

/** Version of this exchange. A hook and a window of different versions do not talk. */
export const protocolVersion = 1;

/** The only path that the endpoint serves. */
export const endpointPath = '/countersign';

/** Names of the handshake's headers, in lower case as Node reports them. */
export const wireHeaders = {
  version: 'x-countersign-version',
  window: 'x-countersign-window',
  nonce: 'x-countersign-nonce',
  proof: 'x-countersign-proof',
} as const;

/** The text under the handshake's HMAC. `role` says who speaks, so that neither proof can be played back as the other. */
export function proofText(role: 'hook' | 'window', nonce: string, windowId: string): string {
  return [role, nonce, windowId, String(protocolVersion)].join('|');
}

/** Largest frame, in bytes, that either side accepts. */
export const maxFrameBytes = 16 * 1024 * 1024;

/** The environment variable by which a terminal names its window (the record's `terminalId`). */
export const windowVariable = 'COUNTERSIGN_WINDOW';

/** The environment variable that moves `~/.countersign`. */
export const homeVariable = 'COUNTERSIGN_HOME';

/** Largest length, in bytes, of a Unix socket's path that is used; Node cuts longer ones without a word. */
export const maxSocketPathBytes = 100;
