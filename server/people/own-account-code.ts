import type { people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { changingWords } from '#domain/people/changing-password.ts'
import { readCode, secondFactorWords, whyNotCode, whyNotConfirm } from '#domain/people/second-factor.ts'
import { peopleWords } from '#domain/people/words.ts'
import type { Db } from '../db/database.ts'
import type { Limits } from '../db/limits.ts'
import type { Handlers } from '../platform/http/call.ts'
import { Answer, refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { tellBackupCode, tellLimited, tellSignIn } from './account-trail.ts'
import { cookiesFor } from './driver-session.ts'
import { endFormer } from './former-session.ts'
import { aboutAccount, countingTries } from './own-account.ts'
import { ownAccountStore, ownAccountWriter } from './own-account-store.ts'
import { type Code, countingCodes, objectToCode, wrongCode } from './own-proof.ts'
import { peopleStore } from './store.ts'

type Parts = { identity: Identity; limits: Limits }
type Routes = Pick<
  typeof people,
  'giveCode' | 'beginSecondFactor' | 'confirmSecondFactor' | 'removeSecondFactor'
>

/** Adding a second factor, giving its code at sign-in, and switching it off. */
export function secondFactorHandlers(parts: Parts): Handlers<Routes> {
  const { identity, limits } = parts
  const { secondFactor } = identity

  return {
    async giveCode(call, { code: typed }) {
      const { db, headers, setCookies, inTransaction } = call
      objectToCode(whyNotCode(typed))
      const code = readCode(typed) as Code
      const accountId = await secondFactor.accountAtStep(headers.get('cookie'))
      if (!accountId) throw stepOver()
      const { email } = await ownAccountStore(db).find(accountId)
      const cookies = await countingCodes(
        limits,
        accountId,
        code,
        async () => {
          const answer = await secondFactor.finishStep(code, headers)
          if (answer === 'over') throw stepOver()
          if (answer === 'wrong') objectToCode(wrongCode)
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
      await endFormer(call)
      await tellSignIn(call, actor)
      if (left !== null) await tellBackupCode(call, actor, left)
      setCookies(await cookiesFor(actor, cookies, db, identity))
      return { actor }
    },

    async beginSecondFactor({ db, actor }, { password }) {
      const { hasSecondFactor } = await ownAccountStore(db).find(actor.accountId)
      if (hasSecondFactor) objectToCode(no('already-on'))
      const key = await countingTries(parts, actor.accountId, async () => {
        const begun = await secondFactor.begin(actor.accountId, password)
        if (!begun) refuse(changingWords, no('current-wrong', 'password'))
        return begun
      })
      return key as NonNullable<typeof key>
    },

    async confirmSecondFactor({ db, actor, inTransaction }, { code: typed }) {
      const { accountId } = actor
      objectToCode(whyNotConfirm(typed))
      const code = readCode(typed) as Code
      const { hasSecondFactor, keyId } = await ownAccountStore(db).find(accountId)
      if (hasSecondFactor) objectToCode(no('already-on'))
      if (!keyId) objectToCode(no('not-begun'))
      await countingCodes(limits, accountId, code, async () => {
        if (!(await secondFactor.confirm(accountId, code.code))) objectToCode(wrongCode)
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
      objectToCode(whyNotCode(typed))
      const code = readCode(typed) as Code
      if (!(await ownAccountStore(db).find(accountId)).hasSecondFactor) objectToCode(no('not-on'))
      // first the password: a wrong one spends no backup code
      await countingTries(parts, accountId, async () => {
        if (!(await identity.isPasswordOf(accountId, password)))
          refuse(changingWords, no('current-wrong', 'password'))
      })
      await countingCodes(limits, accountId, code, async () => {
        if (!(await secondFactor.isRight(accountId, code))) objectToCode(wrongCode)
      })
      return inTransaction(async (work) => {
        const account = await ownAccountWriter(work, accountId)
        if (!(await account.removeSecondFactor())) objectToCode(no('not-on'))
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

const stepOver = (): Answer => new Answer(422, { code: 'step-over', ...secondFactorWords['step-over'] })

/** The password was right, but the account opens nothing (ruling AMB-147). */
export const notLetIn = (): Answer =>
  new Answer(422, { code: 'sign-in-failed', ...peopleWords['sign-in-failed'] })

export async function endSessionIn(db: Db, cookies: readonly string[], identity: Identity): Promise<void> {
  const token = identity.sessionToken(cookies.map((cookie) => cookie.split(';')[0]).join('; '))
  if (token) await peopleStore(db).endSession(token)
}
