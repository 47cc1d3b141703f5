import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { onServer, templateOf, type World } from './postgres.ts'

export type ClonedDatabase = { url: string; drop(): Promise<void> }

const objectInUse = '55006'

/** A database of one's own, a copy of the template: some 30 ms. */
export async function cloneDatabase(world: World = 'nothing'): Promise<ClonedDatabase> {
  const server = process.env.TEST_POSTGRES
  if (!server) throw new Error('There is no PostgreSQL for tests: is testing/vitest-setup.ts a globalSetup?')
  const name = `test_${randomBytes(8).toString('hex')}`
  await patiently(() => onServer(server, `create database ${name} template ${templateOf(world)}`))
  const { href: url } = Object.assign(new URL(server), { pathname: `/${name}` })
  return { url, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
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
