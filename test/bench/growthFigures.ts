import { applyPatch } from '../../src/core/edit/patch';
import { parseUnified } from '../../src/core/edit/unified';
import { parseV4a } from '../../src/core/edit/v4a';
import { compareLists, pairUp } from '../../src/core/plan/changes';
import type { PatchChunk } from '../../src/core/request';
import type { Figures } from './figures';

/** Something that is read, at a size. Making it costs no time that is measured. */
type Work = (size: number) => () => unknown;

const factor = 8;
const runs = 7;

/** How much longer eight times as much of something takes. Linear is 8, quadratic 64: caches and garbage have room between them. */
export function addGrowth(figures: Figures, name: string, small: readonly number[], large: readonly number[]): void {
  // What disturbs a run only makes it longer, so the shortest says most.
  figures.add(`${name}Growth`, Math.min(...large) / Math.min(...small), `x for ${factor} times as much`, 32);
}

/** What agents make large, and hostile texts would make slow, is read in a time that grows with its length. */
export function growth(figures: Figures): void {
  for (const [name, [size, work]] of Object.entries(works)) {
    const [small, large] = [work(size), work(size * factor)];
    const times: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      times[0].push(timeOf(small));
      times[1].push(timeOf(large));
    }
    addGrowth(figures, name, ...times);
  }
}

/** Processor time in microseconds: what else the machine does is not in it. */
function timeOf(action: () => unknown): number {
  const start = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Each with its smaller size, which takes some milliseconds: less would be noise. */
const works: Readonly<Record<string, readonly [number, Work]>> = {
  patchOfManyFiles: [
    1250,
    (files) => {
      const section = (index: number): string => `*** Update File: f${index}\n-${'x'.repeat(260)}\n+y\n`;
      const text = `*** Begin Patch\n${repeated(files, section)}*** End Patch`;
      return () => parseV4a(text);
    },
  ],
  patchOfSpaces: [375_000, (length) => () => parseV4a(`*** Begin Patch\n${' '.repeat(length)}x`)],
  patchOfAnchors: [
    90_000,
    (count) => {
      const text = `*** Begin Patch\n*** Update File: a\n${'@@ \n'.repeat(count)}*** End Patch`;
      return () => parseV4a(text);
    },
  ],
  diffOfManyFiles: [
    1250,
    (files) => {
      const body = 'x'.repeat(130);
      const text = repeated(
        files,
        (index) =>
          `diff --git a/f${index} b/f${index}\n--- a/f${index}\n+++ b/f${index}\n@@ -1 +1 @@\n-${body}\n+${body}y\n`,
      );
      return () => parseUnified(text);
    },
  ],
  diffOfOneHunk: [
    60_000,
    (lines) => {
      const text = `--- a\n+++ a\n@@ -1,999999999 +1,999999999 @@\n${' x\n'.repeat(lines)}`;
      return () => parseUnified(text);
    },
  ],
  manyChangesToOneFile: [
    625,
    (count) => {
      const before = repeated(count * 10, (index) => `line ${index}\n`);
      const chunks = Array.from({ length: count }, (_, index) => chunk([`line ${index * 10} `]));
      return () => applyPatch({ type: 'patch', path: 'a', chunks, matching: 'fuzzy' }, before);
    },
  ],
  searchInAlikeLines: [
    6000,
    (count) => {
      const before = `${'a\n'.repeat(count)}b\n`;
      const chunks = [chunk([...Array<string>(count / 2).fill('a'), 'b', 'c'])];
      return () => applyPatch({ type: 'patch', path: 'a', chunks, matching: 'fuzzy' }, before);
    },
  ],
  searchInSpaces: [
    125_000,
    (length) => {
      const before = `${' '.repeat(length)}x\n`;
      return () => applyPatch({ type: 'patch', path: 'a', chunks: [chunk(['y'])], matching: 'fuzzy' }, before);
    },
  ],
  plansWithNothingInCommon: [
    6000,
    (count) => {
      const list = (word: string): string[] => Array.from({ length: count }, (_, index) => `${word} ${index % 9000}`);
      const [before, after] = [list('old'), list('new')];
      return () =>
        compareLists(before, after).map((stretch) =>
          stretch.type === 'changed' ? pairUp(before, after, stretch) : stretch,
        );
    },
  ],
};

function chunk(oldLines: readonly string[]): PatchChunk {
  return { anchors: [], oldLines, newLines: ['new'] };
}

function repeated(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('');
}
