import type { Adapter } from './adapter';
import { claude } from './claude/adapter';
import { codex } from './codex/adapter';
import { copilot } from './copilot/adapter';
import { gemini } from './gemini/adapter';
import { generic } from './generic/adapter';
import { hermes } from './hermes/adapter';
import { kimi } from './kimi/adapter';
import { opencode } from './opencode/adapter';
import { qwen } from './qwen/adapter';

/** Every agent that is supported. Adding one means a folder here and a line in this list. */
export const adapters: readonly Adapter[] = [claude, kimi, codex, copilot, gemini, qwen, hermes, opencode, generic];

/** The adapter of this id, as it stands on a hook's command line, or undefined. */
export function adapterOf(id: string): Adapter | undefined {
  return adapters.find((adapter) => adapter.id === id);
}
