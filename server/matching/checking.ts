import { setTimeout as sleep } from 'node:timers/promises'
import { no, type Wording } from '#domain/basics/refusal.ts'
import { localPart } from '#domain/people/roles.ts'
import { readHearers } from '../db/hearers.ts'
import type { Limits } from '../db/limits.ts'
import { signInTries } from '../people/handlers.ts'
import { whosePassword } from '../people/whose-password.ts'
import type { Call } from '../platform/http/call.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import type { By } from './samples.ts'

/** Who compared bags and request beside the one who issues. */
export type Checker = { readonly accountId: string; readonly person: string }

const checkerWords = {
  'checker-wrong': {
    title: 'Second Person',
    text: 'E-mail or password of the second person are not right.',
  },
  'checker-elsewhere': {
    title: 'Second Person',
    text: 'The second person has to be somebody who acts for your blood bank.',
  },
  'checker-limited': {
    title: 'Second Person',
    text: 'That was wrong too often. Please wait a minute and try again.',
  },
} satisfies Record<string, Wording>

/** Longer than a password takes: whether the address is known cannot be told. */
const sameMs = 250

/**
 * The second person's own word, on the spot: their password, counted as signing in is, and nobody else is signed in by
 * it. A second factor is not asked for: it guards signing in, and here the first person is (decision 86).
 */
export async function checkerBy(
  { identity, limits }: { identity: Identity; limits: Limits },
  { db, network }: Pick<Call, 'db' | 'network'>,
  { bankId, accountId }: By,
  typed: { email: string; password: string },
): Promise<Checker> {
  const email = typed.email.trim().toLowerCase()
  const counted = `sign-in ${email}`
  if (!(await limits.allowsFrom(network, counted, signInTries)))
    refuse(checkerWords, no('checker-limited', 'checker'), 429)
  const sameForAll = sleep(sameMs)
  const theirs = await whosePassword({ db, identity }, email, typed.password)
  await sameForAll
  if (theirs === null) refuse(checkerWords, no('checker-wrong', 'checker'))
  await limits.forget(`${counted} ${network}`)
  const { hearers } = await readHearers(db, { places: [bankId], drivers: [] })
  const found = hearers(bankId).find((one) => one.accountId === theirs && one.email !== null)
  if (!found) refuse(checkerWords, no('checker-elsewhere', 'checker'))
  return { accountId: found?.accountId ?? accountId, person: found?.name || localPart(email) }
}
