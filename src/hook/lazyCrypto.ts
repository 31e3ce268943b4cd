import type * as nodeCrypto from 'node:crypto';
import { createRequire } from 'node:module';

type Crypto = typeof nodeCrypto;

let loaded: Crypto | undefined;

/**
 * Node's cryptography, loaded at the first call: it is a tenth of Node's own start, and without a window the hook has no
 * use for it.
 */
export function crypto(): Crypto {
  // Any absolute path will do for a module of Node's own.
  loaded ??= createRequire(process.execPath)('node:crypto');
  return loaded!;
}
