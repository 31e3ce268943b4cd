/** `14:32` on the reader's clock. */
export function clock(at: number): string {
  const time = new Date(at);
  return `${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** `12 s ago`, `3 min ago`, `2 h ago`, `4 days ago`. */
export function ago(since: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} days ago`;
}

/** `until 14:32` or `until tomorrow 14:32`, and under a minute `40 s`. Null if there is no end in sight. */
export function waits(deadline: number, now: number): string | null {
  if (!Number.isFinite(deadline)) return null;
  const seconds = Math.ceil((deadline - now) / 1000);
  if (seconds <= 0) return '0 s';
  if (seconds < 60) return `${seconds} s`;
  const sameDay = new Date(deadline).toDateString() === new Date(now).toDateString();
  if (seconds < 86_400) return `until ${sameDay ? '' : 'tomorrow '}${clock(deadline)}`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? '1 day' : `${days} days`;
}
