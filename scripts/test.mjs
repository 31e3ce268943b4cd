// Runs the tests, layer by layer, and installs first what they need. Usage: node scripts/test.mjs [layer ...] [-- node's own options]
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureChromium, ensureDependencies, ensureRuntimes, projectRoot } from './setup.mjs';

/**
 * What each layer needs built and installed, how many of its files run at once, and how long it may take in minutes, as a whole and each
 * file: one that hangs is named, and ends neither the others nor the layers after it. `processes`: the files share so many processes, since
 * starting one costs more than most of them take. Only for layers that change nothing outside of themselves.
 */
const layers = {
  unit: { build: [], concurrency: 2, processes: 6, minutes: 5, fileMinutes: 3 },
  hook: {
    build: ['node', 'esbuild.mjs', 'hook', 'command', 'opencode', 'uninstall', 'libraries'],
    concurrency: 2,
    minutes: 10,
    fileMinutes: 4,
  },
  page: { build: ['node', 'esbuild.mjs', 'review'], chromium: true, concurrency: 2, minutes: 15, fileMinutes: 5 },
  host: {
    build: ['npm', 'run', '--silent', 'package'],
    chromium: true,
    runtimes: true,
    concurrency: 1,
    minutes: 20,
    fileMinutes: 8,
  },
  agents: {
    build: ['npm', 'run', '--silent', 'package'],
    chromium: true,
    runtimes: true,
    concurrency: 1,
    minutes: 30,
    fileMinutes: 8,
  },
};

const [names, options] = parse(process.argv.slice(2));
const totals = new Map();
const lines = [];
const built = new Set();
let failed = false;

try {
  await ensureDependencies();
  for (const name of names) {
    const layer = layers[name];
    if (layer.chromium) await ensureChromium();
    if (layer.runtimes) await ensureRuntimes();
    await build(layer.build);
    const files = testFiles(join(projectRoot, 'test', name));
    if (files.length === 0) throw new Error(`There are no tests in test/${name}.`);
    console.log(`\n== ${name}: ${files.length} files`);
    const started = Date.now();
    const code = await runLayer(layer, layer.processes ? shared(name, files, layer.processes) : files);
    failed ||= code !== 0;
    lines.push(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }
} catch (error) {
  console.error(error.message);
  failed = true;
}
console.log(`\n${lines.join('\n')}`);
for (const [key, value] of totals) console.log(`# ${key} ${value}`);
process.exitCode = failed ? 1 : 0;

/** @param {readonly string[]} given */
function parse(given) {
  const split = given.indexOf('--');
  const wanted = split < 0 ? given : given.slice(0, split);
  const unknown = wanted.find((name) => !Object.hasOwn(layers, name));
  if (unknown) {
    console.error(`No such layer: ${unknown} (there are ${Object.keys(layers).join(', ')}).`);
    process.exit(2);
  }
  return [wanted.length > 0 ? wanted : Object.keys(layers), split < 0 ? [] : given.slice(split + 1)];
}

/** @param {readonly string[]} command */
async function build(command) {
  const key = command.join(' ');
  if (!key || built.has(key)) return;
  built.add(key);
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command[0], command.slice(1), { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (status) => {
      if (status !== 0) process.stdout.write(output);
      resolve(status);
    });
  });
  if (code !== 0) throw new Error(`The build failed: ${key}`);
}

/** Node 20 takes no patterns. @param {string} folder */
function testFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => relative(projectRoot, join(folder, name)))
    .sort();
}

/**
 * Writes files that import the tests in turn, and gives their names. Files of neighbouring names, which often take long together, are dealt out.
 * @param {string} layer @param {readonly string[]} files @param {number} processes
 */
function shared(layer, files, processes) {
  const folder = join(projectRoot, 'node_modules', '.cache', 'tests');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: Math.min(processes, files.length) }, (_, index) => {
    const own = files.filter((_file, at) => at % processes === index);
    const path = join(folder, `${layer}${index + 1}.test.mjs`);
    writeFileSync(
      path,
      own.map((file) => `import ${JSON.stringify(pathToFileURL(join(projectRoot, file)))};\n`).join(''),
    );
    return relative(projectRoot, path);
  });
}

/** @param {{ concurrency: number, minutes: number, fileMinutes: number }} layer @param {readonly string[]} files */
function runLayer(layer, files) {
  const tty = process.stdout.isTTY === true;
  const child = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--test', `--test-concurrency=${layer.concurrency}`],
      `--test-timeout=${layer.fileMinutes * 60_000}`,
      `--test-reporter=${tty ? 'spec' : 'tap'}`,
      ...options,
      ...files,
    ],
    {
      cwd: projectRoot,
      env: { ...process.env, ...(tty ? { FORCE_COLOR: '1' } : {}) },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  );
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
  };
  const limit = setTimeout(() => {
    console.error(`It takes longer than ${layer.minutes} minutes: ended.`);
    end();
  }, layer.minutes * 60_000);
  // The tests are in a group of their own, so that nothing of them is left behind.
  const stop = () => {
    end();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let rest = '';
  child.stdout.on('data', (data) => {
    process.stdout.write(data);
    const text = rest + data;
    const whole = text.lastIndexOf('\n') + 1;
    count(text.slice(0, whole));
    rest = text.slice(whole);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(limit);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });
}

/** Adds up what the layers' summaries say. @param {string} text */
function count(text) {
  // eslint-disable-next-line no-control-regex
  const plain = text.replace(/\u001b\[\d+m/g, '');
  for (const [, key, value] of plain.matchAll(/^(?:#|ℹ) (tests|pass|fail|cancelled|skipped|todo) (\d+)$/gm)) {
    totals.set(key, (totals.get(key) ?? 0) + Number(value));
  }
}
