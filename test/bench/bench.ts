import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Figures } from './figures';
import { growth } from './growthFigures';
import { crowd, ratios, waits } from './hookFigures';
import { page } from './pageFigures';

/*
 * The figures of DESIGN's budgets, measured on what is built. The last line is one JSON object, figure name to
 * {value, unit, budget, ok}. Usage: npm run bench [-- --runs N]
 */
const named = process.argv.indexOf('--runs');
const runs = named > 0 ? Number(process.argv[named + 1]) : 21;
const figures = new Figures();

figures.add('hookSize', size('dist/hook.cjs'), 'bytes', 12_000);
figures.add('extensionSize', size('dist/extension.cjs'), 'bytes', 600_000);
figures.add('pageSize', folderSize('dist/review'), 'bytes', 260_000);
if (existsSync('countersign.vsix')) figures.add('vsixSize', size('countersign.vsix'), 'bytes', 1_000_000);
growth(figures);
await ratios(figures, runs);
await waits(figures, runs);
await crowd(figures);
await page(figures, runs);
console.log(figures.toString());

function size(path: string): number {
  return statSync(path).size;
}

/** The page's scripts and styles without the lazy chunks. */
function folderSize(path: string): number {
  const names = readdirSync(path).filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('lazy-'));
  return names.reduce((sum, name) => sum + size(join(path, name)), 0);
}
