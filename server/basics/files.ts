/** Where bytes lie, by keys of our own making; which path of §3.3 they have is in `db/stored-files.ts`. */
export type Files = {
  /** Whole or not at all: a reader never sees half a file, not even after a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if there is no such file. */
  get(key: string): Promise<Buffer | null>
  /** Also if it is gone already. */
  remove(key: string): Promise<void>
}
