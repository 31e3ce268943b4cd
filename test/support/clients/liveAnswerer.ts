import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setUps } from '../../../src/agents/setups';
import type { PageDecision } from '../../../src/protocol/page';
import { temporaryFolder } from '../cleanup';
import { LiveWindow } from '../liveWindow';
import { installedHook } from '../runHook';
import { until } from '../until';
import type { SetUp } from './client';
import type { Payload } from './fixedHook';
import type { Answerer } from './scene';

/** Keeps what the agent says for the test, and hands it to the real hook. */
const front = (hook: string): string => `#!/bin/sh
name=\${0%/*}/$(date +%s%N)-$$
cat >"$name.part"
mv "$name.part" "$name.payload"
exec '${hook}' "$@" <"$name.payload"
`;

/** The real hook and the real window without VS Code, in which a person decides as the test says. */
export async function liveAnswerer(project: string): Promise<Answerer> {
  const window = await LiveWindow.start();
  await window.open.setFolders([project]);
  const folder = temporaryFolder('la-');
  const command = join(folder.path, 'countersign-hook');
  writeFileSync(command, front(installedHook(window.home.root)));
  chmodSync(command, 0o755);
  const { review } = window.open;
  let decision: PageDecision | undefined;
  const decided = new Set<string>();
  const decide = (): void => {
    for (const { request, hash, status } of review.state.entries) {
      if (!decision || status.type !== 'open' || decided.has(request.id)) continue;
      decided.add(request.id);
      void review.decide(request.id, hash, decision, 'page');
    }
  };
  review.onDidChange(decide);
  const say = (next: PageDecision): void => {
    decision = next;
    decide();
  };
  let left = false;
  const payloads = (): readonly string[] =>
    readdirSync(folder.path)
      .filter((name) => name.endsWith('.payload'))
      .sort();
  return {
    command,
    countersignHome: window.home.root,
    payload: (number) =>
      until(`payload ${number} of the hook`, () => {
        const name = payloads()[number - 1];
        return name === undefined ? undefined : (JSON.parse(readFileSync(join(folder.path, name), 'utf8')) as Payload);
      }),
    approve: () => say({ type: 'approve' }),
    deny: (feedback) => say({ type: 'deny', feedback }),
    handBack: () => say({ type: 'handBack' }),
    leave() {
      left = true;
      window.close();
    },
    remove() {
      if (left) window.remove();
      else window.stop();
      folder.remove();
    },
  };
}

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
    let text = setUp.add(before, { hook });
    for (const extra of setUp.extras) if (extras.includes(extra.id)) text = extra.add(text, { hook });
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
