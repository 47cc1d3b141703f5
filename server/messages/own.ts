import { hears } from '#domain/messages/hearing.ts'
import type { Clock } from '../basics/clock.ts'
import type { About } from '../db/about.ts'
import type { Hearer } from '../db/hearers.ts'
import type { News } from '../db/news.ts'
import type { Message } from '../db/outbox.ts'
import { hearersOf, holdFor } from './hearers.ts'

type Told = { readonly news: readonly News[]; readonly messages: readonly Message[] }

const ownWays = ['mail', 'sms'] as const
type OwnWay = (typeof ownWays)[number]

/**
 * What of an event's news goes to persons by a mail or a text of their own (ruling AMB-306), as they chose. Whoever is
 * written to already, as a desk or for another organisation, gets the same thing once.
 */
export const ownMessagesOf =
  ({ publicUrl, clock }: { publicUrl: string; clock: Clock }) =>
  ({ news, messages }: Told, about: About): Message[] => {
    const told = new Set(messages.map((one) => placeOf(one.kind, one.channel, one.recipient)))
    return news.flatMap((one) => {
      const organisationId = one.to.kind === 'place' ? one.to.id : null
      // a driver's text is the specification's
      if (one.to.kind === 'driver') return []
      return hearersOf(one, about).flatMap((hearer) =>
        ownWays.flatMap((way) => {
          const recipient = addressOf(hearer, way)
          const place = placeOf(one.kind, way, recipient)
          if (recipient === '' || !hears(hearer.choices, one.kind, way) || told.has(place)) return []
          told.add(place)
          return [
            {
              eventId: one.eventId,
              kind: one.kind,
              channel: way,
              recipient,
              accountId: hearer.accountId,
              once: `${one.eventId} ${one.kind} own ${way} ${recipient}`,
              takesBack: one.takesBack ?? false,
              ...(way === 'mail' ? mailOf(one, publicUrl) : { body: textOf(one) }),
              ...(organisationId === null ? {} : { organisationId }),
              ...(one.thread === undefined ? {} : { thread: one.thread }),
              ...holdFor(one, way, hearer, clock.now()),
            },
          ]
        }),
      )
    })
  }

const addressOf = ({ email, phone }: Hearer, way: OwnWay): string => (way === 'mail' ? (email ?? '') : phone)

/** A number is the same however it is written, with India's code and without. */
function placeOf(kind: string, channel: string, recipient: string): string {
  const address =
    channel === 'sms' ? recipient.replace(/\D/g, '').replace(/^0+/, '').slice(-10) : recipient.toLowerCase()
  return `${kind} ${channel} ${address}`
}

const mailOf = ({ title, words }: News, publicUrl: string) => ({
  subject: title,
  body: `${words}\n\n${publicUrl}/dashboard`,
})

/** Which order it is about stands in it, by its words or before them. */
const textOf = ({ title, words, requestId }: News): string =>
  `Crossmatch: ${requestId && words.includes(requestId) ? words : `${title}. ${words}`}`
