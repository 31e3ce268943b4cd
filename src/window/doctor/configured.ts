import { isHookCommand } from '../../agents/hookCommand';
import { ConfigError } from '../../core/config/configText';
import type { ConfigPath } from '../../core/config/configText';
import { jsonEditor } from '../../core/config/json';
import { tomlEditor } from '../../core/config/toml';
import { yamlEditor } from '../../core/config/yaml';

/** A hook of ours as it stands in an agent's configuration. */
export interface ConfiguredHook {
  readonly file: string;
  readonly event: string;
  readonly matcher?: string;
  readonly command: string;
  /** Seconds that the agent gives it; absent: the agent's own default. */
  readonly agentTimeout?: number;
  /** Seconds after which we believe that it ends it, from the command line. */
  readonly ourTimeout?: number;
}

/** The value of a configuration; undefined if there is none or it does not parse. */
export function configValue(file: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const editor = file.endsWith('.toml') ? tomlEditor : /\.ya?ml$/.test(file) ? yamlEditor : jsonEditor;
  try {
    return editor.read(text);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** Every hook of ours in a configuration. */
export function configuredHooks(agent: string, file: string, text: string | undefined): readonly ConfiguredHook[] {
  return hooksIn(configValue(file, text), [], undefined).map(({ event, matcher, command, timeout }) => {
    const words = / --timeout (\d+)/.exec(command)?.[1];
    return {
      file,
      event,
      command,
      ...(matcher === undefined ? {} : { matcher }),
      ...(timeout === undefined ? {} : { agentTimeout: inSeconds(agent, timeout) }),
      ...(words === undefined ? {} : { ourTimeout: Number(words) }),
    };
  });
}

interface Raw {
  readonly event: string;
  readonly matcher?: string | undefined;
  readonly command: string;
  readonly timeout?: number | undefined;
}

function hooksIn(value: unknown, path: ConfigPath, outerMatcher: string | undefined): readonly Raw[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = new Map<string, unknown>(Object.entries(value));
  const text = (key: string): string | undefined => {
    const found = members.get(key);
    return typeof found === 'string' ? found : undefined;
  };
  const matcher = text('matcher') ?? outerMatcher;
  const command = ['command', 'bash'].map(text).find(isHookCommand);
  const timeout = [members.get('timeout'), members.get('timeoutSec')].find((one) => typeof one === 'number');
  const own: readonly Raw[] =
    command === undefined ? [] : [{ event: text('event') ?? eventIn(path), matcher, command, timeout }];
  const inner = Array.isArray(value)
    ? value.flatMap((item: unknown, at) => hooksIn(item, [...path, at], matcher))
    : [...members].flatMap(([key, item]) => hooksIn(item, [...path, key], matcher));
  return [...own, ...inner];
}

/** Events are the keys below `hooks`. */
function eventIn(path: ConfigPath): string {
  const event = path[path.indexOf('hooks') + 1];
  return typeof event === 'string' ? event : '';
}

/** Gemini CLI counts in milliseconds, Qwen Code from 1000 on (both run). */
function inSeconds(agent: string, timeout: number): number {
  const isMilliseconds = agent === 'gemini' || (agent === 'qwen' && timeout >= 1000);
  return isMilliseconds ? timeout / 1000 : timeout;
}
