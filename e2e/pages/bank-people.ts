import type { Db } from '#server/db/database.ts'
import { aBank, anAccount } from '#testing/makers/makers.ts'

/** A bank that no other test has to do with, and two who work there. */
export async function aStaffedBank(db: Db) {
  const { id, name } = await aBank(db)
  const grant = { product: 'bloodbank', role: 'admin', organisationId: id } as const
  await anAccount(db, { email: `${id}_bloodbank` })
  await anAccount(db, { email: `${id}.second`, grant })
  return { id, name, first: `${id}_bloodbank`, second: `${id}.second` }
}
