import type { Insertable } from 'kysely'
import { type BloodGroup, bloodGroups, type ComponentCode, componentCodes } from '#domain/basics/blood.ts'
import { dayOf, days, later } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { nextNumber } from './rows.ts'

export type Company = Insertable<Tables['companies']>
export type Camp = Insertable<Tables['camps']>

/** Of a component that is named, every group was counted; a group that is not named is 0. */
export type Counts = Partial<Record<ComponentCode, Partial<Record<BloodGroup, number>>>>

/** Counts the named components; an earlier count of them is replaced, as the bank does it. */
export async function stockOf(
  db: Db,
  bankId: string,
  counts: Counts,
  counted: { at?: Date; by?: string } = {},
): Promise<void> {
  await db
    .insertInto('stock')
    .values(stockRows(bankId, counts, counted))
    .onConflict((already) =>
      already.columns(['bankId', 'component', 'bloodGroup']).doUpdateSet(({ ref }) => ({
        quantity: ref('excluded.quantity'),
        countedAt: ref('excluded.countedAt'),
        countedBy: ref('excluded.countedBy'),
      })),
    )
    .execute()
}

export function stockRows(
  bankId: string,
  counts: Counts,
  { at = new Date(), by = `${bankId}_bloodbank` }: { at?: Date; by?: string } = {},
): Insertable<Tables['stock']>[] {
  return componentCodes
    .filter((component) => counts[component] !== undefined)
    .flatMap((component) =>
      bloodGroups.map((bloodGroup) => {
        const quantity = counts[component]?.[bloodGroup] ?? 0
        return { bankId, component, bloodGroup, quantity, countedAt: at, countedBy: by }
      }),
    )
}

/** With its three days still to come, seen from `now`. */
export async function aCompany(db: Db, change: Partial<Company> = {}, now = new Date()): Promise<Company> {
  const row: Company = {
    name: `company${nextNumber()}`,
    category: '0-50',
    donationDays: [7, 14, 21].map((ahead) => dayOf(later(now, days(ahead)))),
    updatedAt: now,
    ...change,
  }
  await db.insertInto('companies').values(row).execute()
  return row
}

/** A camp that a bank asked for; without a wish it is redbank's, so the database must hold that. */
export async function aCamp(db: Db, change: Partial<Camp> = {}, now = new Date()) {
  const bankId = change.bankId ?? 'redbank'
  const row: Camp = {
    bankId,
    category: '0-50',
    heldOn: dayOf(later(now, days(7))),
    askedAt: now,
    askedBy: `${bankId}_bloodbank`,
    ...change,
  }
  const { id } = await db.insertInto('camps').values(row).returning('id').executeTakeFirstOrThrow()
  return { ...row, id }
}
