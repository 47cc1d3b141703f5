import type { Reaction, Reactions } from '../db/work.ts'
import { signedUpMail, welcomeMail } from '../messages/people.ts'
import { accountStore } from './account-store.ts'

type Recipients = { providers: readonly string[]; publicUrl: string }

/** The provider hears of a hospital that waits; its people hear when it need not wait any longer. */
export const peopleReactions = (to: Recipients): Reactions => ({
  'hospital-signed-up': [
    mailing('signed-up', (place) =>
      to.providers.map((recipient) => ({ recipient, ...signedUpMail(place, to.publicUrl) })),
    ),
  ],
  'organisation-activated': [
    mailing('welcome', (place) =>
      place.email === '' ? [] : [{ recipient: place.email, ...welcomeMail(place, to.publicUrl) }],
    ),
  ],
})

type Place = { id: string; name: string; email: string; referenceBankId: string | null }
type Mail = { recipient: string; subject: string; body: string }

function mailing(kind: string, mailsFor: (place: Place) => Mail[]): Reaction {
  return async (work, event) => {
    const place = await accountStore(work.db).find(event.subjectId)
    for (const mail of place ? mailsFor(place) : []) {
      const once = `${event.id} mail ${mail.recipient}`
      await work.post({ eventId: event.id, channel: 'mail', kind, ...mail, once })
    }
  }
}
