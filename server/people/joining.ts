import { randomUUID } from 'node:crypto'
import type { joining } from '#contract/members.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { personIn } from '#domain/people/doer.ts'
import { fits, isOpenToJoin, readsAs } from '#domain/people/granting.ts'
import { joiningWords, whyNotJoin, whyNotOpen } from '#domain/people/member-acts.ts'
import { ownersOf } from '#domain/people/owning.ts'
import { isReserved } from '#domain/people/registering.ts'
import { grantFromEmail, organisationIn } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import type { Handlers } from '../platform/http/call.ts'
import { refuse } from '../platform/http/refuse.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { inShort } from './account-acts.ts'
import { accountStore, accountWriter } from './account-store.ts'
import { accountToJoin, invitationBy, memberWriter, replacePassword } from './member-store.ts'
import { ownAccountWriter } from './own-account-store.ts'
import { peopleStore } from './store.ts'

/** Whoever opens the link of an invitation has the mailbox, and agrees to join. */
export const joiningHandlers: Handlers<typeof joining> = {
  async look({ db, now }, { token }) {
    const { invitation, place, account } = await found(db, token, now)
    const { name, email, role } = invitation
    return { place: place.name, name, email, role, needsPassword: needsPassword(account) }
  },

  async join({ db, now, inTransaction }, { token, password: typed }) {
    const first = await found(db, token, now)
    const { invitation, place, account } = first
    const password = needsPassword(account) ? (typed ?? '') : null
    await refuseJoining(db, first, password, now)
    const passwordHash = password === null ? null : await hashPassword(password)
    const accountId = account?.id ?? randomUUID()
    const called = place.kind === 'hospital' ? displayNameOf(place.name) : place.name
    const name = account?.name ?? invitation.name
    const person = personIn({ name, email: invitation.email, place: called })
    const by = { accountId, displayName: called, person }
    await inTransaction(async (work) => {
      await accountWriter(work).lock(place.id)
      await accountWriter(work).lockAccount(accountId)
      // used, withdrawn or sent again while it was looked at, or its organisation closed to them
      const again = await found(work.db, token, now)
      if (again.account?.id !== account?.id) refuseUnknown()
      await refuseJoining(work.db, again, password, now)
      await letInto(work, again, accountId, passwordHash)
    }, by)
    return {}
  },
}

async function found(db: Db, token: string, now: Date) {
  const invitation = (await invitationBy(db, token)) ?? null
  refuse(joiningWords, whyNotOpen(invitation, now))
  const place = await accountStore(db).find(invitation?.organisationId ?? '')
  if (!invitation || !place) return refuseUnknown()
  return { invitation, place, account: await accountToJoin(db, invitation.email) }
}

async function refuseJoining(
  db: Db,
  { invitation, place, account }: Joining,
  password: string | null,
  now: Date,
): Promise<void> {
  const { email } = invitation
  const isOnTheBooks = await accountStore(db).isOrganisation(organisationIn(email))
  const joining = {
    password,
    isDriver: account?.isDriver ?? false,
    isStopped: place.accounts.some((one) => one.email === email && one.isStopped),
    isReserved: !account && !readsAs(place, email) && isReserved(email, isOnTheBooks),
    isOpen: isOpenToJoin(place.accountStatus),
  }
  refuse(joiningWords, whyNotJoin(invitation, joining, now))
}

function refuseUnknown(): never {
  refuse(joiningWords, { code: 'link-unknown' })
  throw new Error('refused')
}

type Joining = Awaited<ReturnType<typeof found>>

/** An account that nobody proved may be a stranger's, who typed this address. */
const needsPassword = (account: Joining['account']): boolean =>
  !account?.emailVerified || !account.hasPassword

async function letInto(
  work: Work,
  { invitation, place, account }: Joining,
  accountId: string,
  passwordHash: string | null,
): Promise<void> {
  const { email, name, product, role } = invitation
  if (!account) {
    const made = { id: accountId, email, name, passwordHash: passwordHash ?? '', createdAt: work.now }
    if (!(await peopleStore(work.db).addAccount(made))) refuseUnknown()
  } else {
    if (passwordHash !== null) await takeOver(work, accountId, passwordHash)
    await keepOwnPlace(work, { ...account, email })
  }
  await accountWriter(work).grant(accountId, { product, role, organisationId: place.id })
  await memberWriter(work, place.id).use(invitation.id)
  await work.record({
    ...ownersOf(invitation),
    subjectId: accountId,
    kind: 'member-joined',
    to: inShort({ product, role }),
    detail: { email, organisationId: place.id },
  })
}

/** Of whoever had signed it up without the mailbox, nothing stays. */
async function takeOver(work: Work, accountId: string, passwordHash: string): Promise<void> {
  const own = await ownAccountWriter(work, accountId)
  await own.removeSecondFactor()
  await own.endSessionsBut(null)
  await own.prove()
  await replacePassword(work.db, accountId, passwordHash)
}

/** Who was somebody by the e-mail alone stays it: from now on only what is written counts. */
export async function keepOwnPlace(
  work: Work,
  account: { id: string; email: string; wasGranted: boolean },
): Promise<void> {
  if (account.wasGranted) return
  const grant = grantFromEmail(account.email)
  const place =
    grant.organisationId === null ? null : await accountStore(work.db).placeOf(grant.organisationId)
  if (grant.organisationId === null || (place && fits(place.kind, grant)))
    await accountWriter(work).grant(account.id, grant)
}
