import { ownersOf } from '#domain/people/owning.ts'
import type { Grant } from '#domain/people/roles.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import type { Work } from '../db/work.ts'
import type { Mail } from '../messages/people.ts'
import { accountWriter } from './account-store.ts'
import { memberWriter } from './member-store.ts'

type Granted = Pick<Grant, 'product' | 'role'>

/** As it stands in the trail. */
export const inShort = (one: Granted | null): string => (one ? `${one.product} ${one.role}` : 'nothing')

/** Null if the e-mail has an account. `stored`: null where the e-mail itself says what it may. */
export async function addAccount(
  work: Work,
  { id, email, name }: { id: string; email: string; name: string },
  wanted: Grant,
  stored: Grant | null = wanted,
): Promise<RecordedEvent | null> {
  const writer = accountWriter(work)
  if (!(await writer.add({ id, email, name, createdAt: work.now }))) return null
  if (stored) await writer.grant(id, stored)
  const detail = { email, organisationId: wanted.organisationId }
  return work.record({
    subjectId: id,
    kind: 'account-added',
    to: inShort(wanted),
    detail,
    ...ownersOf(wanted),
  })
}

export async function grantAccount(
  work: Work,
  { id, email, grant }: { id: string; email: string; grant: Granted | null },
  given: Grant,
): Promise<void> {
  const writer = accountWriter(work)
  await writer.lockAccount(id)
  await writer.grant(id, given)
  await work.record({
    subjectId: id,
    kind: 'account-granted',
    from: inShort(grant),
    to: inShort(given),
    detail: { email, organisationId: given.organisationId },
    ...ownersOf(given),
  })
  if (given.role !== 'admin' && given.organisationId !== null)
    await withdrawSentBy(work, id, given.organisationId)
}

/** Whoever decides about people no more lets nobody in any more, themselves by another address least (ruling AMB-402). */
export async function withdrawSentBy(work: Work, accountId: string, organisationId: string): Promise<void> {
  for (const { email, product } of await memberWriter(work, organisationId).withdrawOf(accountId)) {
    const about = { ...ownersOf({ product, organisationId }), subjectId: organisationId }
    await work.record({ ...about, kind: 'invitation-withdrawn', detail: { email } })
  }
}

/** The mail of an invitation, once for its event. */
export const postInvitation = (
  work: Work,
  event: RecordedEvent,
  recipient: string,
  mail: Mail,
): Promise<void> =>
  work.post({
    eventId: event.id,
    channel: 'mail',
    kind: 'invitation',
    recipient,
    ...mail,
    once: `${event.id} mail ${recipient}`,
  })
