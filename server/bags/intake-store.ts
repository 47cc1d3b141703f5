import { sql } from 'kysely'
import type { Bag } from '#domain/bags/bag.ts'
import type { FormStand } from '#domain/bags/forms.ts'
import type { BloodGroup } from '#domain/basics/blood.ts'
import { bagColumns } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
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

/** Of this bank alone, and held: nobody decides on one meanwhile, nor gives it to another donation. */
export async function lockForms(
  { db }: Work,
  bankId: string,
  ids: readonly string[],
): Promise<Map<string, FormStand>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('donorForms')
    .select(['id', 'status'])
    // what the bank found counts, and until then what the donor said
    .select(sql<BloodGroup>`coalesce(findings ->> 'bloodGroup', blood_group)`.as('bloodGroup'))
    .where('bankId', '=', bankId)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, ...form }) => [id, form]))
}

/** All bags of the donation that came in by a form, whichever of them named it and whatever became of them, held. */
export const lockBagsOfForm = ({ db }: Work, bankId: string, id: string): Promise<Bag[]> =>
  db
    .selectFrom('bags')
    .select(bagColumns)
    .where('number', 'in', (named) =>
      named.selectFrom('bags').select('number').where('donorFormId', '=', id).where('bankId', '=', bankId),
    )
    .where('bankId', '=', bankId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Bags of these numbers that this bank took in itself and without a form, held. */
export const lockFormless = async (
  { db }: Work,
  bankId: string,
  numbers: readonly string[],
): Promise<Bag[]> =>
  numbers.length === 0
    ? []
    : db
        .selectFrom('bags')
        .select(bagColumns)
        .where(sql<boolean>`number = any(${[...numbers]}::text[])`)
        .where('bankId', '=', bankId)
        .where('donorFormId', 'is', null)
        .where('fromBankId', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute()

/** Which forms these donations have at this bank. */
export const formsOfNumbers = (
  { db }: Work,
  bankId: string,
  numbers: readonly string[],
): Promise<Pick<Bag, 'number' | 'donorFormId'>[]> =>
  db
    .selectFrom('bags')
    .select(['number', 'donorFormId'])
    .distinct()
    .where(sql<boolean>`number = any(${[...numbers]}::text[])`)
    .where('bankId', '=', bankId)
    .where('donorFormId', 'is not', null)
    .execute()

/** Which donations of this bank have these forms. */
export const bagsOfForms = async (
  { db }: { readonly db: Db },
  bankId: string,
  ids: readonly string[],
): Promise<Pick<Bag, 'number' | 'donorFormId'>[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('bags')
        .select(['number', 'donorFormId'])
        .distinct()
        .where(sql<boolean>`donor_form_id = any(${[...ids]}::text[])`)
        .where('bankId', '=', bankId)
        .execute()

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
