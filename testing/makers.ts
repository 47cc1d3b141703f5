import type { Insertable } from 'kysely'
import { hours, later, wholeMinute } from '#domain/basics/time.ts'
import { localPart, type Product, type Role } from '#domain/people/roles.ts'
import type { RaiseDraft } from '#domain/requests/raising.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { hexOf } from './dice.ts'

/** Every account a maker makes has it. */
export const thePassword = 'crossmatch'
export const theDomain = 'crossmatch.example'

/** `firm_pilot` is short for firm_pilot@crossmatch.example. */
export const emailOf = (name: string): string => (name.includes('@') ? name : `${name}@${theDomain}`)

/** Hashing takes a fifth of a second of a core, so it is done once. */
export function theHash(): Promise<string> {
  hash ??= hashPassword(thePassword)
  return hash
}
let hash: Promise<string> | null = null

/** The n-th of what is made without a name, so that makers can be called again and again. */
export const nextNumber = (): number => ++made
let made = 0

export type Organisation = Insertable<Tables['organisations']>

export const aHospital = (db: Db, change: Partial<Organisation> = {}) =>
  anOrganisation(db, { kind: 'hospital', ...change })

export const aBank = (db: Db, change: Partial<Organisation> = {}) =>
  anOrganisation(db, { kind: 'bank', ...change })

async function anOrganisation(db: Db, change: Partial<Organisation> & Pick<Organisation, 'kind'>) {
  const row = organisationRow(change)
  await db.insertInto('organisations').values(row).execute()
  return row
}

export function organisationRow(change: Partial<Organisation> & Pick<Organisation, 'kind'>) {
  const id = change.id ?? `${change.kind}${nextNumber()}`
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}`
  return {
    id,
    name: change.kind === 'hospital' ? `${name} Hospital` : name,
    address: '1 Anna Salai, Chennai 600002',
    phones: ['+914400000001', '+914400000002'],
    email: emailOf(id),
    accountStatus: 'active' as const,
    referenceBankId: null,
    createdAt: new Date('2026-01-05T04:30:00Z'),
    ...change,
  } satisfies Organisation
}

export type AccountWish = {
  /** A whole address, or what stands before @crossmatch.example. */
  email?: string
  name?: string
  /** What the provider gave; without it the e-mail decides. */
  grant?: { product: Product; role: Role; organisationId: string | null }
}

export async function anAccount(db: Db, wish: AccountWish = {}): Promise<{ id: string; email: string }> {
  const { account, credential } = accountRows(wish, await theHash())
  await db.insertInto('accounts').values(account).execute()
  await db.insertInto('credentials').values(credential).execute()
  if (wish.grant)
    await db
      .insertInto('grants')
      .values({ accountId: account.id, ...wish.grant })
      .execute()
  return account
}

/** An account as the identity library stores one. */
export function accountRows(wish: AccountWish, password: string) {
  const email = emailOf(wish.email ?? `person${nextNumber()}`)
  const id = hexOf(`account ${email}`, 32)
  return {
    account: { id, email, name: wish.name ?? localPart(email) },
    credential: {
      id: hexOf(`credential ${email}`, 32),
      accountId: id,
      providerAccountId: id,
      providerId: 'credential',
      password,
    },
  }
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
