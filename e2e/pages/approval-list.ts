import type { Page } from '@playwright/test'
import type { Db } from '#server/db/database.ts'
import { aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'
import { rowOf } from './lists.ts'

export const approvalPath = '/dashboard/pilot/approval'

/** Named with whose request it is. */
export const button = (page: Page, id: string, name: 'Approve' | 'Reject' | 'Undo') =>
  rowOf(page, id).getByRole('button', { name: new RegExp(`^${name} `) })
export const press = (page: Page, id: string, name: 'Approve' | 'Reject' | 'Undo') =>
  button(page, id, name).click()

/** A hospital of the test's own, so that its list holds what the test puts there. */
export async function aPlace(db: Db, change: Parameters<typeof aHospital>[1] = {}) {
  const id = `approving${process.pid}${nextNumber()}`
  await aHospital(db, { id, ...change })
  for (const role of ['admin', 'staff'] as const)
    await anAccount(db, { email: `${role}.${id}`, grant: { product: 'pilot', role, organisationId: id } })
  return { id, admin: `admin.${id}`, staff: `staff.${id}` }
}
