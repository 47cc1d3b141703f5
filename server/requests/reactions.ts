import { isOwnHospital } from '#domain/people/roles.ts'
import type { Reaction, Reactions, Work } from '../db/work.ts'
import { approvedMail, decidedText, raisedMail, raisedText } from '../messages/requests.ts'
import { requestStore } from './store.ts'

export type Recipients = { providers: readonly string[]; dev: readonly string[]; publicUrl: string }

/** Every message a request causes, in one table. */
export function requestReactions(to: Recipients): Reactions {
  const mailFirstProvider = mailing('raise', to.providers.slice(0, 1), to, raisedMail)
  const mailProviders = mailing('approve', to.providers, to, approvedMail)
  return {
    'request-raised': [mailFirstProvider, texting('raised', raisedText)],
    'request-approved': [mailProviders, texting('approval', decidedText)],
    'request-rejected': [texting('approval', decidedText)],
  }
}

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

async function subjectOf(work: Work, id: string) {
  const store = requestStore(work.db)
  const request = await store.find(id)
  if (!request) throw new Error(`request ${id} is gone`)
  return { request, hospital: await store.organisation(request.hospitalId) }
}
