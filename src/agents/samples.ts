import { claudeSamples } from './claude/samples';
import { codexSamples } from './codex/samples';
import { copilotSamples } from './copilot/samples';
import { geminiSamples } from './gemini/samples';
import { genericSamples } from './generic/samples';
import { hermesSamples } from './hermes/samples';
import { kimiSamples } from './kimi/samples';
import { opencodeSamples } from './opencode/samples';
import { qwenSamples } from './qwen/samples';
import type { AgentSample } from './sample';

const samples: Readonly<Record<string, readonly AgentSample[]>> = {
  claude: claudeSamples,
  kimi: kimiSamples,
  codex: codexSamples,
  copilot: copilotSamples,
  gemini: geminiSamples,
  qwen: qwenSamples,
  hermes: hermesSamples,
  opencode: opencodeSamples,
  generic: genericSamples,
};

/** The samples of an agent, by its adapter's id; none for an agent without a hook. */
export function samplesOf(agent: string): readonly AgentSample[] {
  return Object.hasOwn(samples, agent) ? samples[agent]! : [];
}
