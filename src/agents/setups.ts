import { claudeSetUp } from './claude/setup';
import { codexSetUp } from './codex/setup';
import { copilotSetUp } from './copilot/setup';
import { geminiSetUp } from './gemini/setup';
import { genericSetUp } from './generic/setup';
import { hermesSetUp } from './hermes/setup';
import { kimiSetUp } from './kimi/setup';
import { opencodeSetUp } from './opencode/setup';
import { qwenSetUp } from './qwen/setup';
import type { AgentSetUp, DocumentedSetUp } from './setup';

/** Every agent that can be set up, in the order in which they are listed. */
export const setUps: readonly AgentSetUp[] = [
  claudeSetUp,
  kimiSetUp,
  codexSetUp,
  copilotSetUp,
  geminiSetUp,
  qwenSetUp,
  hermesSetUp,
  opencodeSetUp,
];

/** What else can be told how to ask. */
export const documentedSetUps: readonly DocumentedSetUp[] = [genericSetUp];
