/* A lazy chunk: loaded when the first code in a language comes into view. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** A piece of code, or several that belong together; `name` is the class of their colour. */
export type CodePiece = string | { readonly name: string | undefined; readonly pieces: readonly CodePiece[] };

const classes: Readonly<Record<string, string>> = {
  keyword: 'hl-k',
  built_in: 'hl-k',
  'variable.language': 'hl-k',
  operator: 'hl-k',
  'selector-tag': 'hl-k',
  name: 'hl-k',
  string: 'hl-s',
  regexp: 'hl-s',
  number: 'hl-b',
  literal: 'hl-b',
  'title.function': 'hl-f',
  title: 'hl-f',
  'title.class': 'hl-f',
  type: 'hl-f',
  section: 'hl-f',
  comment: 'hl-c',
};

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
  if (typeof node === 'string') return node;
  const { scope = '', children } = node;
  return { name: classes[scope] ?? classes[scope.split('.')[0] ?? ''], pieces: children.map(pieceOf) };
}
