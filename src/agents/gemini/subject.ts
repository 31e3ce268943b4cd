import type { Note } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { folderFrom, shownTool } from '../shown';
import type { Shown } from '../shown';
import { PlanInput, ReplaceInput, ShellInput, WriteInput } from './payload';
import type { GeminiPayload } from './payload';

/**
 * What a call is about.
 *
 * @param plansFolder where Gemini CLI keeps plans, as it tells its hooks by GEMINI_PLANS_DIR
 */
export function shownOf(payload: GeminiPayload, plansFolder: string | undefined): Shown {
  const { tool_name: name, tool_input: input } = payload;
  const known = Object.hasOwn(tools, name) ? tools[name]?.(payload, plansFolder) : undefined;
  if (known) return known;
  return shownTool(name, input, payload.mcp_context?.server_name);
}

/** The tools that are shown as more than their values, by name; each gives undefined for an input that is not one of it. */
const tools: Readonly<Record<string, (payload: GeminiPayload, plansFolder: string | undefined) => Shown | undefined>> =
  {
    run_shell_command({ tool_input: input, cwd }) {
      const shell = ShellInput.safeParse(input);
      if (!shell.success) return undefined;
      const { command, description, dir_path: folder } = shell.data;
      const words = description === undefined ? {} : { description };
      const fields = fieldsOf(input, ['command', 'description', 'dir_path']);
      return {
        subject: { type: 'command', command, language: 'bash', cwd: folderFrom(cwd, folder), ...words, fields },
        notes: [],
      };
    },
    write_file({ tool_input: input }, plansFolder) {
      const write = WriteInput.safeParse(input);
      if (!write.success) return undefined;
      const { file_path: path, content } = write.data;
      const fields = fieldsOf(input, ['file_path', 'content']);
      return {
        subject: { type: 'edit', edits: [{ type: 'write', path, content }], fields },
        notes: planNotes(path, plansFolder),
      };
    },
    replace({ tool_input: input }, plansFolder) {
      const replace = ReplaceInput.safeParse(input);
      if (!replace.success) return undefined;
      const { file_path: path, old_string: oldText, new_string: newText, allow_multiple: all = false } = replace.data;
      const fields = fieldsOf(input, ['file_path', 'old_string', 'new_string', 'allow_multiple']);
      return {
        subject: { type: 'edit', edits: [{ type: 'replace', path, oldText, newText, all }], fields },
        notes: planNotes(path, plansFolder),
      };
    },
    exit_plan_mode({ tool_input: input }, plansFolder) {
      const plan = PlanInput.safeParse(input);
      if (!plan.success || !isName(plan.data.plan_filename) || !plansFolder) return undefined;
      const path = `${plansFolder}/${plan.data.plan_filename}`;
      return { subject: { type: 'plan', markdown: '', path, options: [] }, notes: [] };
    },
  };

/** Measured: in plan mode write_file with a bare name writes into the folder of plans. The payload does not tell the mode. */
function planNotes(path: string, plansFolder: string | undefined): readonly Note[] {
  if (!isName(path) || !plansFolder) return [];
  const text = `In plan mode Gemini CLI means ${plansFolder}/${path}, not the file shown here.`;
  return [{ kind: 'info', title: 'Which file this is depends on the mode.', text }];
}

/** Whether a path is a mere name, which cannot lead out of a folder. */
function isName(path: string): boolean {
  return path !== '' && path !== '.' && path !== '..' && !/[/\\\0]/.test(path);
}
