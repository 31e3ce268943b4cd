import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../scripts/setup.mjs';

/** Chromium's path. Throws if there is none; `node scripts/setup.mjs chromium` installs one. */
export function chromiumPath(): string {
  const path = findChromium();
  if (!path) throw new Error('No Chromium found: run `node scripts/setup.mjs chromium`.');
  return path;
}

/** Starts a headless Chromium that asks nothing of the network by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      // Root has no sandbox, and containers often have none.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
