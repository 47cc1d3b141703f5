import { type Database, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { grantRights, letAppIn, ownsTheTrail } from './db/roles.ts'
import { takeBackNumbersToCome } from './db/transaction-numbers.ts'
import { startJobs } from './platform/tasks/jobs.ts'
import { queues } from './worker.ts'

/** The app works as one role; what belongs to the owner is done as another, where there is one (decision 21). */
export type Reach = { url: string; ownerUrl: string | null }

/** Brings the database up to date, and gives the app's role its rights on whatever is new. */
export async function prepare({ url, ownerUrl }: Reach): Promise<void> {
  const database = openDatabase(ownerUrl ?? url, { connections: 1 })
  try {
    await migrate(database.pool)
    await settleNumbers(database)
    if (ownerUrl) await prepareRoles(database, url, ownerUrl)
  } finally {
    await database.close()
  }
}

/** Only its owner may; where the app starts without him, he has prepared it before. */
async function settleNumbers({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  try {
    if (await ownsTheTrail(client)) await takeBackNumbersToCome(client)
  } finally {
    client.release(true)
  }
}

async function prepareRoles({ pool }: Database, url: string, ownerUrl: string): Promise<void> {
  // the queues have tables of their own
  const jobs = await startJobs({ url: ownerUrl, isWorker: false, queues, onError: () => undefined })
  await jobs.stop()
  const client = await pool.connect()
  try {
    await grantRights(client, await letAppIn(client, url))
  } finally {
    client.release()
  }
}

/** Null: the app cannot change what it has written into the trail. */
export async function whyTrailIsOpen(databaseUrl: string): Promise<string | null> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  try {
    if (!(await ownsTheTrail(database.pool))) return null
    return 'Warning: the role of DATABASE_URL owns the tables, so whoever gets hold of the app could rewrite the trail. Set DATABASE_OWNER_URL as well (docs/operations.md, Roles).'
  } finally {
    await database.close()
  }
}
