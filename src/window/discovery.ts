import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { DiscoveryRecord } from '../protocol/discovery';
import type { Disposable } from './disposable';
import { machine, privateFolder } from './home';
import type { Home } from './home';
import { errorCode } from './log';

/** Writes the file by which hooks find this window, keeps it true, and removes it at the end. */
export class DiscoveryFile implements Disposable {
  readonly path: string;

  /** @throws if the folder cannot be made private or written */
  constructor(
    private readonly home: Home,
    private record: DiscoveryRecord,
  ) {
    privateFolder(home.root);
    privateFolder(home.windows);
    this.path = join(home.windows, `${record.pid}-${record.id}.json`);
    this.write();
  }

  /** Changes what is said of the window: its folders, its focus, whether it adopts. */
  update(change: Partial<Pick<DiscoveryRecord, 'folders' | 'focusedAt' | 'adopts'>>): void {
    this.record = { ...this.record, ...change };
    this.write();
  }

  /** Writes the record again if somebody removed it; a cleaned home must not cut this window off. */
  restore(): void {
    if (!existsSync(this.path)) this.write();
  }

  dispose(): void {
    rmSync(this.path, { force: true });
  }

  private write(): void {
    privateFolder(this.home.windows);
    writeFileAtomically(this.path, JSON.stringify(this.record), 0o600);
  }
}

/** Writes a file whole or not at all: a new file beside it, renamed into place. */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode: number): void {
  // The name must not end in .json: the hook's front takes every such file for a record.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.new`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Removes the records, and the sockets, of windows that are gone: of this host and this boot only, when the pid is gone and the
 * address refuses. Files that are not records are left alone.
 */
export async function sweep(home: Home): Promise<void> {
  if (!existsSync(home.windows)) return;
  const here = machine();
  for (const name of readdirSync(home.windows)) {
    const path = join(home.windows, name);
    const record = name.endsWith('.json') ? readRecord(path) : undefined;
    if (!record || !name.startsWith(`${record.pid}-`)) continue;
    if (record.host !== here.host || record.boot !== here.boot) continue;
    if (isAlive(record.pid) || !(await refuses(record.address))) continue;
    rmSync(path, { force: true });
    if (record.address.startsWith(home.sockets) && basename(record.address) === shortId(record.id)) {
      rmSync(record.address, { force: true });
    }
  }
}

/** The part of a window's id that names its socket: paths of sockets must be short. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

function readRecord(path: string): DiscoveryRecord | undefined {
  try {
    const parsed = DiscoveryRecord.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process is there, whosever it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function refuses(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const done = (refused: boolean): void => {
      socket.destroy();
      resolve(refused);
    };
    socket.once('connect', () => done(false));
    socket.once('error', () => done(true));
    socket.setTimeout(1000, () => done(false));
  });
}
