/** Where a window writes what a developer may want to know. Never payloads, feedback or tokens. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A caught value as text. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
