import { no } from '#domain/basics/refusal.ts'
import { changingWords } from '#domain/people/changing-password.ts'
import {
  codeReuseSeconds,
  readCode,
  type SecondFactorRefusal,
  secondFactorTries,
  secondFactorWords,
  whyNotCode,
} from '#domain/people/second-factor.ts'
import type { Db } from '../db/database.ts'
import type { Limits } from '../db/limits.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { countingTries } from './own-account.ts'
import { ownAccountStore } from './own-account-store.ts'

export type Code = NonNullable<ReturnType<typeof readCode>>

export const wrongCode: SecondFactorRefusal = no('code-wrong', 'code')

export const objectToCode = (refusal: SecondFactorRefusal | null, status?: number): void =>
  refuse(secondFactorWords, refusal, status)

/** Five wrong codes, then a wait; and a code that was looked at once is no proof any more. */
export async function countingCodes<Result>(
  limits: Limits,
  accountId: string,
  code: Code,
  check: () => Promise<Result>,
  onLimit: () => Promise<void> = async () => undefined,
): Promise<Result> {
  const counted = `code of ${accountId}`
  if (!(await limits.allows(counted, secondFactorTries))) {
    if (await limits.allows(`told ${counted}`, { ...secondFactorTries, max: 1 })) await onLimit()
    objectToCode(no('codes-limited'), 429)
  }
  const once = { max: 1, seconds: codeReuseSeconds }
  if (code.kind === 'app' && !(await limits.allows(`${counted} ${code.code}`, once))) objectToCode(wrongCode)
  const result = await check()
  await limits.forget(counted)
  return result
}

/** Whoever sits at a page that somebody left is not its person: the password, and the code where there is one. */
export async function proveOwner(
  { identity, limits }: { identity: Identity; limits: Limits },
  db: Db,
  accountId: string,
  { current, code: typed }: { current: string; code: string },
): Promise<void> {
  const { hasSecondFactor } = await ownAccountStore(db).find(accountId)
  if (hasSecondFactor) objectToCode(whyNotCode(typed))
  // first the password: a wrong one spends no backup code
  await countingTries({ limits }, accountId, async () => {
    if (!(await identity.isPasswordOf(accountId, current)))
      refuse(changingWords, no('current-wrong', 'current'))
  })
  if (!hasSecondFactor) return
  const code = readCode(typed) as Code
  await countingCodes(limits, accountId, code, async () => {
    if (!(await identity.secondFactor.isRight(accountId, code))) objectToCode(wrongCode)
  })
}
