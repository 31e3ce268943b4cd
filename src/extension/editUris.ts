import * as vscode from 'vscode';
import { entryOf, isPending } from '../core/queueState';
import { visibleString } from '../core/visibleText';
import type { FileView, RequestView } from '../protocol/views';
import type { ReviewWindow } from '../window/reviewWindow';
import { editScheme } from './ids';

/** `before`: the file on disk as the decision is bound to it. `proposed`: what would be approved. `edit`: the same, to be edited. */
export type EditSide = 'before' | 'proposed' | 'edit';
const sides: readonly EditSide[] = ['before', 'proposed', 'edit'];

/** A document of ours, and what it shows. */
export interface EditDocument {
  readonly id: string;
  readonly side: EditSide;
  readonly file: FileView;
  readonly view: RequestView;
}

/** Names of languages as notebooks and the page say them, where VS Code takes the language from another ending. */
const endings: Readonly<Record<string, string>> = {
  python: '.py',
  markdown: '.md',
  javascript: '.js',
  typescript: '.ts',
  r: '.r',
  julia: '.jl',
};

/**
 * The address of one side of a file under review. The path is the file's own, so that its name gives the language and labels read as
 * the person knows them; the request, the side and the file's place in the edit stand in the query.
 */
export function editUri({ id, subject }: RequestView, file: FileView, side: EditSide): vscode.Uri {
  const place = subject.type === 'edit' ? subject.files.indexOf(file) : -1;
  return vscode.Uri.from({ scheme: editScheme, path: pathOf(file), query: `${side}.${id}.${place}` });
}

/** The request and the side that an address names; undefined for addresses that are not ours. */
export function editPlaceOf(
  uri: vscode.Uri,
): { readonly id: string; readonly side: EditSide; readonly at: number } | undefined {
  if (uri.scheme !== editScheme) return undefined;
  const [name, id, at] = uri.query.split('.');
  const side = sides.find((one) => one === name);
  return side === undefined || id === undefined ? undefined : { id, side, at: Number(at) };
}

/** What a document of ours shows, as long as its request waits; undefined for all others. */
export function editDocumentOf(review: ReviewWindow, uri: vscode.Uri): EditDocument | undefined {
  const place = editPlaceOf(uri);
  const status = entryOf(review.state, place?.id)?.status;
  if (!place || !status || !isPending(status)) return undefined;
  const view = review.viewOf(place.id);
  const file = view?.subject.type === 'edit' ? view.subject.files[place.at] : undefined;
  return view && file && pathOf(file) === uri.path ? { id: place.id, side: place.side, file, view } : undefined;
}

/**
 * Characters that are not seen, turn the reading direction or pass for others would let a name look like another one in breadcrumbs and
 * labels, so they are named. Half of a surrogate pair, which an agent can write in JSON, cannot be part of an address at all.
 */
function pathOf(file: FileView): string {
  return vscode.Uri.file(visibleString(file.absolutePath, 'exact').replace(/[\n\t]/g, '\u25A1')).path + endingOf(file);
}

/** A notebook by its own name would open in VS Code's notebook editor, which shows neither a single cell nor what does not parse. */
function endingOf({ absolutePath, cell, language = '' }: FileView): string {
  if (cell !== undefined) return Object.hasOwn(endings, language) ? endings[language]! : '.txt';
  return /\.ipynb$/i.test(absolutePath) ? '.json' : '';
}
