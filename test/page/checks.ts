import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReviewPage } from '../support/reviewHarness';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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

/** What axe finds. */
export async function violations(review: ReviewPage): Promise<string[]> {
  await review.page.evaluate(axeSource);
  const found = await review.page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    const result = await axe.run({ resultTypes: ['violations'] });
    return result.violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((node) => `${node.html} ${node.failureSummary ?? ''}`)
          .join(' | ')
          .slice(0, 600)}`,
    );
  });
  return found;
}
