import { after, beforeEach, test } from 'node:test';
import { FakeWindow, TemporaryHome } from '../support/fakeWindow';
import { type Starter, starters } from './runHook';

type Settings = Parameters<typeof FakeWindow.start> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * A home for each test of a file; all of them and their windows are removed at the end of the file.
 *
 * @param take is given the home before each test
 * @returns a function that starts a window in the home of the test that runs
 */
export function useHome(take: (home: TemporaryHome) => void): (...settings: Settings) => Promise<FakeWindow> {
  const homes: TemporaryHome[] = [];
  const windows: FakeWindow[] = [];
  beforeEach(() => {
    const home = new TemporaryHome();
    homes.push(home);
    take(home);
  });
  after(async () => {
    await Promise.all(windows.map((window) => window.stop()));
    for (const home of homes) home.remove();
  });
  return async (...settings) => {
    const window = await FakeWindow.start(homes.at(-1)!, ...settings);
    windows.push(window);
    return window;
  };
}

/** A rule that must hold for the script alone and for the front in each shell. */
export function rule(name: string, check: (starter: Starter) => Promise<void>): void {
  for (const [with_, starter] of Object.entries(starters)) test(`${name} (${with_})`, () => check(starter));
}
