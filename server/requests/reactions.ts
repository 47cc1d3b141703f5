import { isOwnHospital } from '#domain/people/roles.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Reaction, Reactions, Work } from '../db/work.ts'
import {
  approvedMail,
  cancelledMail,
  decidedText,
  driverText,
  raisedMail,
  raisedText,
  refusedMail,
  reservedMail,
} from '../messages/requests.ts'
import { requestStore } from './store.ts'

export type Recipients = {
  providers: readonly string[]
  dev: readonly string[]
  publicUrl: string
  /** Before the order's id, in the message to its driver. */
  driverUrl: string
}

/** Every message a request causes, in one table. */
export function requestReactions(to: Recipients): Reactions {
  const mailFirstProvider = mailing('raise', to.providers.slice(0, 1), to, raisedMail)
  const mailProviders = mailing('approve', to.providers, to, approvedMail)
  const mailOfTheEnd = mailing('cancel', to.providers, to, cancelledMail)
  return {
    'request-raised': [mailFirstProvider, texting('raised', raisedText)],
    'request-approved': [mailProviders, texting('approval', decidedText)],
    'request-rejected': [texting('approval', decidedText)],
    // who was asked to link a bank must hear that it is over; before the approval nobody was
    'request-cancelled': [onlyFrom('hospital-admin-approved', mailOfTheEnd)],
    'request-refused': [mailing('refuse', to.providers, to, refusedMail)],
    'request-linked': [textingDriver(to.driverUrl)],
    'request-completed': [billing],
    // ruling AMB-161: on its approval, not when it is raised
    'reservation-approved': [mailing('reservation', to.providers, to, reservedMail)],
  }
}

/** The first completion alone says how it is billed (ruling AMB-53). */
const billing: Reaction = async (work, { subjectId, detail }) =>
  detail?.invoice === undefined
    ? undefined
    : work.enqueue({ queue: 'make-invoices', data: { requestId: subjectId } })

const onlyFrom =
  (status: RequestStatus, react: Reaction): Reaction =>
  async (work, event) =>
    event.from === status ? react(work, event) : undefined

function mailing(
  kind: string,
  providers: readonly string[],
  to: Recipients,
  words: typeof raisedMail,
): Reaction {
  return async (work, event) => {
    const { request, hospital } = await subjectOf(work, event.subjectId)
    const recipients = isOwnHospital(hospital.id) ? to.dev : providers
    const mail = words(request, hospital.name, `${to.publicUrl}/dashboard/admin/status`)
    for (const recipient of recipients) {
      await work.post({
        eventId: event.id,
        channel: 'mail',
        kind,
        recipient,
        ...mail,
        once: `${event.id} mail ${recipient}`,
      })
    }
  }
}

function texting(kind: string, words: typeof raisedText): Reaction {
  return async (work, event) => {
    const { request, hospital } = await subjectOf(work, event.subjectId)
    for (const recipient of new Set(hospital.phones)) {
      const once = `${event.id} sms ${recipient}`
      await work.post({ eventId: event.id, channel: 'sms', kind, recipient, body: words(request), once })
    }
  }
}

/** Also when the bank alone is another one: the order he carries has changed (ruling AMB-113). */
function textingDriver(driverUrl: string): Reaction {
  return async (work, event) => {
    const { driverEmail = null } = event
    const phone = driverEmail === null ? undefined : await requestStore(work.db).driverPhone(driverEmail)
    if (phone === undefined) return
    await work.post({
      eventId: event.id,
      channel: 'sms',
      kind: 'driver',
      recipient: phone,
      body: driverText(event.subjectId, `${driverUrl}/${event.subjectId}`),
      once: `${event.id} sms ${phone}`,
    })
  }
}

async function subjectOf(work: Work, id: string) {
  const store = requestStore(work.db)
  const request = await store.find(id)
  if (!request) throw new Error(`request ${id} is gone`)
  return { request, hospital: await store.organisation(request.hospitalId) }
}
