import { join } from 'node:path';
import * as z from 'zod/mini';
import { fixtureText } from './fixtures';

const Captured = z.looseObject({ session_id: z.string(), cwd: z.string() });

/** A captured payload of Claude Code, moved to a project of ours and with another input. */
function moved(
  fixture: string,
  cwd: string,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const captured = Captured.parse(JSON.parse(fixtureText('claude', fixture)));
  return { ...captured, cwd, transcript_path: join(cwd, '.no-transcript.jsonl'), tool_input: input };
}

/** Claude Code asks to run a command. */
export function bashPayload(cwd: string, command: string, description = 'Run it'): Readonly<Record<string, unknown>> {
  return moved('PermissionRequest-Bash.v2.1.332.json', cwd, { command, description });
}

/** Claude Code asks to replace text in a file of the project. */
export function editPayload(
  cwd: string,
  file: string,
  oldText: string,
  newText: string,
): Readonly<Record<string, unknown>> {
  return moved('PermissionRequest-Edit.v2.1.332.json', cwd, {
    file_path: join(cwd, file),
    old_string: oldText,
    new_string: newText,
    replace_all: false,
  });
}

/** Claude Code tells that a call has run; with `PostToolUseFailure`, that it ended with an error. */
export function ranPayload(
  asked: Readonly<Record<string, unknown>>,
  input: unknown,
  fixture: 'PostToolUse-Edit' | 'PostToolUse-Bash' | 'PostToolUseFailure-Bash' = 'PostToolUse-Edit',
): Readonly<Record<string, unknown>> {
  const captured = Captured.parse(JSON.parse(fixtureText('claude', `${fixture}.v2.1.332.json`)));
  return {
    ...captured,
    session_id: asked['session_id'],
    cwd: asked['cwd'],
    tool_name: asked['tool_name'],
    tool_input: input,
  };
}

/** Claude Code asks to write a file of the project. */
export function writePayload(cwd: string, file: string, content: string): Readonly<Record<string, unknown>> {
  return moved('PermissionRequest-Write.v2.1.332.json', cwd, { file_path: join(cwd, file), content });
}

/** Claude Code asks to change a cell of a notebook of the project. */
export function cellPayload(
  cwd: string,
  file: string,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return moved('PermissionRequest-NotebookEdit.v2.1.332.json', cwd, { notebook_path: join(cwd, file), ...input });
}

/** Claude Code asks to leave plan mode. */
export function planPayload(cwd: string, plan: string): Readonly<Record<string, unknown>> {
  return moved('PermissionRequest-ExitPlanMode.v2.1.332.json', cwd, {
    plan,
    planFilePath: join(cwd, '.claude/plans/sample.md'),
  });
}

/** Claude Code asks its user questions. */
export function questionPayload(cwd: string, questions: readonly unknown[]): Readonly<Record<string, unknown>> {
  return moved('PermissionRequest-AskUserQuestion.v2.1.332.json', cwd, { questions });
}

/** What Claude Code is told on an approval; `updatedInput` for the tools that want their input back. */
export function allowed(updatedInput?: unknown): string {
  return hookOutput({ behavior: 'allow', ...(updatedInput === undefined ? {} : { updatedInput }) });
}

/** What Claude Code is told on a refusal. */
export function denied(message: string): string {
  return hookOutput({ behavior: 'deny', message });
}

function hookOutput(decision: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}
