/**
 * What an adapter may ask of the machine it runs on. It is given to adapters, which stay pure. Nothing in it throws: what is not there,
 * cannot be read or is too large is undefined.
 */
export interface World {
  /** The user's home folder. */
  readonly userHome: string;
  /**
   * The regular file below `folder` that was changed last.
   *
   * @param names the folders below it, one after the other, and at last the file: each a name, `*` for any, or `*.md` for any with that
   *   ending. Links are not followed, and where there are too many names to look at all of them there is no file
   */
  newestFile(folder: string, names: readonly string[]): Promise<string | undefined>;
  /** The text of a regular file. */
  text(path: string): Promise<string | undefined>;
  /** The texts of the small files of a folder that are this user's, those with the given ending. */
  smallFiles(folder: string, ending: string): Promise<readonly string[]>;
  /** The text of a small file that nobody but this user can read or write. */
  secret(path: string): Promise<string | undefined>;
  /** Asks a server on this machine. Other hosts are refused before anything is sent. */
  askLoopback(question: LoopbackQuestion): Promise<LoopbackReply | undefined>;
}

/** An HTTP request to a server on this machine. */
export interface LoopbackQuestion {
  /** `127.0.0.1`, `::1` or `localhost`. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** The bearer token; it goes into the header only. */
  readonly token: string;
  /** Sent as JSON. */
  readonly body: unknown;
}

export interface LoopbackReply {
  readonly status: number;
  /** The body, parsed as JSON; undefined if it is none. */
  readonly body: unknown;
}
