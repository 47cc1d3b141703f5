import type { Reaction, Reactions } from '../db/reacting.ts'
import { signedUpMail, welcomeMail } from '../messages/people.ts'

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
  return ({ id, subjectId }, about) => {
    const place = about.organisation(subjectId)
    return {
      messages: (place ? mailsFor(place) : []).map((mail) => ({
        eventId: id,
        channel: 'mail',
        kind,
        ...mail,
        once: `${id} mail ${mail.recipient}`,
      })),
    }
  }
}
