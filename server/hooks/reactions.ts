import { hookMessages } from '#domain/hooks/showing.ts'
import { deskHears } from '#domain/messages/hearing.ts'
import type { Message } from '../db/outbox.ts'
import type { Reactions } from '../db/reacting.ts'

type Recipients = { providers: readonly string[]; publicUrl: string }

/** Whoever looks after a hook hears that nothing goes there any more. */
export const hookReactions = ({ providers, publicUrl }: Recipients): Reactions => ({
  'hook-stopped': [
    ({ id, hospitalId = null, bankId = null, detail }, about) => {
      const placeId = hospitalId ?? bankId
      const place = about.organisation(placeId)
      if (placeId !== null && !place) return {}
      const { title, words } = hookMessages['hook-stopped']
      const said = words(detail)
      const isOn = !place || deskHears(place.deskChoices ?? {}, 'hook-stopped', 'mail')
      const mailboxes = place ? [place.email].filter((one) => one !== '' && isOn) : providers
      return {
        news: [
          {
            ...{ eventId: id, kind: 'hook-stopped', title: title(), words: said },
            to: place ? { kind: 'place', id: place.id } : { kind: 'provider' },
          },
        ],
        messages: mailboxes.map(
          (recipient): Message => ({
            ...{ eventId: id, kind: 'hook-stopped', channel: 'mail', recipient },
            ...{ subject: title(), body: `${said}\n\n${publicUrl}/dashboard` },
            once: `${id} mail ${recipient}`,
          }),
        ),
      }
    },
  ],
})
