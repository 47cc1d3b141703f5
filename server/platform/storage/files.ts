import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Files } from '../../basics/files.ts'

/** The store does not answer, or not as it should. What it said is for the log. */
export class FilesUnavailable extends Error {}

/** Keys are made of ids and words that were checked; one that leads elsewhere is a fault of ours. */
export function checkedKey(key: string): string {
  const parts = key.split('/')
  const isSafe = parts.every((part) => part !== '' && !/^\.|[\\\0]/.test(part))
  if (!isSafe) throw new Error(`a file outside its folder: ${key}`)
  return key
}

/** What is asked of the disk. */
export type Disk = Pick<typeof fs, 'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'stat'>

/** A draft so old belongs to nobody any more: its process died over it. */
const abandonedMs = 3_600_000

export function filesOnDisk(folder: string, disk: Disk = fs): Files {
  const root = resolve(folder)
  const drafts = join(root, '.drafts')
  let clearedAt = 0

  const pathOf = (key: string): string => join(root, checkedKey(key))

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const path = pathOf(key)
    await makeFolder(drafts)
    await clearDrafts()
    await makeFolder(dirname(path))
    const draft = join(drafts, randomUUID())
    try {
      await writeWhole(draft, bytes)
      await disk.rename(draft, path)
    } catch (error) {
      await disk.rm(draft, { force: true }).catch(() => undefined)
      throw error
    }
    await syncFolder(dirname(path))
  }

  async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
    const file = await disk.open(path, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** With every folder it made on the way, so that none of them is lost with the power. */
  async function makeFolder(path: string): Promise<void> {
    const first = await disk.mkdir(path, { recursive: true, mode: 0o700 })
    if (first === undefined) return
    for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
  }

  async function syncFolder(path: string): Promise<void> {
    // Windows cannot open a folder, and keeps its names safe without being asked
    if (process.platform === 'win32') return
    const opened = await disk.open(path, 'r')
    try {
      await opened.sync()
    } finally {
      await opened.close()
    }
  }

  /** What a process that was killed left behind. */
  async function clearDrafts(): Promise<void> {
    const now = Date.now()
    if (now - clearedAt < abandonedMs) return
    clearedAt = now
    for (const name of await disk.readdir(drafts)) {
      const path = join(drafts, name)
      const found = await disk.stat(path).catch(() => null)
      if (found && now - found.mtimeMs > abandonedMs) await disk.rm(path, { force: true })
    }
  }

  return {
    put,
    get: async (key) =>
      disk.readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    remove: async (key) => disk.rm(pathOf(key), { force: true }),
  }
}
