import * as z from 'zod/mini';
import type { Addition } from '../../core/request';

/** Something to remember as a payload offers it: a member of `permission_suggestions`. */
const Suggestion = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('setMode'), mode: z.string(), destination: z.string() }),
  z.looseObject({
    type: z.literal('addRules'),
    rules: z.array(z.looseObject({ toolName: z.string(), ruleContent: z.optional(z.string()) })),
    behavior: z.string(),
    destination: z.string(),
  }),
  z.looseObject({ type: z.literal('addDirectories'), directories: z.array(z.string()), destination: z.string() }),
]);
type Suggestion = z.infer<typeof Suggestion>;

/** An addition with what is sent for it. */
export interface ClaudeAddition extends Addition {
  /** A member of `updatedPermissions`. */
  readonly update: unknown;
}

/**
 * What an approved plan can lead to, by `updatedPermissions` with setMode (measured with 2.1.332). Never bypassPermissions: a payload in
 * plan mode does not tell whether the session had it before.
 */
export const planModes: readonly ClaudeAddition[] = [
  { id: 'default', label: 'ask for each edit', detail: 'Each edit and command still asks' },
  { id: 'acceptEdits', label: 'accept edits', detail: 'Edits in this session no longer ask' },
  { id: 'auto', label: 'auto mode', detail: 'Only what Claude Code calls risky still asks' },
].map((mode) => ({ ...mode, update: { type: 'setMode', mode: mode.id, destination: 'session' } }));

/** Where a suggestion is stored (hooks reference, "permission update entries"; the files measured with 2.1.332). */
const destinations: Readonly<Record<string, string>> = {
  session: 'for this session only, stored nowhere',
  localSettings: 'stored in .claude/settings.local.json of the project, for you',
  projectSettings: 'stored in .claude/settings.json of the project, for everyone',
  userSettings: 'stored in your ~/.claude/settings.json, for all projects',
};

const modeWords: Readonly<Record<string, Pick<Addition, 'label' | 'detail'>>> = {
  acceptEdits: { label: 'accept edits from now on', detail: 'Edits in the project no longer ask' },
  default: { label: 'ask each time', detail: 'Each edit and command asks' },
  auto: { label: 'auto mode', detail: 'Only what Claude Code calls risky still asks' },
};

/** What Claude Code suggests to remember with an approval. What is not understood, or would do more than allow, is not offered. */
export function suggestedAdditions(suggestions: readonly unknown[]): readonly ClaudeAddition[] {
  return suggestions.flatMap((update, index) => {
    const parsed = Suggestion.safeParse(update);
    const words = parsed.success ? wordsOf(parsed.data) : undefined;
    return words ? [{ id: `suggestion-${index}`, ...words, update }] : [];
  });
}

function wordsOf(suggestion: Suggestion): Pick<Addition, 'label' | 'detail'> | undefined {
  const where = Object.hasOwn(destinations, suggestion.destination) ? destinations[suggestion.destination] : undefined;
  if (where === undefined) return undefined;
  switch (suggestion.type) {
    case 'setMode': {
      const words = Object.hasOwn(modeWords, suggestion.mode) ? modeWords[suggestion.mode] : undefined;
      return words && { label: words.label, detail: `${words.detail}; ${where}` };
    }
    case 'addRules': {
      if (suggestion.behavior !== 'allow' || suggestion.rules.length === 0) return undefined;
      const rules = suggestion.rules.map(({ toolName, ruleContent }) =>
        ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
      );
      return { label: `always allow ${rules.join(', ')}`, detail: `A rule; ${where}` };
    }
    case 'addDirectories': {
      if (suggestion.directories.length === 0) return undefined;
      const folders = suggestion.directories.join(', ');
      return { label: `allow the folder ${folders}`, detail: `Claude Code may work in it; ${where}` };
    }
  }
}
