const quote = 0x22;
const backslash = 0x5c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);
const spaces = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Finds the byte at which a JSON object ends without keeping any of it, so that a payload counts as whole although its
 * pipe stays open. Each byte is looked at once. It checks nothing else: whether the text is JSON is for `JSON.parse`.
 */
export class JsonScanner {
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** The object is closed, or the input can never be one. */
  done = false;

  /** Takes the next bytes; returns `done`. */
  push(bytes: Uint8Array): boolean {
    for (const byte of bytes) {
      if (this.done) break;
      if (this.escaped) this.escaped = false;
      else if (this.inText) {
        if (byte === backslash) this.escaped = true;
        else if (byte === quote) this.inText = false;
      } else if (byte === quote && this.depth > 0) this.inText = true;
      else if (openers.has(byte)) this.depth++;
      else if (closers.has(byte)) this.done = --this.depth <= 0;
      else if (this.depth === 0 && !spaces.has(byte)) this.done = true;
    }
    return this.done;
  }
}
