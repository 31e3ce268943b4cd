import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../../src/core/queueState';
import type { PageDecision } from '../../../src/protocol/page';
import { temporaryFolder } from '../cleanup';
import { LiveWindow } from '../liveWindow';
import { installedHook } from '../runHook';
import { until } from '../until';
import type { Answerer, Payload } from './scene';

/** Keeps what the agent says for the test, and hands it to the real hook. */
const front = (hook: string): string => `#!/bin/sh
name=\${0%/*}/$(date +%s%N)-$$
cat >"$name.part"
mv "$name.part" "$name.payload"
exec '${hook}' "$@" <"$name.payload"
`;

/** For an agent without a hook, what the window has of the n-th request stands for the payload. */
function asPayload(entry: Entry | undefined): Payload | undefined {
  return entry && { cwd: entry.request.cwd, subject: entry.request.subject };
}

/** The real hook and the real window without VS Code, in which a person decides as the test says. */
export async function liveAnswerer(project: string, from: 'hook' | 'window' = 'hook'): Promise<Answerer> {
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
        if (from === 'window') return asPayload(review.state.entries[number - 1]);
        const name = payloads()[number - 1];
        return name === undefined ? undefined : (JSON.parse(readFileSync(join(folder.path, name), 'utf8')) as Payload);
      }),
    approve: (answers) => say({ type: 'approve', ...(answers && { answers: [...answers] }) }),
    deny: (feedback) => say({ type: 'deny', feedback }),
    handBack: () => say({ type: 'handBack' }),
    async delivered() {
      const first = await window.request();
      const isConfirmed = ({ status }: Entry): boolean => status.type === 'ended' && status.delivery === 'confirmed';
      await window.entry(first.request.id, isConfirmed);
    },
    async answeredElsewhere() {
      const first = await window.request();
      const { status } = await window.ended(first.request.id);
      if (status.type !== 'ended' || status.outcome !== 'answeredElsewhere') throw new Error(JSON.stringify(status));
    },
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
