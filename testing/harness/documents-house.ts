import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Files } from '#server/basics/files.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import { type StoredFiles, storedFilesOn } from '#server/db/stored-files.ts'
import { documentsCommand } from '#server/exchange/command.ts'
import { filesOnDisk } from '#server/platform/storage/files.ts'
import { cloneDatabase } from './database.ts'

/** A database with its files, and the command that moves documents in and out of it. */
export type House = {
  db: Db
  files: StoredFiles & Files
  run(...args: string[]): Promise<{ code: number; said: string[] }>
}

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-documents-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function aHouse(world: 'nothing' | 'people' = 'nothing'): Promise<House> {
  const [house, end] = await openHouse(world, await aFolder())
  onTestFinished(end)
  return house
}

export async function openHouse(
  world: 'nothing' | 'people',
  folder: string,
): Promise<[House, () => Promise<void>]> {
  const { url, drop } = await cloneDatabase(world)
  const { db, close } = openDatabase(url, { connections: 2 })
  const files = filesOnDisk(folder)
  const run = async (...args: string[]) => {
    const said: string[] = []
    const out = { say: (line: string) => void said.push(line) }
    return { code: await documentsCommand(args, { databaseUrl: url, files, out, now: new Date() }), said }
  }
  return [{ db, files: { ...files, ...storedFilesOn(db, files) }, run }, () => close().then(drop)]
}

/** Read, written, skipped and bad of one collection. */
export const tallyOf = (said: string[], name: string): number[] =>
  said
    .find((line) => line.startsWith(`${name} `))
    ?.trim()
    .split(/\s+/)
    .slice(1)
    .map(Number) ?? []
