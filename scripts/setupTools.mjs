// What the steps of setup.mjs share: the cache, its locks and logs, and running a program. Only Node's own modules.
import { spawn } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Where downloads are kept: outside the checkout, so that clones and branches share them. */
export function cacheFolder() {
  return process.env.COUNTERSIGN_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'countersign');
}

/** Whether a path is a file that can be run. @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The path of a program on the PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/** An empty log file in the cache. @param {string} name */
export function logFile(name) {
  const folder = join(cacheFolder(), 'logs');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.log`);
  writeFileSync(path, '');
  return path;
}

/**
 * Runs a program with its output in a log file, of which a failure shows the end.
 * @param {string} command @param {readonly string[]} parameters
 * @param {{ cwd: string, log: string, env?: Record<string, string>, timeout?: number }} options
 * @returns {Promise<void>}
 */
export function run(command, parameters, { cwd, log, env = {}, timeout }) {
  const output = openSync(log, 'a');
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd,
      env: { ...withoutNpm(process.env), ...env },
      stdio: ['ignore', output, output],
      ...(timeout ? { timeout } : {}),
    });
    const fail = (why) => {
      const end = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n    ');
      reject(new Error(`${command} ${parameters.join(' ')}: ${why}\n    ${end}\n  Log: ${log}`));
    };
    child.on('error', (error) => fail(error.message));
    child.on('close', (code, signal) => (code === 0 ? resolve() : fail(`ended with ${code ?? signal}`)));
  }).finally(() => closeSync(output));
}

/**
 * The environment without what an `npm run` above adds, which a nested npm in another folder would take for its own settings.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpm(env) {
  const added =
    /^(npm_(package_|lifecycle_|config_local_prefix|config_omit|command|execpath|node_execpath)|INIT_CWD$|NODE_TEST_CONTEXT$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !added.test(name)));
}

/**
 * Runs one at a time among all processes that share the cache. Of a holder that was killed the lock is taken over.
 * @template T
 * @param {string} name @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  mkdirSync(cacheFolder(), { recursive: true });
  const path = join(cacheFolder(), `${name}.lock`);
  while (!tryLock(path)) await delay(500);
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} path */
function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
  } catch (error) {
    // Two that take it over at once do the same work twice; the rename at the end keeps that harmless.
    if (error.code === 'ESRCH') rmSync(path, { force: true });
  }
  return false;
}
