/** What components can ask for. Decisions are not among them: they come about in `input.ts` alone. */
export interface Actions {
  readonly typed: (id: string, text: string) => void;
  /** Saves what was typed without waiting. */
  readonly saveDraft: () => void;
  readonly go: (to: 'next' | 'previous') => void;
  readonly copy: (text: string) => void;
  readonly dismiss: (id: string) => void;
  readonly resume: () => void;
  readonly openLink: (url: string) => void;
  readonly failed: (error: unknown) => void;
}
