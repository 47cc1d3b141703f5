import { sql } from 'kysely'
import type { Bag } from '#domain/bags/bag.ts'
import type { BloodGroup } from '#domain/basics/blood.ts'
import { bagColumns } from '../db/bags.ts'
import type { Work } from '../db/work.ts'

export type KnownBag = Pick<
  Bag,
  'bankId' | 'number' | 'numberKind' | 'component' | 'division' | 'state' | 'expiresAt' | 'place'
> & { takenAt: Date; takenBy: string; bankName: string; fromName: string | null }

/** All of these numbers, at whatever bank. What was given away is not there any more. */
export const bagsNumbered = ({ db }: Work, numbers: readonly string[]): Promise<KnownBag[]> =>
  db
    .selectFrom('bags')
    .innerJoin('organisations as bank', 'bank.id', 'bags.bankId')
    .leftJoin('organisations as giver', 'giver.id', 'bags.fromBankId')
    .select(['bankId', 'number', 'numberKind', 'component', 'division', 'state', 'expiresAt', 'place'])
    .select(['takenAt', 'takenBy', 'bank.name as bankName', 'giver.name as fromName'])
    .where(sql<boolean>`number = any(${[...numbers]}::text[])`)
    .where('state', '!=', 'transferred')
    .execute()

/** Of this bank alone. */
export async function donorGroups(
  { db }: Work,
  bankId: string,
  ids: readonly string[],
): Promise<Map<string, BloodGroup>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('donorForms')
    .select(['id', 'bloodGroup'])
    .where('bankId', '=', bankId)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, bloodGroup }) => [id, bloodGroup]))
}

/** Those that were added; one of which there is a twin meanwhile is not. */
export async function addBags(
  { db, now }: Work,
  bags: readonly Bag[],
  takenBy: string,
): Promise<Set<string>> {
  if (bags.length === 0) return new Set()
  const rows = bags.map((bag) => ({
    ...(Object.fromEntries(bagColumns.map((column) => [column, bag[column]])) as Bag),
    takenAt: now,
    takenBy,
  }))
  const added = await db
    .insertInto('bags')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return new Set(added.map(({ id }) => id))
}
