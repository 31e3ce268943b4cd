const everyMs = 800;

/** Calls `gone` once a process above the script has ended. Some agents die without a signal to their hooks. */
export function watchParents(pids: readonly number[], gone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || !pids.every(lives)) gone();
  }, everyMs);
}

/** Another user's process lives, too: the agent may run under a changed user. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
