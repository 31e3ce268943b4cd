/*
 * Text from an agent is shown so that nothing in it can hide: characters that have no ink, that move other characters around, or that
 * pass for others become named segments. The page draws those as small boxes; attributes get the same names in brackets.
 */
import { codeName, nameOf } from './characterNames';
import { lookalikesIn } from './lookalikes';
import { describeSequence, terminalSequence } from './terminalSequences';

/** Text with ink: letters, signs, ordinary spaces, tabs, newlines, and whole emoji. */
export interface TextSegment {
  readonly type: 'text';
  readonly text: string;
  /** It reads from right to left, and is drawn apart from what is beside it: see `withDirections`. */
  readonly apart?: true;
}

/** Characters that would not be seen. `label` is short enough for a box in the line, `name` says it in words. */
export interface InvisibleSegment {
  readonly type: 'invisible';
  readonly text: string;
  readonly label: string;
  readonly name: string;
  /** The first code point. */
  readonly code: number;
  /** Blanks that are worth seeing and nothing to fear: tabs within a line, and what stands at its end. */
  readonly quiet?: true;
}

/** A character that looks like one of ASCII. It is drawn as it is, with `label` in a box after it. */
export interface LookalikeSegment {
  readonly type: 'lookalike';
  readonly text: string;
  /** What it looks like. */
  readonly like: string;
  readonly label: string;
  readonly name: string;
}

export type Segment = TextSegment | InvisibleSegment | LookalikeSegment;

/**
 * What a text is, and so what in it is notable.
 *
 * `prose`: sentences, in any language; what has no ink. `code`: lines of a file; also words of two scripts. `exact`: commands, hosts, paths
 * and names, whole; also all that looks like ASCII, marks that make another sign of it, tabs within lines, and blanks at their ends.
 */
export type TextKind = 'prose' | 'code' | 'exact';

/** Everything that is drawn as a box: controls, bidi marks, zero-width and unusual spaces, fillers, private use, halves of pairs. */
const covered =
  '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F' +
  '\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uD800-\\uDFFF\\uE000-\\uF8FF\\uFDD0-\\uFDEF' +
  '\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFC\\uFFFE\\uFFFF\\u{13430}-\\u{1343F}\\u{16FE4}\\u{1BCA0}-\\u{1BCA3}' +
  '\\u{1D159}\\u{1D173}-\\u{1D17A}\\u{1FFFE}\\u{1FFFF}\\u{2FFFE}\\u{2FFFF}\\u{3FFFE}\\u{3FFFF}\\u{4FFFE}\\u{4FFFF}\\u{5FFFE}\\u{5FFFF}' +
  '\\u{6FFFE}\\u{6FFFF}\\u{7FFFE}\\u{7FFFF}\\u{8FFFE}\\u{8FFFF}\\u{9FFFE}\\u{9FFFF}\\u{AFFFE}\\u{AFFFF}\\u{BFFFE}\\u{BFFFF}' +
  '\\u{CFFFE}\\u{CFFFF}\\u{DFFFE}\\u{DFFFF}\\u{E0000}-\\u{E0FFF}\\u{EFFFE}-\\u{10FFFF}]';

/** A joiner or a variation selector is part of an emoji only in these places. */
const emoji =
  '\\p{Extended_Pictographic}(?:[\\uFE0E\\uFE0F]|\\p{Emoji_Modifier})?' +
  '(?:\\u200D\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?)*|[0-9#*]\\uFE0F\\u20E3';

/** So many spaces or tabs in a row push what follows out of sight, so they are counted. */
const longGap = ' {100,}|\\t{30,}|[ \\t]{100,}';

/** Joiners as Persian and the languages of India write them, between letters whose form they set. */
const joiners =
  '(?<=\\p{Script=Arabic})\\u200C(?=\\p{Script=Arabic})|(?<=[\\u0900-\\u0DFF])[\\u200C\\u200D](?=[\\u0900-\\u0DFF])';

const mark = `(?:\\p{M}(?<!${covered}))`;

/** More marks on one letter than any language writes reach over the lines around it. The first are those that go with any letter. */
const stack = `[\\u0300-\\u034E\\u0350-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F]{5,}|${mark}{9,}`;

/** Marks on no letter, and those that are drawn through or around one: they make another sign of what stands there. */
const strayMark = `(?<![\\p{L}\\p{M}\\p{N}])${mark}+|[\\u0334-\\u0338\\u20D2\\u20D3\\u20D8-\\u20E0\\u20E2-\\u20E6\\u20EA\\u20EB]+`;

const scanner = (whole: string, blanks: string, marks: string): RegExp =>
  new RegExp(
    `(?:${whole})|(?<sequence>${terminalSequence})|(?<returns>\\r+)|(?<run>(?:(?!${terminalSequence}|\\r)${covered})+)` +
      `|(?<marks>${marks})|(?<blanks>${blanks})`,
    'gu',
  );
const anyCovered = new RegExp(`${covered}|${longGap}|${stack}`, 'u');
const scan = scanner(`${emoji}|${joiners}`, longGap, stack);
const scanExact = scanner(emoji, '[ \\t]+', `${stack}|${strayMark}`);

/** More different neighbours than this are shown as one box that counts them, so that a page of them stays a page. */
const longRun = 12;

/**
 * Splits a text into what has ink and what has not. Joined, the segments' texts are the input again, unit for unit.
 * Linear in the length of the text.
 *
 * @param kind of a whole text; to draw a part of one, take `segmentsBetween` of the whole
 */
export function visibleSegments(text: string, kind: TextKind = 'prose'): readonly Segment[] {
  const exact = kind === 'exact';
  if (!anyCovered.test(text) && !(exact && notable.test(text))) return inked(text, kind);
  const segments: Segment[] = [];
  const push = (part: string): void => {
    if (part !== '') segments.push({ type: 'text', text: part });
  };
  let from = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(exact ? scanExact : scan)) {
    const boxes = boxesFor(found, groups, text, index);
    if (boxes.length === 0) continue;
    push(text.slice(from, index));
    segments.push(...boxes);
    from = index + found.length;
  }
  push(text.slice(from));
  return kind === 'prose' ? segments : withLookalikes(segments, text, kind);
}

/** Whether a text without anything covered has a tab within a line, blanks at the end of one, or marks that make other signs. */
const notable = new RegExp(`\\t|[ \\t](?=\\n|$)|${strayMark}`, 'u');

function inked(text: string, kind: TextKind): readonly Segment[] {
  if (text === '') return [];
  const segments: readonly Segment[] = [{ type: 'text', text }];
  return kind === 'prose' ? segments : withLookalikes(segments, text, kind);
}

/** What stands for a match: nothing where it is ordinary text. */
function boxesFor(
  found: string,
  { sequence, returns, run, marks, blanks }: Readonly<Record<string, string | undefined>>,
  text: string,
  at: number,
): readonly Segment[] {
  if (run !== undefined) return boxesOfRun(run);
  if (sequence !== undefined) {
    const code = sequence.codePointAt(0) ?? 0;
    return [{ type: 'invisible', text: sequence, ...describeSequence(sequence), code }];
  }
  if (returns !== undefined) return [carriageReturn(found, text, at)];
  if (marks !== undefined) return [marksBox(marks)];
  return blanks === undefined ? [] : blankBox(blanks, text, at);
}

/** A carriage return that ends no line takes the terminal back to its start, over what stands there. */
function carriageReturn(run: string, text: string, at: number): InvisibleSegment {
  const plain = box(run, 0x0d, run.length);
  const after = text.charAt(at + run.length);
  const before = text.charAt(at - 1);
  const overwrites = before !== '' && before !== '\n' && after !== '' && after !== '\n';
  return overwrites ? { ...plain, name: `${plain.name}: what follows is written over what stands before it` } : plain;
}

/** Combining marks, as many as are on one character. */
function marksBox(text: string): InvisibleSegment {
  const code = text.codePointAt(0) ?? 0;
  const { length: count } = Array.from(text);
  if (count === 1)
    return { type: 'invisible', text, label: codeName(code), name: `combining mark, ${codeName(code)}`, code };
  const label = `${count.toLocaleString('en')} combining marks`;
  return { type: 'invisible', text, label, name: `${label} on one character`, code };
}

/** Blanks: by the hundred they are no gap but a wall; tabs and blanks at the end of a line are worth knowing. */
function blankBox(run: string, text: string, at: number): readonly InvisibleSegment[] {
  const tabs = run.split('\t').length - 1;
  const spaces = run.length - tabs;
  const label = [[spaces, 'space'] as const, [tabs, 'tab'] as const]
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`)
    .join(', ');
  const common = { type: 'invisible', text: run, label, code: run.codePointAt(0) ?? 0 } as const;
  if (run.length >= 100 || (spaces === 0 && tabs >= 30)) return [{ ...common, name: `${label} in a row` }];
  const starts = at === 0 || text.charAt(at - 1) === '\n';
  const ends = /^(?:\r?\n|$)/.test(text.slice(at + run.length, at + run.length + 2));
  if (starts) return [];
  if (ends) return [{ ...common, name: `${label} at the end of the line`, quiet: true }];
  return tabs > 0 ? [{ ...common, name: `${label} within the line`, quiet: true }] : [];
}

/** Cuts look-alikes out of the text with ink. */
function withLookalikes(segments: readonly Segment[], text: string, kind: TextKind): readonly Segment[] {
  const found = lookalikesIn(text, kind === 'code' ? 'words' : 'exact');
  if (found.length === 0) return segments;
  const result: Segment[] = [];
  let start = 0;
  let next = 0;
  for (const segment of segments) {
    const end = start + segment.text.length;
    let at = start;
    for (let one = found[next]; one && one.from < end; one = found[++next]) {
      if (segment.type !== 'text') continue;
      if (one.from > at) result.push({ type: 'text', text: text.slice(at, one.from) });
      const { like, label, name } = one;
      result.push({ type: 'lookalike', text: text.slice(one.from, one.to), like, label, name });
      at = one.to;
    }
    if (segment.type !== 'text') result.push(segment);
    else if (at < end) result.push({ type: 'text', text: text.slice(at, end) });
    start = end;
  }
  return result;
}

/** The segments of a range of their text, in UTF-16 units. A box across its border belongs to where it begins. */
export function segmentsBetween(segments: readonly Segment[], from: number, to: number): readonly Segment[] {
  const result: Segment[] = [];
  let start = 0;
  for (const segment of segments) {
    if (start >= to) break;
    const end = start + segment.text.length;
    if (segment.type !== 'text') {
      if (start >= from) result.push(segment);
    } else if (end > from) {
      const text = segment.text.slice(Math.max(0, from - start), to - start);
      if (text !== '') result.push({ ...segment, text });
    }
    start = end;
  }
  return result;
}

function boxesOfRun(run: string): readonly InvisibleSegment[] {
  const first = run.codePointAt(0) ?? 0;
  if (run.length === (first > 0xffff ? 2 : 1)) return [box(run, first, 1)];
  const same: { readonly code: number; text: string; count: number }[] = [];
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    const last = same.at(-1);
    if (last?.code === code) {
      last.text += character;
      last.count += 1;
    } else {
      same.push({ code, text: character, count: 1 });
    }
  }
  return same.length > longRun ? [mixed(run, same)] : same.map(({ code, text, count }) => box(text, code, count));
}

/** A box for one character, or for the same one several times. */
function box(text: string, code: number, count: number): InvisibleSegment {
  const [label, name] = nameOf(code);
  const times = count > 1 ? ` ×${count.toLocaleString('en')}` : '';
  return { type: 'invisible', text, label: label + times, name: `${name}, ${codeName(code)}${times}`, code };
}

/** One box for many different characters. What tag characters spell is spelt out: it is how text is smuggled. */
function mixed(run: string, parts: readonly { readonly code: number; readonly count: number }[]): InvisibleSegment {
  let total = 0;
  let spelt = '';
  const labels = new Set<string>();
  for (const { code, count } of parts) {
    total += count;
    if (code >= 0xe0020 && code <= 0xe007e) spelt += String.fromCodePoint(code - 0xe0000).repeat(count);
    else labels.add(nameOf(code)[0]);
  }
  const tags = spelt === '' ? [] : [`tags that spell “${spelt}”`];
  const rest = [...labels];
  const more = rest.length > longRun ? [`${rest.length - longRun} other kinds`] : [];
  const list = [...tags, ...rest.slice(0, longRun), ...more].join(', ');
  return {
    type: 'invisible',
    text: run,
    label: `${total.toLocaleString('en')} invisible characters: ${list}`,
    name: `${total.toLocaleString('en')} invisible characters in a row: ${list}`,
    code: parts[0]?.code ?? 0,
  };
}

/** Segments as one string, for places that take nothing else: `evil⟨RLO⟩txt`. */
export function segmentsString(segments: readonly Segment[]): string {
  return segments.map(asString).join('');
}

function asString(segment: Segment): string {
  if (segment.type === 'text') return segment.text;
  return segment.type === 'invisible' ? `⟨${segment.label}⟩` : `${segment.text}⟨${segment.label}⟩`;
}

/** A text for titles and labels for screen readers, with nothing in it that would not be seen. */
export function visibleString(text: string, kind: TextKind = 'prose'): string {
  return segmentsString(visibleSegments(text, kind));
}
