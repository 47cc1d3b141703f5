import type { Route } from '#contract/route.ts'
import { raise } from '#domain/requests/raising.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { hexOf } from '../../server/demo/makers/dice.ts'
import { nextNumber } from '../../server/demo/makers/rows.ts'
import type { Client } from '../harness/client.ts'
import type { TestService } from '../harness/service.ts'
import { aDraft, aHospital, anAccount } from './makers.ts'

/** A row as a list shows it, without events and deliveries: quick to make by the hundred. */
export function aRow(hospitalId: string, now: Date, change: Partial<BloodRequest> = {}): BloodRequest {
  const raisedAt = change.raisedAt ?? now
  const id = hexOf(`row ${nextNumber()}`, 8)
  return { ...raise(aDraft(raisedAt), { id, hospitalId, now: raisedAt }), ...change }
}

export async function storeRows(db: Db, rows: readonly BloodRequest[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('requests').values(rows).execute()
}

/** A hospital of its own for each test, so that no test counts another's rows. */
export async function aHospitalWith(service: TestService, make: (hospitalId: string) => BloodRequest[]) {
  const { id } = await aHospital(service.db)
  const rows = make(id)
  await storeRows(service.db, rows)
  await anAccount(service.db, { email: `${id}_pilot` })
  await anAccount(service.db, { email: `${id}_admin` })
  return { id, rows, staff: service.as(`${id}_pilot`), admin: service.as(`${id}_admin`) }
}

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** The ids in the order of a list: the newest first, and of one instant the greatest id first. */
export const newestFirst = (rows: readonly BloodRequest[], by: 'raisedAt' | 'updatedAt' = 'raisedAt') =>
  idsOf([...rows].sort((a, b) => b[by].getTime() - a[by].getTime() || (b.id < a.id ? -1 : 1)))

const mostPages = 200

/** Every page of a list until the end, as ids; `between` happens after each. */
export async function pagesOf(
  client: Client,
  route: Route,
  ask: object = {},
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<string[][]> {
  const pages: string[][] = []
  for (let after: string | undefined; ; ) {
    const answer = await client.done(route, { ...ask, ...(after ? { after } : {}) })
    const { items, next } = answer as { items: { id: string }[]; next: string | null }
    pages.push(idsOf(items))
    if (next === null) return pages
    if (pages.length === mostPages) throw new Error(`the list does not end: ${pages.slice(-2).join(' | ')}`)
    await between(pages.length)
    after = next
  }
}
