import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/harness/database.ts'
import { fhirQuestionsOf } from '#testing/harness/fhir-plans.ts'
import {
  bankQuestionsOf,
  findQuestionsOf,
  listeningTo,
  type Plan,
  planOf,
  providerQuestionsOf,
  type Question,
  questionsAbout,
  questionsOf,
  sequentialIn,
} from '#testing/harness/plans.ts'
import { sized } from '#testing/harness/size.ts'
import { fillRequests, ofTheQuietOne } from '#testing/makers/million.ts'
import { openDatabase } from '../db/database.ts'

const now = new Date()
const database = await cloneDatabase('nothing')
const { pool } = openDatabase(database.ownerUrl, { connections: 1 })
const { db, hear } = listeningTo(pool)

/** A list that walks more than its page shows at a hundred thousand already; the long tier has the million. */
const count = sized(100_000, 1_000_000)
/** Some twenty seconds for the million where nobody else works; a busy machine takes its time. */
const patience = 300_000

beforeAll(async () => {
  const client = await pool.connect()
  await fillRequests(client, count)
  client.release(true)
}, patience)

afterAll(async () => {
  await db.destroy()
  await database.drop()
}, patience)

/** What speaks against the way a question is answered. */
function faultsIn(plan: Plan, most: number): string[] {
  const told = `${plan.rows} rows, ${plan.pages} pages, by ${plan.scans.join(', ')}`
  return [
    ...sequentialIn(plan).map((scan) => `${scan}: ${told}`),
    ...(plan.rows > most ? [`more than ${most} rows: ${told}`] : []),
    ...(plan.pages > Math.max(500, 2 * most) ? [`too many pages: ${told}`] : []),
  ]
}

async function faultsOf(question: Question, client: pg.Pool | pg.PoolClient = pool): Promise<string[]> {
  const { answer, queries } = await hear(question)
  const plans = await Promise.all(queries.map((query) => planOf(client, query)))
  return plans.flatMap((plan) => faultsIn(plan, question.most(answer)))
}

test(`API-07 there are ${count} requests, and one hospital has a fifth of them`, async () => {
  const { rows } = await pool.query(
    `select count(*)::int as all, (count(*) filter (where hospital_id = 'busy'))::int as busy,
      (count(*) filter (where hospital_id = 'quiet'))::int as quiet from requests`,
  )
  expect(rows).toEqual([{ all: count, busy: count / 5 - 8, quiet: ofTheQuietOne }])
})

describe('each question of a list walks an index for about a page of rows', () => {
  test.each(questionsOf(db, now).map((question) => [question.name, question] as const))(
    'API-05..08 %s',
    async (_name, question) => {
      expect(await faultsOf(question)).toEqual([])
    },
  )

  test.each(bankQuestionsOf(db, now).map((question) => [question.name, question] as const))(
    'HISTORY-02 INVENTORY-04 %s',
    async (_name, question) => {
      expect(await faultsOf(question)).toEqual([])
    },
  )

  test.each(fhirQuestionsOf(db, now).map((question) => [question.name, question] as const))(
    'AMB-329 %s',
    async (_name, question) => {
      expect(await faultsOf(question)).toEqual([])
    },
  )

  test.each(providerQuestionsOf(db, now).map((question) => [question.name, question] as const))(
    'ADMIN-STATUS-05 API-07 JOBS-01 %s',
    async (_name, question) => {
      expect(await faultsOf(question)).toEqual([])
    },
  )

  test.each(findQuestionsOf(db).map((question) => [question.name, question] as const))(
    'AMB-253 %s',
    async (_name, question) => {
      expect(await faultsOf(question)).toEqual([])
    },
  )

  test('what is asked of single rows touches these rows', async () => {
    for (const question of await questionsAbout(db, now)) {
      expect(await faultsOf(question), question.name).toEqual([])
    }
  })
})

describe('and a missing index would be seen', () => {
  test.each([
    ['requests_of_hospital', 'list, deep page of the quiet one'],
    ['requests_of_hospital_by_status', 'list, a rare status of the busy one'],
    ['requests_of_hospital_delivered', 'deliveries, deep page of the busy one'],
    // among fewer another index is as good
    ...sized([], [['requests_of_hospital_live', 'live, first page of the busy one']]),
    ['events_of_subject, events_follow', 'timeline'],
    ['requests_of_hospital_changed', 'FHIR, deep page of the busy one'],
    ['requests_of_bank_changed', 'FHIR, what is active at a bank, deep'],
    ['requests_of_bank', 'issuing, deep page of the middling bank'],
    ['requests_newest', 'orders, deep page'],
    ['requests_newest_by_status', 'orders, a rare status, deep'],
    ['requests_to_find', 'find, a name that two have of all'],
    ['requests_to_find', 'find, a name that nobody has of the busy one'],
  ])('API-07 without %s: %s', async (index, name) => {
    const all = [
      ...questionsOf(db, now),
      ...bankQuestionsOf(db, now),
      ...providerQuestionsOf(db, now),
      ...findQuestionsOf(db),
      ...fhirQuestionsOf(db, now),
      ...(await questionsAbout(db, now)),
    ]
    const question = all.find((one) => one.name === name) as Question
    const { answer, queries } = await hear(question)
    const client = await pool.connect()
    try {
      await client.query(`begin; set local statement_timeout = 0; drop index ${index}`)
      const plans = []
      for (const query of queries) plans.push(await planOf(client, query))
      expect(plans.flatMap((plan) => faultsIn(plan, question.most(answer)))).not.toEqual([])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
