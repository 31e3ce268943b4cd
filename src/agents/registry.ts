import type { Adapter } from './adapter';
import { claude } from './claude/adapter';
import { kimi } from './kimi/adapter';
import { opencode } from './opencode/adapter';

/** Every agent that is supported. Adding one means a folder here and a line in this list. */
export const adapters: readonly Adapter[] = [claude, kimi, opencode];

/** The adapter of this id, as it stands on a hook's command line, or undefined. */
export function adapterOf(id: string): Adapter | undefined {
  return adapters.find((adapter) => adapter.id === id);
}
