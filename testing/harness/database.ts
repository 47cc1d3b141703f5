import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { at, onServer, templateOf, type World } from './postgres.ts'

export type ClonedDatabase = {
  /** As the role that the app works as. */
  url: string
  /** As the owner: for what only somebody with the database in his hands could do. */
  ownerUrl: string
  drop(): Promise<void>
}

/** The database of that url as its owner. */
export const ownerUrlOf = (url: string): string =>
  at(process.env.TEST_POSTGRES ?? '', new URL(url).pathname.slice(1))

const objectInUse = '55006'

/** A database of one's own, a copy of the template: some 30 ms. */
export async function cloneDatabase(world: World = 'nothing'): Promise<ClonedDatabase> {
  const { TEST_POSTGRES: server, TEST_POSTGRES_APP: app } = process.env
  if (!server || !app)
    throw new Error('There is no PostgreSQL for tests: is testing/harness/vitest-setup.ts a globalSetup?')
  const name = `test_${randomBytes(8).toString('hex')}`
  await patiently(() => onServer(server, `create database ${name} template ${templateOf(world)}`))
  return {
    url: at(app, name),
    ownerUrl: at(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

/** One without a table in it, as its owner. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_POSTGRES ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name}`)
  return {
    url: at(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

async function patiently(clone: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await clone()
    } catch (error) {
      if ((error as { code?: string }).code !== objectInUse || tries > 20) throw error
      await sleep(50 * tries)
    }
  }
}
