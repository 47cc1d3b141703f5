import type { Actor } from '#domain/people/actor.ts'
import { deviceOf } from '#domain/people/device.ts'
import { appendAccountEvent, type RecordedEvent } from '../db/event-trail.ts'
import type { Work } from '../db/work.ts'
import type { Call } from '../platform/http/call.ts'
import { aboutAccount } from './own-account.ts'
import { ownAccountWriter } from './own-account-store.ts'

/** Before the cookie is handed out: nobody is in without a line in the trail. */
export async function tellSignIn({ db, now, headers }: SigningIn, actor: Actor): Promise<void> {
  const { accountId, email } = actor
  const device = deviceOf(headers.get('user-agent') ?? '')
  await appendAccountEvent(db, { accountId, kind: 'signed-in', detail: { email, device } }, actor, now)
}

export const tellBackupCode = ({ db, now }: SigningIn, actor: Actor, left: number): Promise<void> => {
  const { accountId, email } = actor
  return appendAccountEvent(db, { accountId, kind: 'backup-code-used', detail: { email, left } }, actor, now)
}

type SigningIn = Pick<Call, 'db' | 'now' | 'headers'>

/** Before anything is handed out, for each page: whoever begins in the middle is told of too. */
export async function tellExport(work: Work, actor: Actor, collection: string): Promise<void> {
  await ownAccountWriter(work, actor.accountId)
  const detail = { email: actor.email, collection }
  await work.record({ ...aboutAccount(actor), kind: 'documents-exported', detail })
}

export const tellLimited = (work: Work, account: Account) => tell(work, account, 'sign-in-limited')

export const tellResetAsked = (work: Work, account: Account) => tell(work, account, 'password-reset-asked')

type Account = { id: string; email: string }

async function tell(
  work: Work,
  { id, email }: Account,
  kind: 'sign-in-limited' | 'password-reset-asked',
): Promise<RecordedEvent> {
  await ownAccountWriter(work, id)
  return work.record({ ...aboutAccount({ accountId: id }), kind, detail: { email } })
}
