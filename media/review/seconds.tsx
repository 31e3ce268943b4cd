import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** `2 s`, counting down to `0 s`. Draws itself only, each time that the number changes. */
export function Seconds({ left }: { left: number }): JSX.Element {
  const [end] = useState(() => performance.now() + left);
  const [now, setNow] = useState(end - left);
  const rest = Math.max(0, end - now);
  useEffect(() => {
    if (rest === 0) return;
    const timer = setTimeout(() => setNow(performance.now()), rest % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [rest]);
  return <>{Math.ceil(rest / 1000)} s</>;
}
