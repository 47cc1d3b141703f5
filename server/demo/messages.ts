import { days, earlier } from '#domain/basics/time.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Tx } from '#server/db/database.ts'
import { approvedMail, decidedText, raisedMail, raisedText } from '#server/messages/requests.ts'
import type { MadeRequest } from './makers/requests.ts'

const provider = 'orders@crossmatch.example'
const link = 'http://localhost:3000/dashboard/admin/status'

type Told = { mail: [kind: string, words: typeof raisedMail]; text: [kind: string, words: typeof raisedText] }

const told: Record<string, Told> = {
  'request-raised': { mail: ['raise', raisedMail], text: ['raised', raisedText] },
  'request-approved': { mail: ['approve', approvedMail], text: ['approval', decidedText] },
}

/** Told by a gateway that knew the number no more: the provider's work on Home, until it is sent again. */
const failedAbout = 'c3720be6'
const failure = { state: 'failed' as const, tries: 1, error: 'the SMS gateway answered 400' }

/** What the requests of the last days were told by: kept here, because the demonstration sends nothing. */
export async function fillMessages(tx: Tx, requests: readonly MadeRequest[], now: Date): Promise<void> {
  const byId = new Map(requests.map(({ request }): [string, BloodRequest] => [request.id, request]))
  const events = await tx
    .selectFrom('events')
    .select(['id', 'kind', 'subjectId', 'at'])
    .where('kind', 'in', Object.keys(told))
    .where('at', '>', earlier(now, days(2)))
    .orderBy('id')
    .execute()
  const hospitals = await tx.selectFrom('organisations').select(['id', 'name', 'phones']).execute()
  for (const { id: eventId, kind, subjectId, at: createdAt } of events) {
    const request = byId.get(subjectId)
    const hospital = hospitals.find(({ id }) => id === request?.hospitalId)
    const words = told[kind]
    if (!request || !hospital || !words) continue
    const [mailKind, mail] = words.mail
    const [textKind, text] = words.text
    const kept = { eventId, createdAt, state: 'kept' as const, error: null, sentAt: null }
    const texts = hospital.phones.map((recipient, at) => ({
      ...kept,
      ...(at === 0 && kind === 'request-approved' && request.id === failedAbout && failure),
      channel: 'sms' as const,
      kind: textKind,
      recipient,
      subject: '',
      body: text(request),
      once: `${eventId} sms ${recipient}`,
    }))
    const mailed = {
      ...kept,
      channel: 'mail' as const,
      kind: mailKind,
      recipient: provider,
      ...mail(request, hospital.name, link),
      once: `${eventId} mail ${provider}`,
    }
    await tx
      .insertInto('notifications')
      .values([mailed, ...texts])
      .execute()
  }
}
