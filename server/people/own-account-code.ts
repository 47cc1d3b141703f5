import type { people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { changingWords } from '#domain/people/changing-password.ts'
import {
  codeReuseSeconds,
  readCode,
  type SecondFactorRefusal,
  secondFactorTries,
  secondFactorWords,
  whyNotCode,
  whyNotConfirm,
} from '#domain/people/second-factor.ts'
import { peopleWords } from '#domain/people/words.ts'
import type { Db } from '../db/database.ts'
import type { Limits } from '../db/limits.ts'
import type { Handlers } from '../platform/http/call.ts'
import { Answer, refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { tellBackupCode, tellLimited, tellSignIn } from './account-trail.ts'
import { cookiesFor } from './driver-session.ts'
import { aboutAccount, countingTries } from './own-account.ts'
import { ownAccountStore, ownAccountWriter } from './own-account-store.ts'
import { peopleStore } from './store.ts'

type Parts = { identity: Identity; limits: Limits }
type Routes = Pick<
  typeof people,
  'giveCode' | 'beginSecondFactor' | 'confirmSecondFactor' | 'removeSecondFactor'
>
type Code = NonNullable<ReturnType<typeof readCode>>

/** Adding a second factor, giving its code at sign-in, and switching it off. */
export function secondFactorHandlers(parts: Parts): Handlers<Routes> {
  const { identity, limits } = parts
  const { secondFactor } = identity

  /** Five wrong codes, then a wait; and a code that was looked at once is no proof any more. */
  async function counting<Result>(
    accountId: string,
    code: Code,
    check: () => Promise<Result>,
    onLimit: () => Promise<void> = async () => undefined,
  ) {
    const counted = `code of ${accountId}`
    if (!(await limits.allows(counted, secondFactorTries))) {
      if (await limits.allows(`told ${counted}`, { ...secondFactorTries, max: 1 })) await onLimit()
      object(no('codes-limited'), 429)
    }
    const once = { max: 1, seconds: codeReuseSeconds }
    if (code.kind === 'app' && !(await limits.allows(`${counted} ${code.code}`, once))) object(wrong)
    const result = await check()
    await limits.forget(counted)
    return result
  }

  return {
    async giveCode(call, { code: typed }) {
      const { db, headers, setCookies, inTransaction } = call
      object(whyNotCode(typed))
      const code = readCode(typed) as Code
      const accountId = await secondFactor.accountAtStep(headers.get('cookie'))
      if (!accountId) throw stepOver()
      const { email } = await ownAccountStore(db).find(accountId)
      const cookies = await counting(
        accountId,
        code,
        async () => {
          const answer = await secondFactor.finishStep(code, headers)
          if (answer === 'over') throw stepOver()
          if (answer === 'wrong') object(wrong)
          return answer as string[]
        },
        // the password was right: whoever guesses here has it
        () => inTransaction((work) => tellLimited(work, { id: accountId, email }).then(() => undefined)),
      )
      const actor = await peopleStore(db).actorBy(email)
      if (!actor) {
        await endSessionIn(db, cookies, identity)
        throw notLetIn()
      }
      const left = code.kind === 'backup' ? (await secondFactor.backupCodes(accountId)).length : null
      await tellSignIn(call, actor)
      if (left !== null) await tellBackupCode(call, actor, left)
      setCookies(await cookiesFor(actor, cookies, db, identity))
      return { actor }
    },

    async beginSecondFactor({ db, actor }, { password }) {
      const { hasSecondFactor } = await ownAccountStore(db).find(actor.accountId)
      if (hasSecondFactor) object(no('already-on'))
      const key = await countingTries(parts, actor.accountId, async () => {
        const begun = await secondFactor.begin(actor.accountId, password)
        if (!begun) refuse(changingWords, no('current-wrong', 'password'))
        return begun
      })
      return key as NonNullable<typeof key>
    },

    async confirmSecondFactor({ db, actor, inTransaction }, { code: typed }) {
      const { accountId } = actor
      object(whyNotConfirm(typed))
      const code = readCode(typed) as Code
      const { hasSecondFactor, keyId } = await ownAccountStore(db).find(accountId)
      if (hasSecondFactor) object(no('already-on'))
      if (!keyId) object(no('not-begun'))
      await counting(accountId, code, async () => {
        if (!(await secondFactor.confirm(accountId, code.code))) object(wrong)
      })
      await inTransaction(async (work) => {
        await ownAccountWriter(work, accountId)
        await work.record({
          ...aboutAccount(actor),
          kind: 'second-factor-added',
          detail: { email: actor.email },
        })
      })
      return { backupCodes: await secondFactor.backupCodes(accountId) }
    },

    async removeSecondFactor({ db, actor, inTransaction }, { password, code: typed }) {
      const { accountId } = actor
      object(whyNotCode(typed))
      const code = readCode(typed) as Code
      if (!(await ownAccountStore(db).find(accountId)).hasSecondFactor) object(no('not-on'))
      // first the password: a wrong one spends no backup code
      await countingTries(parts, accountId, async () => {
        if (!(await identity.isPasswordOf(accountId, password)))
          refuse(changingWords, no('current-wrong', 'password'))
      })
      await counting(accountId, code, async () => {
        if (!(await secondFactor.isRight(accountId, code))) object(wrong)
      })
      return inTransaction(async (work) => {
        const account = await ownAccountWriter(work, accountId)
        if (!(await account.removeSecondFactor())) object(no('not-on'))
        await work.record({
          ...aboutAccount(actor),
          kind: 'second-factor-removed',
          detail: { email: actor.email },
        })
        return {}
      })
    },
  }
}

const wrong: SecondFactorRefusal = no('code-wrong', 'code')

const object = (refusal: SecondFactorRefusal | null, status?: number): void =>
  refuse(secondFactorWords, refusal, status)

const stepOver = (): Answer => new Answer(422, { code: 'step-over', ...secondFactorWords['step-over'] })

/** The password was right, but the account opens nothing (ruling AMB-147). */
export const notLetIn = (): Answer =>
  new Answer(422, { code: 'sign-in-failed', ...peopleWords['sign-in-failed'] })

export async function endSessionIn(db: Db, cookies: readonly string[], identity: Identity): Promise<void> {
  const token = identity.sessionToken(cookies.map((cookie) => cookie.split(';')[0]).join('; '))
  if (token) await peopleStore(db).endSession(token)
}
