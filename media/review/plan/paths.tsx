import { createContext, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { FoundFile } from '../../../src/protocol/page';
import { oneLine, visible } from '../text';
import { Board, useBoard } from '../comments/board';

/** A file that a plan may mean, and a line in it. */
export interface FilePlace {
  readonly path: string;
  readonly line: number | undefined;
}

const part = String.raw`[\p{L}\p{N}_@.+~-]+`;
const lineText = String.raw`(?::(\d{1,7})(?::\d{1,7}|-\d{1,7})?)?`;
const inCode = new RegExp(String.raw`^((?:/|\./|\.\./)?(?:${part}/)*${part})${lineText}$`, 'u');
/** In plain words only what has a folder or an ending is looked up, or every word would be. */
const inWords = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/@:.~+-])((?:\./|\.\./)?(?:${part}/)+${part}|[\p{L}\p{N}_-]{1,80}\.[a-z]{1,5})${lineText}(?![\p{L}\p{N}_/])`,
  'gu',
);

/** So many paths are asked about at once, and in all. */
const batch = 500;
const most = 5000;
const restMs = 120;

/** Which paths in the plan are files. Those that are drawn are asked about, together and after they are drawn. */
export class Paths {
  readonly files = new Board<FoundFile>((a, b) => a.image === b.image);
  private readonly asked = new Set<string>();
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly find: (paths: readonly string[]) => void,
    readonly open: (place: FilePlace) => void,
  ) {}

  want(path: string): void {
    if (this.asked.has(path) || this.asked.size >= most) return;
    this.asked.add(path);
    this.waiting.push(path);
    this.timer ??= setTimeout(() => this.ask(), restMs);
  }

  private ask(): void {
    this.timer = undefined;
    const { waiting } = this;
    this.waiting = [];
    for (let from = 0; from < waiting.length; from += batch) this.find(waiting.slice(from, from + batch));
  }
}

export const PathsContext = createContext<Paths | null>(null);

/** The file that a piece of code names, if it looks like a path. */
export function pathInCode(text: string): FilePlace | null {
  const match = text.length <= 300 ? inCode.exec(text) : null;
  if (!match?.[1] || !/[./]/.test(match[1]) || /^\.+$/.test(match[1])) return null;
  return { path: match[1], line: match[2] === undefined ? undefined : Math.max(1, Number(match[2])) };
}

/** Plain words, with what may be files apart. */
export function withPaths(text: string): ComponentChildren {
  if (!/[./]/.test(text) || text.length > 20_000) return visible(text);
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(inWords)) {
    const found = pathInCode(match[0]);
    if (!found) continue;
    if (match.index > from) parts.push(visible(text.slice(from, match.index)));
    parts.push(<PathLink place={found}>{visible(match[0], 'code')}</PathLink>);
    from = match.index + match[0].length;
  }
  if (parts.length === 0) return visible(text);
  if (from < text.length) parts.push(visible(text.slice(from)));
  return parts;
}

/** A link once it is known that the file exists; until then, and if not, only its words. */
export function PathLink(props: { place: FilePlace; children: ComponentChildren }): JSX.Element {
  const paths = useContext(PathsContext);
  return paths ? <Known {...props} paths={paths} /> : <>{props.children}</>;
}

/** An image of the workspace under its words; images from elsewhere are words only. */
export function PlanImage(props: { src: string; alt: string; children: ComponentChildren }): JSX.Element {
  const paths = useContext(PathsContext);
  return paths ? <KnownImage {...props} paths={paths} /> : <>{props.children}</>;
}

function KnownImage(props: { src: string; alt: string; paths: Paths; children: ComponentChildren }): JSX.Element {
  const { src, alt, paths, children } = props;
  paths.want(src);
  const image = useBoard(paths.files, src)?.image;
  return (
    <>
      {children}
      {image !== undefined && <img class="picture" src={image} alt={alt} />}
    </>
  );
}

function Known(props: { place: FilePlace; paths: Paths; children: ComponentChildren }): JSX.Element {
  const { place, paths, children } = props;
  paths.want(place.path);
  const exists = useBoard(paths.files, place.path);
  if (!exists) return <>{children}</>;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    if (event.isTrusted) paths.open(place);
  };
  const { path, line } = place;
  return (
    <button
      type="button"
      class="file-link"
      title={oneLine(line === undefined ? `Open ${path}` : `Open ${path} at line ${line}`)}
      onClick={open}
    >
      {children}
    </button>
  );
}
