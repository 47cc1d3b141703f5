import type { people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { changingWords, whyNotChangePassword } from '#domain/people/changing-password.ts'
import { namingWords, whyNotSetName } from '#domain/people/naming.ts'
import { secondFactorTries } from '#domain/people/second-factor.ts'
import type { Limits } from '../db/limits.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { ownAccountStore, ownAccountWriter } from './own-account-store.ts'
import { peopleStore } from './store.ts'

type Parts = { identity: Identity; limits: Limits }
type Routes = Pick<
  typeof people,
  'ownAccount' | 'setName' | 'changePassword' | 'sessions' | 'endSession' | 'endOtherSessions'
>

/** What everybody who is signed in may look at and change: their own password and sessions. */
export function ownAccountHandlers(parts: Parts): Handlers<Routes> {
  const { identity } = parts
  return {
    async ownAccount({ db, actor }) {
      const { email, name, hasSecondFactor } = await ownAccountStore(db).find(actor.accountId)
      const left = hasSecondFactor ? await identity.secondFactor.backupCodes(actor.accountId) : []
      return { email, name, hasSecondFactor, backupCodesLeft: left.length }
    },

    async setName({ actor, inTransaction }, { name }) {
      refuse(namingWords, whyNotSetName(name, actor))
      return inTransaction(async (work) => {
        const account = await ownAccountWriter(work, actor.accountId)
        await account.setName(name)
        await work.record({ ...aboutAccount(actor), kind: 'name-set', detail: { email: actor.email } })
        return { actor: { ...actor, person: name } }
      })
    },

    async changePassword({ actor, sessionToken, inTransaction }, { current, password }) {
      refuse(changingWords, whyNotChangePassword({ current, password, again: password }))
      await countingTries(parts, actor.accountId, async () => {
        if (!(await identity.isPasswordOf(actor.accountId, current)))
          refuse(changingWords, no('current-wrong', 'current'))
      })
      const passwordHash = await hashPassword(password)
      return inTransaction(async (work) => {
        const account = await ownAccountWriter(work, actor.accountId)
        await account.setPassword(passwordHash)
        const ended = await account.endSessionsBut(sessionToken)
        await work.record({
          ...aboutAccount(actor),
          kind: 'password-changed',
          detail: { email: actor.email, ended },
        })
        return { ended }
      })
    },

    async sessions({ db, actor, sessionToken, now }) {
      const rows = await peopleStore(db).sessionsOf(actor.accountId, now)
      return {
        items: rows.map((row) => ({
          id: row.id,
          startedAt: row.createdAt,
          endsAt: row.expiresAt,
          device: row.userAgent ?? '',
          isThisOne: row.token === sessionToken,
        })),
      }
    },

    endSession: ({ actor, inTransaction }, { id }) =>
      inTransaction(async (work) => {
        const account = await ownAccountWriter(work, actor.accountId)
        if (!(await account.endSession(id))) throw notFound()
        await work.record({
          ...aboutAccount(actor),
          kind: 'sessions-ended',
          detail: { email: actor.email, ended: 1 },
        })
        return {}
      }),

    endOtherSessions: ({ actor, sessionToken, inTransaction }) =>
      inTransaction(async (work) => {
        const account = await ownAccountWriter(work, actor.accountId)
        const ended = await account.endSessionsBut(sessionToken)
        if (ended > 0)
          await work.record({
            ...aboutAccount(actor),
            kind: 'sessions-ended',
            detail: { email: actor.email, ended },
          })
        return { ended }
      }),
  }
}

export const aboutAccount = ({ accountId }: { accountId: string }) => ({
  subjectId: accountId,
})

/** Who is signed in at a PC that somebody left may not guess on for the password. */
export async function countingTries<Result>(
  { limits }: Pick<Parts, 'limits'>,
  accountId: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const counted = `own password ${accountId}`
  if (!(await limits.allows(counted, secondFactorTries))) refuse(changingWords, no('tries-limited'), 429)
  const result = await check()
  await limits.forget(counted)
  return result
}
