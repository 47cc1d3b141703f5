import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Sum, sumOf, writeWhole } from './copying.ts'

/** Where a backup says what it is; written last, so that whatever has it is whole. */
const manifestName = 'backup.json'
/** As `sha256sum --check` reads it. */
const sumsName = 'SHA256SUMS'

const Manifest = z.object({
  format: z.literal(1),
  /** A copy of the embedded server's files, or what pg_dump wrote. */
  kind: z.enum(['cluster', 'dump']),
  takenAt: z.iso.datetime(),
  /** Of PostgreSQL. */
  version: z.number().int(),
  /** The point of the log at which the tables were as they are told here. */
  point: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })),
  files: z.object({ count: z.number(), missing: z.number() }),
  sums: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** It cannot be done as asked; the message is a sentence for the person at the terminal. */
export class BackupRefused extends Error {}

export async function writeManifest(
  folder: string,
  sums: readonly Sum[],
  about: Omit<Manifest, 'sums' | 'format'>,
): Promise<void> {
  const lines = sums.map(({ path, sha256 }) => `${sha256}  ${path}\n`).sort((a, b) => (a < b ? -1 : 1))
  const { sha256 } = await writeWhole(join(folder, sumsName), lines.join(''))
  const manifest: Manifest = { format: 1, ...about, sums: sha256 }
  await writeWhole(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Refuses what is no backup, half a backup or a spoiled one. */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; paths: string[] }> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null)
  if (text === null)
    throw new BackupRefused(`${folder} is no whole backup: it has no ${manifestName}, which is written last.`)
  const read = Manifest.safeParse(jsonIn(text))
  if (!read.success) throw new BackupRefused(`${join(folder, manifestName)} cannot be read.`)
  if ((await sumOf(join(folder, sumsName))) !== read.data.sums)
    throw new BackupRefused(`${join(folder, sumsName)} is not as it was written.`)
  const lines = (await readFile(join(folder, sumsName), 'utf8')).split('\n').filter((line) => line !== '')
  for (const line of lines) {
    const [sha256, path = ''] = [line.slice(0, 64), line.slice(66)]
    const found = await sumOf(join(folder, path))
    if (found === null) throw new BackupRefused(`${path} is missing in the backup.`)
    if (found !== sha256) throw new BackupRefused(`${path} is not as it was written.`)
  }
  return { manifest: read.data, paths: lines.map((line) => line.slice(66)) }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
