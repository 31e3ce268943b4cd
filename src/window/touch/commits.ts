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
    const commit = `${name === '-' ? '@{-1}' : name}^{commit}`;
    return this.idFrom(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', commit]);
  }

  /** The id of the commit that `git switch` puts in place for a name, which may be that of a branch that is only on the server. */
  async branchOf(folder: string, name: string): Promise<string | undefined> {
    return (await this.commitOf(folder, name)) ?? this.commitOf(folder, `refs/remotes/origin/${name}`);
  }

  /** The last commit that the current one and another one have in common. @param commit its id */
  commonOf(folder: string, commit: string): Promise<string | undefined> {
    return this.idFrom(folder, ['merge-base', 'HEAD', commit]);
  }

  /** Whether a name stands for the same commit after `git fetch`: that of a branch, a tag or an id. */
  async isHere(folder: string, name: string): Promise<boolean> {
    const ref = name.replace(/(?:[~^]|@\{).*$/, '');
    if (/^(?:HEAD|@|-|[0-9a-f]{7,64})$/.test(ref)) return true;
    const all = await Promise.all(['heads', 'tags'].map((kind) => this.commitOf(folder, `refs/${kind}/${ref}`)));
    return all.some((id) => id !== undefined);
  }

  private async idFrom(folder: string, args: readonly string[]): Promise<string | undefined> {
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
