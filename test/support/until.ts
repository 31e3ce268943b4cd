/** How long tests wait for something that normally takes a second or less: machines under load are slow, not wrong. */
export const patience = 60_000;

/**
 * Waits until `probe` gives something other than undefined, false or null, and returns it. For what has no event to wait for,
 * such as a file that another process writes.
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  timeout = patience,
): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > end) throw new Error(`Waited ${timeout} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/**
 * What is awaited, or an error in its place if it has not come in time: else only the whole file would be ended, and it would not be said
 * which of its tests waited. Nobody has to hear the error.
 */
export function inTime<T>(what: string, awaited: Promise<T>, timeout = patience): Promise<T> {
  const limited = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Waited ${timeout} ms in vain for: ${what}`)), timeout);
    // It must not hold up the end of a process that has nothing else to do.
    timer.unref();
    awaited.then(resolve, reject).finally(() => clearTimeout(timer));
  });
  limited.catch(() => undefined);
  return limited;
}

/** Text as a regular expression that matches just it. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
