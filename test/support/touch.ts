import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PatternPiece, Target } from '../../src/core/command/targets';
import type { TouchRow, TouchVerb } from '../../src/protocol/command';
import { usualLimits } from '../../src/window/touch/budget';
import type { Limits } from '../../src/window/touch/budget';
import { lookAt } from '../../src/window/touch/look';
import { temporaryFolder } from './cleanup';

/** What a target of a test is, beside what it is about. */
export interface TargetOptions {
  readonly verb?: TouchVerb;
  readonly recursive?: boolean;
  readonly cwd?: string | null;
}

/** A project on disk that commands would touch, and a folder beside it. */
export class TouchedProject {
  readonly root: string;
  readonly folder: string;
  readonly outside: string;
  private readonly temporary = temporaryFolder('touch-');

  constructor() {
    this.root = realpathSync(this.temporary.path);
    this.folder = join(this.root, 'project');
    this.outside = join(this.root, 'outside');
    for (const path of [this.folder, this.outside]) mkdirSync(path);
  }

  /** Writes files of the project, by relative path; the folders above are made. */
  put(...files: readonly (readonly [name: string, content: string])[]): void {
    for (const [name, content] of files) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), content);
    }
  }

  /** Runs git in the project, as its user does. */
  git(...args: readonly string[]): string {
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
    return execFileSync('git', [...identity, ...args], { cwd: this.folder, encoding: 'utf8', stdio: 'pipe' });
  }

  /** Makes the project a repository with all its files committed. */
  commit(): void {
    this.git('init', '-q');
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'First', '--allow-empty');
  }

  /** A target that is a path: of a text to the letter, or of pieces. */
  path(pattern: string | readonly PatternPiece[], options: TargetOptions = {}): Target {
    const pieces = typeof pattern === 'string' ? [{ type: 'text', text: pattern } as const] : pattern;
    const { recursive = false } = options;
    return this.target({ type: 'path', pattern: pieces, recursive }, options);
  }

  /** A target of any kind. */
  target(about: Target['about'], { verb = 'deletes', cwd = this.folder }: TargetOptions = {}): Target {
    return { step: 1, verb, from: 0, to: 1, what: 'it', about, cwd };
  }

  /** The rows of targets. */
  async rows(
    targets: readonly Target[],
    limits: Partial<Limits> = {},
    env?: NodeJS.ProcessEnv,
  ): Promise<readonly TouchRow[]> {
    const { signal } = new AbortController();
    // Machines under load are slow, and what is found must not depend on it.
    const patient = { ...usualLimits, walkMs: 60_000, gitMs: 60_000, ...limits };
    const options = { cwd: this.folder, folders: [this.folder], signal, limits: patient, ...(env ? { env } : {}) };
    return (await lookAt(targets, options)).rows;
  }

  /** The row of one target. */
  async row(target: Target, limits: Partial<Limits> = {}, env?: NodeJS.ProcessEnv): Promise<TouchRow> {
    const [row] = await this.rows([target], limits, env);
    if (!row) throw new Error('There is no row.');
    return row;
  }

  remove(): void {
    this.temporary.remove();
  }
}

/** A glob. */
export function glob(text: string): PatternPiece {
  return { type: 'glob', text };
}
