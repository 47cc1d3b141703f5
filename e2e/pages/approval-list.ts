import type { Page } from '@playwright/test'
import type { Db } from '#server/db/database.ts'
import { aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'

export const approvalPath = '/dashboard/pilot/approval'
export const rowOf = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id })
export const press = (page: Page, id: string, name: 'Approve' | 'Reject') =>
  rowOf(page, id).getByRole('button', { name, exact: true }).click()
export const statusOf = async (db: Db, id: string) =>
  (await db.selectFrom('requests').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** A hospital of the test's own, so that its list holds what the test puts there. */
export async function aPlace(db: Db, change: Parameters<typeof aHospital>[1] = {}) {
  const id = `approving${process.pid}${nextNumber()}`
  await aHospital(db, { id, ...change })
  for (const role of ['admin', 'staff'] as const)
    await anAccount(db, { email: `${role}.${id}`, grant: { product: 'pilot', role, organisationId: id } })
  return { id, admin: `admin.${id}`, staff: `staff.${id}` }
}
