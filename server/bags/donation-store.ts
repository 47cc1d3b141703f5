import { sql } from 'kysely'
import type { Bag } from '#domain/bags/bag.ts'
import type { DonationResult } from '#domain/bags/donation-tests.ts'
import { bagColumns } from '../db/bags.ts'
import type { Work } from '../db/work.ts'

/**
 * Whoever takes in, tests or gives away bags of a donation does so one after the other, at whatever bank. In the order of
 * their numbers, so that nobody waits in a circle, and before any bag is locked.
 */
export async function takeDonations({ db }: Work, numbers: readonly string[]): Promise<void> {
  const names = [...new Set(numbers)].sort().map((number) => `donation ${number}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    db,
  )
}

/** All bags of these numbers, at whatever bank: a donation goes with its bags. */
export const lockDonations = ({ db }: Work, numbers: readonly string[]): Promise<Bag[]> =>
  db
    .selectFrom('bags')
    .select(bagColumns)
    .where(sql<boolean>`number = any(${[...numbers]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export type KeptResult = DonationResult & { testedAt: Date; testedBy: string }

/** The oldest first, by number; of one bank. */
export async function resultsOf(
  { db }: Work,
  bankId: string,
  numbers: readonly string[],
): Promise<Map<string, KeptResult[]>> {
  const rows = await db
    .selectFrom('donationTests')
    .select(['number', 'test', 'result', 'testedAt', 'testedBy'])
    .where('bankId', '=', bankId)
    .where(sql<boolean>`number = any(${[...numbers]}::text[])`)
    .orderBy('id')
    .execute()
  const kept = Map.groupBy(rows, ({ number }) => number)
  return new Map([...kept].map(([number, found]) => [number, found as (KeptResult & { number: string })[]]))
}

/**
 * What banks found reactive in donations of which they have had bags; of the standard's numbers, which are the world's.
 * A number that was typed for nothing says nothing of another's bag.
 */
export async function reactiveElsewhere(
  { db }: Work,
  bankId: string,
  numbers: readonly string[],
): Promise<(DonationResult & { number: string })[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('bags')
    .innerJoin('donationTests', (join) =>
      join
        .onRef('donationTests.bankId', '=', 'bags.bankId')
        .onRef('donationTests.number', '=', 'bags.number'),
    )
    .select(['bags.number', 'test', 'result'])
    .distinct()
    .where(sql<boolean>`bags.number = any(${[...numbers]}::text[])`)
    .where('numberKind', '=', 'isbt')
    .where('bags.bankId', '!=', bankId)
    .where('result', '=', 'reactive')
    .execute()
  return rows as (DonationResult & { number: string })[]
}

export type NewResults = { bankId: string; number: string; results: readonly KeptResult[] }

export async function addResults({ db }: Work, found: readonly NewResults[]): Promise<void> {
  const rows = found.flatMap(({ bankId, number, results }) =>
    results.map(({ test, result, testedAt, testedBy }) => ({
      ...{ bankId, number, test, result, testedAt, testedBy },
    })),
  )
  if (rows.length === 0) return
  // one array for each column: a hundred donations of seven tests are as many values as one
  const of = (key: 'bankId' | 'number' | 'test' | 'result' | 'testedBy') => rows.map((row) => row[key])
  await sql`
    insert into donation_tests (bank_id, number, test, result, tested_at, tested_by)
    select * from unnest(${of('bankId')}::text[], ${of('number')}::text[], ${of('test')}::text[],
      ${of('result')}::text[], ${rows.map(({ testedAt }) => testedAt)}::timestamptz[], ${of('testedBy')}::text[])`.execute(
    db,
  )
}

export const bankNamed = ({ db }: Work, id: string) =>
  db
    .selectFrom('organisations')
    .leftJoin('bankSettings', 'bankSettings.bankId', 'organisations.id')
    .select(['organisations.id', 'name', 'keepsBags'])
    .where('organisations.id', '=', id)
    .where('kind', '=', 'bank')
    .executeTakeFirst()
