import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

type Leave = (finished: boolean) => void;

const boxes = new WeakMap<EventTarget, Leave>();

/** Says what leaving a box by key means for it. @param leave is told whether the person has finished, or gives it up for now */
export function useBox(box: RefObject<HTMLElement | null>, leave: Leave): void {
  useLayoutEffect(() => {
    if (box.current) boxes.set(box.current, leave);
  });
}

/** Leaves a box the way it wants; false if it has none. */
export function leaveBox(box: EventTarget | null, finished: boolean): boolean {
  const leave = box && boxes.get(box);
  leave?.(finished);
  return leave !== null && leave !== undefined;
}
