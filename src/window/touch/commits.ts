import type { IndexEntry } from './blobs';
import { partsOf } from './git';
import type { Git, GitProblem } from './git';

/** A difference between a commit and the index. */
export interface Difference {
  /** What the commit has; undefined if it has no such file. */
  readonly entry: IndexEntry | undefined;
  /** Whether the index has it. */
  readonly isStaged: boolean;
}

/** What commits have, beside the index. */
export class Commits {
  private readonly heads = new Map<string, Promise<ReadonlyMap<string, Difference> | GitProblem | undefined>>();

  constructor(private readonly git: Git) {}

  /** The id of the commit that a name stands for in the repository of a folder; undefined if it stands for none. */
  async commitOf(folder: string, name: string): Promise<string | undefined> {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
    const output = await this.git.run(folder, args, { fine: [1] });
    const id = 'problem' in output || output.cut ? '' : output.bytes.toString().trim();
    return /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
  }

  /** Where a commit differs from the index, by paths relative to the root of the repository. @param commit its id */
  async differencesOf(
    folder: string,
    commit: string,
    pathspecs: readonly string[],
  ): Promise<ReadonlyMap<string, Difference> | GitProblem> {
    const args = ['diff-index', '--cached', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff'];
    const output = await this.git.run(folder, [...args, '--ignore-submodules=all', commit, '--', ...pathspecs]);
    if ('problem' in output) return output;
    if (output.cut) return { problem: 'Too much for a look' };
    const found = new Map<string, Difference>();
    const parts = partsOf(output.bytes);
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [mode = '', , id = '', , status] = (parts[at] ?? '').slice(1).split(' ');
      const entry = status === 'A' ? undefined : { mode, ids: [id] };
      found.set(parts[at + 1] ?? '', { entry, isStaged: status !== 'D' });
    }
    return found;
  }

  /** Where the last commit differs from the index; undefined if there is none yet. */
  headOf(root: string): Promise<ReadonlyMap<string, Difference> | GitProblem | undefined> {
    const ask = async (): Promise<ReadonlyMap<string, Difference> | GitProblem | undefined> => {
      const commit = await this.commitOf(root, 'HEAD');
      return commit === undefined ? undefined : this.differencesOf(root, commit, []);
    };
    const known = this.heads.get(root) ?? ask();
    this.heads.set(root, known);
    return known;
  }
}
