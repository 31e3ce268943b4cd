import { createTwoFilesPatch } from 'diff';
import { fenced } from './feedback';

/** A file that was written otherwise than the agent asked. Text has LF endings. */
export interface ChangedByPerson {
  /** For reading. */
  readonly path: string;
  /** As the agent asked for it. */
  readonly asked: string;
  /** As it is written. */
  readonly written: string;
}

/** A longer diff is not told: the model reads the file again at less cost. */
const maxDiffLength = 20_000;

/** Tells a model what a person changed of its edit, so that it does not take its own version for what is in the file. */
export function toldChanges(files: readonly ChangedByPerson[]): string {
  return files
    .filter(({ asked, written }) => asked !== written)
    .map(({ path, asked, written }) => {
      const diff = createTwoFilesPatch('asked', 'written', asked, written, '', '', { context: 2, timeout: 500 });
      const name = JSON.stringify(path);
      if (diff === undefined || diff.length > maxDiffLength) {
        return `The user changed this edit of ${name} before it was applied. Read the file again before you go on.`;
      }
      const body = diff.slice(diff.indexOf('@@')).trimEnd();
      return `The user changed this edit of ${name} before it was applied. From what you asked for to what is in the file now:\n\n${fenced(body, 'diff')}`;
    })
    .join('\n\n');
}
