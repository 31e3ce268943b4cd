// The script that agents run, mostly through the shell front: hands the payload on stdin to the window that has its folder
// open, and writes back the bytes that the window answers. It knows no agent. It has no signal handlers on purpose: the
// signals' own effect ends it at once, whatever it is busy with, and the closed socket tells the window.
import { type Answered, ask, greet } from './ask';
import { pidsVariable, readCommandLine } from './commandLine';
import { Input } from './input';
import { write } from './output';
import { watchParents } from './parents';
import { findWindows, realPath, workingFolder } from './records';
import { HookQuestion } from './request';

const commandLine = readCommandLine(process.argv.slice(2), process.env[pidsVariable], process.ppid);
const greeting = greet(workingFolder());
const input = new Input(process.stdin);
let isWriting = false;

watchParents(commandLine.pids, () => process.exit(0));
process.on('uncaughtException', () => void finish(undefined));
void run();

async function run(): Promise<void> {
  let answered: Answered | undefined;
  try {
    await input.ready;
    const payload = input.payload();
    const cwd = payload?.cwd === undefined ? workingFolder() : realPath(payload.cwd);
    const candidates = payload ? findWindows(cwd) : [];
    if (candidates.length > 0) answered = await ask(new HookQuestion(commandLine, input, cwd), candidates, greeting);
  } catch {
    // Whatever went wrong: the fallback.
  }
  await finish(answered);
}

/** Writes the answer, or the fallback, once; confirms it to the window; ends the process. */
async function finish(answered: Answered | undefined): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  const result = answered?.answer.type === 'result' ? answered.answer : undefined;
  const taken = await Promise.all([
    write(1, result ? result.stdout : commandLine.fallback),
    write(2, result ? result.stderr : ''),
  ]);
  if (answered && taken.every(Boolean)) {
    await answered.connection.finish(JSON.stringify({ type: 'written', id: answered.answer.id }));
  }
  await input.drained();
  // The front takes any code but 0 for a crash and would print the fallback after the answer.
  process.exit(commandLine.underFront ? 0 : (result?.exitCode ?? 0));
}
