import type { Actor } from '#domain/people/actor.ts'
import { deviceOf } from '#domain/people/device.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import type { Work } from '../db/work.ts'
import { aboutAccount } from './own-account.ts'
import { ownAccountWriter } from './own-account-store.ts'

/** Before the cookie is handed out: nobody is in without a line in the trail. */
export async function tellSignIn(work: Work, actor: Actor, headers: Headers): Promise<void> {
  await ownAccountWriter(work, actor.accountId)
  const device = deviceOf(headers.get('user-agent') ?? '')
  await work.record({ ...aboutAccount(actor), kind: 'signed-in', detail: { email: actor.email, device } })
}

/** Before anything is handed out, for each page: whoever begins in the middle is told of too. */
export async function tellExport(work: Work, actor: Actor, collection: string): Promise<void> {
  await ownAccountWriter(work, actor.accountId)
  const detail = { email: actor.email, collection }
  await work.record({ ...aboutAccount(actor), kind: 'documents-exported', detail })
}

export const tellLimited = (work: Work, account: Account) => tell(work, account, 'sign-in-limited')

export const tellResetAsked = (work: Work, account: Account) => tell(work, account, 'password-reset-asked')

type Account = { id: string; email: string }

async function tell(work: Work, { id, email }: Account, kind: string): Promise<RecordedEvent> {
  await ownAccountWriter(work, id)
  return work.record({ ...aboutAccount({ accountId: id }), kind, detail: { email } })
}
