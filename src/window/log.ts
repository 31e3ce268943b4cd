import { nativeText } from '../core/nativeText';

/** Where a window writes what a developer may want to know. Never payloads, feedback or tokens. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A caught value as text on one line. Messages have paths and other words of agents in them, which must not pass for lines of ours. */
export function errorText(error: unknown): string {
  return nativeText(error instanceof Error ? error.message : String(error), 1000);
}

/** The code of a system error, e.g. `ENOENT`; undefined for all else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
