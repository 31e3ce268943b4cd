/* Which language a file is in, by its name, in the words of the highlighter on the page. */

const byExtension: Readonly<Record<string, string>> = {
  ...all('bash', 'sh bash zsh ksh bats'),
  ...all('c', 'c h'),
  ...all('cpp', 'cc cpp cxx hpp hh hxx'),
  ...all('csharp', 'cs'),
  ...all('css', 'css'),
  ...all('scss', 'scss'),
  ...all('diff', 'diff patch'),
  ...all('go', 'go'),
  ...all('java', 'java'),
  ...all('javascript', 'js mjs cjs jsx'),
  ...all('json', 'json jsonc json5 ipynb webmanifest'),
  ...all('kotlin', 'kt kts'),
  ...all('markdown', 'md markdown mdx'),
  ...all('php', 'php'),
  ...all('python', 'py pyi'),
  ...all('ruby', 'rb rake gemspec'),
  ...all('rust', 'rs'),
  ...all('sql', 'sql'),
  ...all('swift', 'swift'),
  ...all('ini', 'toml ini cfg conf properties'),
  ...all('typescript', 'ts mts cts tsx'),
  ...all('xml', 'xml html htm svg xhtml vue plist'),
  ...all('yaml', 'yaml yml'),
};

const byName: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  makefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  '.bashrc': 'bash',
  '.bash_profile': 'bash',
  '.profile': 'bash',
  '.zshrc': 'bash',
  '.zshenv': 'bash',
  '.envrc': 'bash',
};

/** The language of a file by its name, or undefined if none is known. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  const found = own(byName, name) ?? (dot < 0 ? undefined : own(byExtension, name.slice(dot + 1)));
  return found;
}

function all(language: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, language]));
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
