import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { type Client, clientOf } from './client.ts'
import { type ClonedDatabase, cloneDatabase } from './database.ts'
import type { World } from './postgres.ts'
import { type AppProcess, spawnApp, startApp } from './process.ts'

/** Gone when the test is. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-main-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A clone, and the way into it as its owner. */
export async function aDatabase(world: World = 'people'): Promise<ClonedDatabase & { opened: Database }> {
  const clone = await cloneDatabase(world)
  const opened = openDatabase(clone.ownerUrl, { onError: () => undefined })
  onTestFinished(async () => {
    await opened.close()
    await clone.drop()
  })
  return { ...clone, opened }
}

/** A server of its own process that serves, until the test is over. */
export async function running(settings: Record<string, string>): Promise<AppProcess> {
  const app = await startApp(settings)
  onTestFinished(async () => void (await app.signal('SIGKILL')))
  return app
}

/** What a process that ends by itself said. */
export async function ended(settings: Record<string, string>, args: string[] = []) {
  const app = await spawnApp(settings, args)
  return { code: await app.exited, printed: app.printed() }
}

export const signedIn = async (app: AppProcess, email: string): Promise<Client> => {
  const client = clientOf({ url: app.url, origin: app.url })
  expect((await client.signIn(email)).status).toBe(200)
  return client
}
