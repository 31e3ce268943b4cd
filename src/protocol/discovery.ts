import * as z from 'zod/mini';

/**
 * The file by which hooks find a window: `<home>/windows/<pid>-<id>.json`, mode 0600 in a folder of mode 0700, written whole
 * and renamed into place. The file's name starts with the pid so that a shell can test for life without reading it.
 */
export const DiscoveryRecord = z.object({
  version: z.int(),
  /** This run of this window: 16 hex digits, new at each start. It is part of the handshake's proofs. */
  id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** Stable for a workspace, so that reloads do not mark terminals as stale; `COUNTERSIGN_WINDOW` in its terminals. */
  terminalId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  pid: z.int().check(z.positive()),
  host: z.string(),
  /** The machine's boot id; empty where the system has none. */
  boot: z.string(),
  /** Path of the Unix socket, or name of the pipe. */
  address: z.string(),
  /** 32 random bytes in lower-case hex. It never crosses the wire. */
  token: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The workspace folders' real paths. */
  folders: z.array(z.string()),
  /** When the window last had the focus, in milliseconds since the epoch. */
  focusedAt: z.number(),
  /** Whether it takes requests of folders that no window has open. */
  adopts: z.boolean(),
  /** The environment variables that its adapters want from the hook. */
  env: z.object({ names: z.array(z.string()), prefixes: z.array(z.string()) }),
});
export type DiscoveryRecord = z.infer<typeof DiscoveryRecord>;
