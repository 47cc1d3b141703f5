import { bagKinds } from '#domain/bags/recalling.ts'
import { type DeskWay, deskHears } from '#domain/messages/hearing.ts'
import type { Message } from '../db/outbox.ts'
import type { Reactions } from '../db/reacting.ts'

type Recipients = { providers: readonly string[]; publicUrl: string }

/** A bank that was given bags of a donation, and the provider, hear that it turned out reactive (ruling AMB-332). */
export const bagReactions = ({ providers, publicUrl }: Recipients): Reactions => ({
  'donation-results-came': [
    ({ id, bankId, detail: { number, bank: name, results } }, about) => {
      const bank = about.organisation(bankId)
      // a bag that is given away brings its results along, and these are clear
      if (!bank || !results.some(({ result }) => result === 'reactive')) return {}
      const { title, words } = bagKinds['donation-reactive']
      const said = words({ number, bank: name })
      const toProvider = bagKinds['donation-reactive-provider']
      const toldProvider = toProvider.words({ number, bank: name, at: bank.name })
      const isOn = (channel: DeskWay) => deskHears(bank.deskChoices ?? {}, 'donation-reactive', channel)
      const mails = bank.email !== '' && isOn('mail') ? [bank.email] : []
      const phones = isOn('sms') ? [...new Set(bank.phones)] : []
      const own = { eventId: id, kind: 'donation-reactive' } as const
      const theirs = { eventId: id, kind: 'donation-reactive-provider' } as const
      return {
        news: [
          { ...own, to: { kind: 'place', id: bank.id }, title: title(), words: said },
          {
            ...{ ...theirs, to: { kind: 'provider' }, title: toProvider.title(), words: toldProvider },
            aboutId: bank.id,
          },
        ],
        messages: [
          ...mails.map(
            (recipient): Message => ({
              ...{ ...own, channel: 'mail', recipient, subject: title() },
              body: `${said}\n\n${publicUrl}/dashboard/bloodbank/bags`,
              once: `${id} mail ${recipient}`,
            }),
          ),
          ...phones.map(
            (recipient): Message => ({
              ...{ ...own, channel: 'sms', recipient, body: `Crossmatch: ${said}` },
              ...{ organisationId: bank.id, once: `${id} sms ${recipient}` },
            }),
          ),
          ...providers.map(
            (recipient): Message => ({
              ...{ ...theirs, channel: 'mail', recipient, subject: toProvider.title() },
              body: `${toldProvider}\n\n${publicUrl}/dashboard`,
              once: `${id} provider mail ${recipient}`,
            }),
          ),
        ],
      }
    },
  ],
})
