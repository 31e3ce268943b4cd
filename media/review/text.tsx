import type { ComponentChildren, JSX } from 'preact';
import { withDirections } from '../../src/core/directions';
import { textRows } from '../../src/core/textRows';
import {
  segmentsString,
  visibleSegments,
  visibleString,
  type Segment,
  type TextKind,
} from '../../src/core/visibleText';
import { count } from './words';

/** A codicon. It says nothing to a screen reader; words beside it do. */
export function Icon({
  name,
  tone = '',
  small = false,
}: {
  name: string;
  tone?: string;
  small?: boolean;
}): JSX.Element {
  const classes = ['codicon', `codicon-${name}`, tone && `is-${tone}`, small && 's14'].filter(Boolean).join(' ');
  return <i class={classes} aria-hidden="true" />;
}

/** More segments than this are drawn as one text. */
export const manySegments = 2000;

/** Untrusted text: what has no ink, or passes for something else, is drawn as a named box. */
export function visible(text: string, kind: TextKind = 'prose'): ComponentChildren {
  return drawAll(visibleSegments(text, kind));
}

function drawAll(segments: readonly Segment[]): ComponentChildren {
  const [first] = segments;
  if (segments.length === 0) return '';
  if (segments.length === 1 && first?.type === 'text' && !first.apart) return first.text;
  // Boxes by the thousand in one line would hold up the page for minutes; as text they are as visible.
  return segments.length > manySegments ? segmentsString(segments) : drawSegments(segments);
}

/** Segments of untrusted text, drawn. */
export function drawSegments(segments: readonly Segment[]): ComponentChildren {
  return segments.map((segment) => {
    if (segment.type === 'text') return segment.apart ? <bdi>{segment.text}</bdi> : segment.text;
    const box = (
      <span
        class={segment.type === 'invisible' && segment.quiet ? 'inv faint' : 'inv'}
        role="img"
        title={segment.name}
        aria-label={segment.name}
      >
        {segment.label}
      </span>
    );
    if (segment.type === 'invisible') return box;
    return (
      <>
        <span class="look" title={segment.name}>
          {segment.text}
        </span>
        {box}
      </>
    );
  });
}

/** A sentence of ours, in which names that stand between backticks are code. */
export function withCode(text: string): ComponentChildren {
  return text
    .split(/`([^`\n]+)`/)
    .map((part, index) => (index % 2 === 1 ? <code class="named">{visibleLine(part)}</code> : visible(part)));
}

/** Untrusted text on one line that may be clipped; the whole stands in the title. */
export function Clip({ text }: { text: string }): JSX.Element {
  return (
    <span class="clip" title={visibleString(text)}>
      {visible(text)}
    </span>
  );
}

const breaks: ReadonlyMap<string, readonly [label: string, name: string]> = new Map([
  ['\n', ['LF', 'line feed, U+000A']],
  ['\t', ['TAB', 'tab, U+0009']],
]);

/** Untrusted text that has to be one line, such as a name: what would break it is drawn as well. */
export function visibleLine(text: string, kind: TextKind = 'exact'): ComponentChildren {
  return text.split(/([\n\t])/).map((part) => {
    const [label, name] = breaks.get(part) ?? [];
    if (label === undefined || name === undefined) return drawAll(withDirections(visibleSegments(part, kind)));
    return drawSegments([{ type: 'invisible', text: part, label, name, code: part.charCodeAt(0) }]);
  });
}

/** The same for titles and labels. */
export function oneLine(text: string, kind: TextKind = 'exact'): string {
  return visibleString(text, kind).replace(/[\n\t]/g, (found) => `⟨${breaks.get(found)?.[0] ?? ''}⟩`);
}

/** Where the last part of a path begins. */
export function nameStart(path: string): number {
  return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
}

/** The last part of a path is what one looks for; the folders before it are quiet. */
export function Path({ path, title }: { path: string; title?: string }): JSX.Element {
  const cut = nameStart(path);
  return (
    <span class="path" title={oneLine(title ?? path)}>
      <span class="quiet">{visibleLine(path.slice(0, cut))}</span>
      <b>{visibleLine(path.slice(cut))}</b>
    </span>
  );
}

/** Stands in for blank lines and says how many. */
export function blankRun(lines: number, what = 'blank line'): JSX.Element {
  return <span class="blank-run">⋯ {count(lines, what)} ⋯</span>;
}

/** Code without line numbers, as the children of one `pre`. */
export function codeText(text: string): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) parts.push(visible(lines.join('\n') + '\n', 'code'));
    lines = [];
  };
  for (const row of textRows(text).rows) {
    if (row.type === 'line') {
      lines.push(row.text);
    } else {
      flush();
      parts.push(blankRun(row.count), '\n');
    }
  }
  flush();
  return parts;
}
