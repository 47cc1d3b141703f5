import type { Insertable } from 'kysely'
import { localPart, type Product, type Role } from '#domain/people/roles.ts'
import type { Tables } from '#server/db/tables.ts'
import { hashPassword } from '#server/platform/identity/passwords.ts'
import { hexOf } from './dice.ts'

/** Every account a maker makes has it. */
export const thePassword = 'crossmatch'
export const theDomain = 'crossmatch.example'

/** `firm_pilot` is short for firm_pilot@crossmatch.example. */
export const emailOf = (name: string): string => (name.includes('@') ? name : `${name}@${theDomain}`)

/** Made at a low cost, which is written beside it: else each sign-in would take a fifth of a second of a core. */
export function theHash(): Promise<string> {
  hash ??= hashPassword(thePassword, { memory: 64, passes: 1 })
  return hash
}
let hash: Promise<string> | null = null

/** The n-th of what is made without a name, so that makers can be called again and again. */
export const nextNumber = (): number => ++made
let made = 0

export type Organisation = Insertable<Tables['organisations']>

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
  /** False: signed up, and nobody has opened the link in the mail. */
  isProved?: boolean
}

/** An account as the identity library stores one. */
export function accountRows(wish: AccountWish, password: string) {
  const email = emailOf(wish.email ?? `person${nextNumber()}`)
  const id = hexOf(`account ${email}`, 32)
  return {
    account: { id, email, name: wish.name ?? localPart(email), emailVerified: wish.isProved ?? true },
    credential: {
      id: hexOf(`credential ${email}`, 32),
      accountId: id,
      providerAccountId: id,
      providerId: 'credential',
      password,
    },
  }
}
