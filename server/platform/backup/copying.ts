import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Patients and donors stand in it: for its owner's eyes alone. */
const onlyOwner = { folder: 0o700, file: 0o600 }

export type Sum = { path: string; bytes: number; sha256: string }

const atOnce = 8
const chunk = 1 << 18

/**
 * Every file below a folder, by its path in it, in no order. What goes while it is looked at is passed over: the
 * server that is being copied removes files of its own.
 */
export async function filesBelow(folder: string, isWanted = (_path: string) => true): Promise<string[]> {
  const found: string[] = []
  async function look(below: string): Promise<void> {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true }).catch(gone)) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (!isWanted(path)) continue
      if (entry.isDirectory()) await look(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  await look('')
  return found
}

function gone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Copies the files, each on the disk when this resolves, and tells what was written. */
export async function copyFiles(from: string, to: string, paths: readonly string[]): Promise<Sum[]> {
  const sums: Sum[] = []
  const waiting = [...paths]
  async function copyOn(): Promise<void> {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const sum = await copyFile(join(from, path), join(to, path)).catch(gone)
      if ('sha256' in sum) sums.push({ path, ...sum })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, copyOn))
  return sums
}

async function copyFile(from: string, to: string): Promise<Omit<Sum, 'path'>> {
  await using source = await open(from, 'r')
  await mkdir(dirname(to), { recursive: true, mode: onlyOwner.folder })
  await using target = await open(to, 'wx', onlyOwner.file)
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunk)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, chunk, bytes)
    if (bytesRead === 0) break
    const part = buffer.subarray(0, bytesRead)
    hash.update(part)
    await target.writeFile(part)
    bytes += bytesRead
  }
  await target.sync()
  return { bytes, sha256: hash.digest('hex') }
}

export async function writeWhole(path: string, content: string | Uint8Array): Promise<Omit<Sum, 'path'>> {
  await mkdir(dirname(path), { recursive: true, mode: onlyOwner.folder })
  await using file = await open(path, 'wx', onlyOwner.file)
  await file.writeFile(content)
  await file.sync()
  const bytes = Buffer.from(content)
  return { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export async function sumOf(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(gone)
  if (Array.isArray(file)) return null
  const hash = createHash('sha256')
  try {
    const buffer = Buffer.allocUnsafe(chunk)
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, chunk, at)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
  } finally {
    await file.close()
  }
}

/** The names in it, too, survive a power cut. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name))
  await syncFolder(folder)
}

export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

/** Empty folders are part of a cluster: PostgreSQL does not make them again. */
export async function makeFolders(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(folder, path), { recursive: true, mode: onlyOwner.folder })
    await chmod(join(folder, path), onlyOwner.folder)
  }
}

export const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
