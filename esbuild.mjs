// Builds dist/ and holds it to its budgets. Usage: node esbuild.mjs [extension] [command] [uninstall] [libraries] [hook] [opencode] [review] [--watch]
import { build, context } from 'esbuild';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const common = {
  bundle: true,
  minify: true,
  logLevel: 'warning',
  legalComments: 'none',
  define: { COUNTERSIGN_VERSION: JSON.stringify(version) },
};
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs' };

/** Sizes in bytes; "without the lazy chunk" for the page. */
const budgets = {
  'extension.cjs': 600_000,
  // The reader of commands, in a thread of its own.
  'command.cjs': 280_000,
  'uninstall.cjs': 100_000,
  'toml.cjs': 180_000,
  'yaml.cjs': 120_000,
  'hook.cjs': 12_000,
  'opencode-plugin.js': 12_000,
  'review/': 260_000,
};

// Its main file is UMD, whose parts esbuild cannot follow: the bundle would fail when it runs.
const jsonc = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

/** Large, and needed by two bundles and only while agents are set up: files of their own, loaded then. */
const libraries = { '@decimalturn/toml-patch': './toml.cjs', yaml: './yaml.cjs' };
const separately = {
  name: 'separately',
  setup({ onResolve }) {
    onResolve({ filter: /^(@decimalturn\/toml-patch|yaml)$/ }, ({ path }) => ({
      path: libraries[path],
      external: true,
    }));
  },
};

const targets = {
  extension: {
    ...node,
    entryPoints: ['src/extension/extension.ts'],
    outfile: 'dist/extension.cjs',
    external: ['vscode'],
    sourcemap: 'linked',
    alias: jsonc,
    plugins: [separately],
  },
  command: { ...node, entryPoints: ['src/window/command/commandWorker.ts'], outfile: 'dist/command.cjs' },
  uninstall: {
    ...node,
    entryPoints: ['src/window/setUp/uninstall.ts'],
    outfile: 'dist/uninstall.cjs',
    alias: jsonc,
    plugins: [separately],
  },
  libraries: {
    ...node,
    entryPoints: { toml: '@decimalturn/toml-patch', yaml: 'yaml' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
  },
  hook: { ...node, entryPoints: ['src/hook/main.ts'], outfile: 'dist/hook.cjs' },
  opencode: {
    ...node,
    // opencode calls every export of a plugin's file, and runs it in Bun.
    format: 'esm',
    entryPoints: ['src/hook/opencodePlugin.ts'],
    outfile: 'dist/opencode-plugin.js',
    banner: {
      js: '// countersign-plugin: hands what opencode asks to the editor. Written by the extension; changes are lost.',
    },
  },
  review: {
    ...common,
    platform: 'browser',
    target: 'chrome128',
    format: 'esm',
    splitting: true,
    entryPoints: { review: 'media/review/main.tsx', style: 'media/review/style.css' },
    outdir: 'dist/review',
    assetNames: '[name]',
    chunkNames: 'lazy-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    // The parser takes it along whether it is asked for or not.
    alias: { ...jsonc, 'linkify-it': './media/review/noLinkify.ts' },
  },
};

const watch = process.argv.includes('--watch');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const wanted = named.length ? named : Object.keys(targets);
mkdirSync('dist', { recursive: true });
if (wanted.includes('review')) rmSync('dist/review', { recursive: true, force: true });

for (const name of wanted) {
  const options = targets[name];
  if (!options) throw new Error(`No such target: ${name}`);
  if (watch) await (await context(options)).watch();
  else await build(options);
  if (name === 'hook') {
    for (const file of ['countersign-hook', 'countersign-hook.cmd']) cpSync(join('src/hook', file), join('dist', file));
    chmodSync('dist/countersign-hook', 0o755);
  }
}

if (!watch) {
  let over = false;
  for (const [name, budget] of Object.entries(budgets)) {
    const size = sizeOf(join('dist', name));
    if (size === undefined) continue;
    const bad = size > budget;
    over ||= bad;
    console.log(`${bad ? 'OVER ' : ''}dist/${name} ${size} of ${budget} bytes`);
  }
  if (over) {
    console.error('Over budget: see DESIGN in CONTRIBUTING.md before you raise a number.');
    process.exit(1);
  }
}

/** A file's size, or what a page loads at once from a folder: its script, what that imports, and its styles; no lazy chunks and fonts. */
function sizeOf(path) {
  if (!existsSync(path)) return undefined;
  if (!path.endsWith('/')) return statSync(path).size;
  const files = new Set(readdirSync(path).filter((file) => /\.(js|css)$/.test(file) && !file.startsWith('lazy-')));
  for (const file of files) {
    // What several chunks need is a chunk too, and no lazy one if the page's script imports it.
    for (const [, chunk] of readFileSync(join(path, file), 'utf8').matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
      files.add(chunk);
  }
  return [...files].reduce((sum, file) => sum + statSync(join(path, file)).size, 0);
}
