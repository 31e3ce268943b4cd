import type { Problem, WindowFacts } from './facts';

/** What keeps every agent's requests from arriving in this window. */
export function windowProblems(window: WindowFacts): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (weight: Problem['weight'], text: string, step: string, mend?: Problem['mend']): void => {
    problems.push({ weight, text, step, ...(mend === undefined ? {} : { mend }) });
  };
  if (window.folders.length === 0) {
    const text = 'This window has no folder open, so that no request belongs here.';
    add('broken', text, 'Open the folder in which the agent works.', { type: 'openFolder' });
  }
  if (window.paused) add('limits', 'Countersign is paused: everything is handed back.', 'Resume.', { type: 'resume' });
  const missing = window.hookFiles.filter(({ mode }) => mode === undefined);
  const front = window.hookFiles.find(({ path }) => path.endsWith('countersign-hook'));
  const cannotRun = front?.mode !== undefined && (front.mode & 0o100) === 0;
  if (missing.length > 0 || cannotRun) {
    const text = cannotRun ? 'The hook cannot be executed.' : `Files of the hook are missing: ${namesOf(missing)}.`;
    add('broken', text, 'Install the hook again.', { type: 'installHook' });
  }
  if (window.record.mode === undefined) {
    add('broken', 'The record by which hooks find this window is missing.', 'Wait 5 seconds: it is written again.');
  }
  for (const { path, mode } of [window.record, window.recordFolder]) {
    if (mode === undefined || (mode & 0o077) === 0 || window.platform === 'win32') continue;
    add('broken', `Others can look into ${path}: hooks do not trust it.`, `Run chmod go= on it.`);
  }
  if (!window.node && !window.runtime?.isThere) {
    const text = "There is no Node on the PATH, and the editor's own is gone: the hook cannot run.";
    add('broken', text, 'Install the hook again, or Node.', { type: 'installHook' });
  }
  return problems;
}

function namesOf(files: readonly { readonly path: string }[]): string {
  return files.map(({ path }) => path.split(/[/\\]/).at(-1)).join(', ');
}
