/* The lazy chunk: loaded when the first block of code in a known language comes into view. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { bash, css, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** A piece of code, or several in one scope such as `keyword`. */
export type CodePiece = string | { readonly scope: string; readonly pieces: readonly CodePiece[] };

interface Node {
  readonly scope?: string;
  readonly children: readonly (string | Node)[];
}

/** Code in pieces; null if the language is not known. Never HTML: the pieces become nodes of the page. */
export function codePieces(code: string, language: string): readonly CodePiece[] | null {
  if (!hljs.getLanguage(language)) return null;
  // The tree behind its HTML has no public name; without it the HTML would have to be parsed.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const result = hljs.highlight(code, { language, ignoreIllegals: true }) as unknown as {
    readonly _emitter: { readonly rootNode: Node };
  };
  // oxlint-disable-next-line eslint/no-underscore-dangle
  return result._emitter.rootNode.children.map(pieceOf);
}

function pieceOf(node: string | Node): CodePiece {
  return typeof node === 'string' ? node : { scope: node.scope ?? '', pieces: node.children.map(pieceOf) };
}
