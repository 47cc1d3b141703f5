import { hours, later, wholeMinute } from '#domain/basics/time.ts'
import { localPart } from '#domain/people/roles.ts'
import type { RaiseDraft } from '#domain/requests/raising.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { madeRequest, type RequestWish, writeRequests } from '../../server/demo/makers/requests.ts'
import {
  type AccountWish,
  accountRows,
  nextNumber,
  type Organisation,
  organisationRow,
  theHash,
} from '../../server/demo/makers/rows.ts'

export { emailOf, nextNumber, thePassword } from '../../server/demo/makers/rows.ts'

export const aHospital = (db: Db, change: Partial<Organisation> = {}) =>
  anOrganisation(db, { kind: 'hospital', ...change })

export const aBank = (db: Db, change: Partial<Organisation> = {}) =>
  anOrganisation(db, { kind: 'bank', ...change })

async function anOrganisation(db: Db, change: Partial<Organisation> & Pick<Organisation, 'kind'>) {
  const row = organisationRow(change)
  await db.insertInto('organisations').values(row).execute()
  return row
}

export async function anAccount(db: Db, wish: AccountWish = {}): Promise<{ id: string; email: string }> {
  const { account, credential } = accountRows(wish, await theHash())
  await db.insertInto('accounts').values(account).execute()
  await db.insertInto('credentials').values(credential).execute()
  if (wish.grant)
    await db
      .insertInto('memberships')
      .values({ accountId: account.id, ...wish.grant })
      .execute()
  return account
}

/** A hospital that nobody else in the database has to do with, and who works there. */
export async function aStaffedHospital(db: Db, change: Partial<Organisation> = {}) {
  const hospital = await aHospital(db, change)
  const grant = { product: 'pilot', organisationId: hospital.id } as const
  const admin = await anAccount(db, { email: `${hospital.id}.chief`, grant: { ...grant, role: 'admin' } })
  const staff = await anAccount(db, { email: `${hospital.id}.nurse`, grant: { ...grant, role: 'staff' } })
  return { hospital, admin: admin.email, staff: staff.email }
}

export async function aDriver(db: Db, change: { email?: string; name?: string; phone?: string } = {}) {
  const account = await anAccount(db, {
    email: change.email ?? `person${nextNumber()}.driver`,
    name: change.name,
  })
  const name = change.name ?? localPart(account.email)
  const row = { email: account.email, accountId: account.id, name, phone: change.phone ?? '+919840000001' }
  await db.insertInto('drivers').values(row).execute()
  return row
}

/**
 * A request in the wished status with the deliveries and the trail of events that lead there. Whoever is not wished
 * for is of people.ts, so the database must hold them.
 */
export async function aRequest(db: Db, wish: RequestWish = {}, now = new Date()): Promise<BloodRequest> {
  const made = madeRequest(wish, now)
  await writeRequests(db, [made])
  return made.request
}

/** A form that nothing speaks against at that moment. */
export function aDraft(now: Date, change: Partial<RaiseDraft> = {}): RaiseDraft {
  const pickupAt = later(wholeMinute(now), hours(1))
  return {
    patientName: 'Lakshmi Narayanan',
    age: 54,
    patientId: 'UH-20417',
    sex: 'Female',
    bloodGroup: 'O+',
    component: 'PRBC',
    units: 2,
    orderType: 'immediate',
    pickupAt,
    deadlineAt: later(pickupAt, hours(3)),
    reservationHours: null,
    reason: 'Post-operative anaemia',
    ...change,
  }
}
