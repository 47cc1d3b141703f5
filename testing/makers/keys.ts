import { randomUUID } from 'node:crypto'
import { days, later } from '#domain/basics/time.ts'
import { scopesFor } from '#domain/keys/scopes.ts'
import { shownLength } from '#domain/keys/using.ts'
import type { Db } from '#server/db/database.ts'
import { hashOfKey, newKey } from '#server/keys/holding.ts'
import type { KeyRow } from '#server/keys/store.ts'
import { nextNumber } from './makers.ts'

/** A key of the hospital Firm with all that one can have, unless told otherwise. */
export async function aKey(
  db: Db,
  wish: Partial<KeyRow> = {},
  now = new Date(),
): Promise<{ id: string; key: string; name: string }> {
  const product = wish.product ?? 'pilot'
  const key = newKey(wish.isTest ?? false)
  const row = {
    id: `key-${randomUUID()}`,
    organisationId: { pilot: 'firm', plus: 'city', bloodbank: 'redbank', admin: null }[product],
    product,
    name: `Module ${nextNumber()}`,
    prefix: key.slice(0, shownLength),
    hash: hashOfKey(key),
    scopes: [...scopesFor[wish.isTest ? 'pilot' : product]],
    madeBy: 'somebody',
    madeByName: 'Firm',
    madeAt: now,
    until: later(now, days(30)),
    ...wish,
  }
  await db.insertInto('apiKeys').values(row).execute()
  return { id: row.id, key, name: row.name }
}
