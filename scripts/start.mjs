// `npm start`: from a fresh clone to a VS Code in the browser with three permission requests waiting.
// `npm start -- --check`: the same without a person.
import { spawn } from 'node:child_process';
import { ensureChromium, ensureDependencies, ensureRuntimes, projectRoot } from './setup.mjs';

const given = process.argv.slice(2);
const unknown = given.find((one) => one !== '--check');
if (unknown) {
  console.error(`Unknown: ${unknown}. Usage: npm start [-- --check]`);
  process.exit(2);
}
const check = given.includes('--check');

let running;
// Ctrl-C reaches the child from the terminal too; it tidies up, and this waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => running?.kill('SIGTERM'));
process.on('SIGHUP', () => running?.kill('SIGTERM'));

try {
  const started = Date.now();
  await ensureDependencies();
  await ensureRuntimes();
  if (check) await ensureChromium();
  const installed = Date.now();
  await run('npm', ['run', '--silent', 'package'], 'ignore');
  const times = `installed in ${seconds(started, installed)}, built in ${seconds(installed, Date.now())}`;
  console.log(`Countersign is built (${times}).`);
  const code = await run(process.execPath, ['--import', 'tsx', 'scripts/startSession.ts', ...given], 'inherit', true);
  process.exitCode = code;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function seconds(from, to) {
  return `${((to - from) / 1000).toFixed(1)} s`;
}

/** Runs a program in the checkout; its output is shown if it fails, or at once with `inherit`. */
function run(command, parameters, output, anyCode = false) {
  return new Promise((resolve, reject) => {
    const quiet = output === 'ignore';
    running = spawn(command, parameters, {
      cwd: projectRoot,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let printed = '';
    for (const stream of [running.stdout, running.stderr]) stream?.on('data', (data) => (printed += data));
    running.on('error', reject);
    running.on('close', (code, signal) => {
      running = undefined;
      if (code === 0 || (anyCode && code !== null)) resolve(code);
      else reject(new Error(`${command} ${parameters.join(' ')} ended with ${code ?? signal}\n${printed}`));
    });
  });
}
