import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../scripts/setup.mjs';
import { setUps } from '../../../src/agents/setups';
import type { SetUp } from './client';

/**
 * Sets the hook up with our own set-up code.
 *
 * @param extras those to switch on
 */
export function ourSetUp(id: string, ...extras: readonly string[]): SetUp {
  return (home, hook) => {
    const setUp = setUps.find((one) => one.id === id);
    if (!setUp) throw new Error(`There is no set-up for ${id}.`);
    const { file } = setUp.place({ home, env: {} });
    const before = readIfThere(file);
    const options = { hook, plugin: readFileSync(join(projectRoot, 'dist/opencode-plugin.js'), 'utf8') };
    let text = setUp.add(before, options);
    for (const extra of setUp.extras) if (extras.includes(extra.id)) text = extra.add(text, options);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
