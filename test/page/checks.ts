import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReviewPage } from '../support/reviewHarness';
import { themes } from '../support/reviewServer';
import { until } from '../support/until';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What is measured, once it is the same again a rest later: sizes follow from each other over some frames. */
export async function atRest<T>(review: ReviewPage, measure: () => Promise<T>): Promise<T> {
  let last = await measure();
  await until('what is measured to stay the same', async () => {
    await review.rest();
    const before = JSON.stringify(last);
    last = await measure();
    return JSON.stringify(last) === before;
  });
  return last;
}

/** What is cut off: the page sideways, the bar's and the header's parts in any direction. */
export function outside(review: ReviewPage): Promise<string[]> {
  return review.page.evaluate(() => {
    const found: string[] = [];
    const main = document.querySelector('main');
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    if (main && main.scrollWidth > main.clientWidth) found.push('the text scrolls sideways');
    for (const element of document.querySelectorAll('.bar button, .bar textarea, .head button')) {
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      const whole = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
      if (!whole) found.push(`outside: ${element.textContent}`);
      if (element.tagName === 'BUTTON' && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut: ${element.textContent}`);
    }
    if (document.querySelector('[data-decide]')) {
      const heldBack = document.querySelector('[data-decide=undo]');
      for (const one of heldBack ? ['sendNow', 'undo'] : ['approve', 'deny']) {
        const box = document.querySelector(`[data-decide=${one}]`)?.getBoundingClientRect();
        if (!box || box.height < 22 || box.width < 60) found.push(`too small: ${one}`);
      }
      if (!main || main.clientHeight < 100) found.push('no room for the text');
    }
    return found;
  });
}

/** The rules of axe whose answer depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds. @param rules all that it has unless told */
export async function violations(review: ReviewPage, rules?: readonly string[]): Promise<string[]> {
  if (!(await review.page.evaluate(() => 'axe' in globalThis))) await review.page.evaluate(axeSource);
  return review.page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    // No rule that looks at style sheets is of use here, and fetching them takes longer than all others.
    const options = { resultTypes: ['violations'], preload: false };
    const result = await axe.run(values ? { ...options, runOnly: { type: 'rule', values } } : options);
    return result.violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((node) => `${node.html} ${node.failureSummary ?? ''}`)
          .join(' | ')
          .slice(0, 600)}`,
    );
  }, rules);
}

/**
 * What is cut off in any theme, and what axe finds: by all of its rules in the first theme, by those about colours in the others. The page
 * is left in the first.
 *
 * @param axe `all`: as said; `one`: in the first theme only; `none`: only what is cut off
 * @param cut tells what of what is cut off counts
 * @param name of the pictures
 */
export async function flaws(
  review: ReviewPage,
  { axe, cut = () => true, name }: { axe: 'all' | 'one' | 'none'; cut?: (found: string) => boolean; name: string },
): Promise<string[]> {
  const found: string[] = [];
  const [first] = themes;
  for (const theme of themes) {
    await review.dress(theme);
    await review.picture(`${name}-${theme}`);
    const all = (await outside(review)).filter(cut);
    if (theme === first && axe !== 'none') all.push(...(await violations(review)));
    if (theme !== first && axe === 'all') all.push(...(await violations(review, colourRules)));
    found.push(...all.map((one) => `${name}, ${theme}: ${one}`));
  }
  await review.dress(first ?? 'dark');
  return found;
}
