import { type DeskWay, deskHears } from '#domain/messages/hearing.ts'
import { forgottenShortly, stockKinds } from '#domain/stock/reminding.ts'
import type { Message } from '../db/outbox.ts'
import type { Reactions } from '../db/reacting.ts'

const stockOf = (bankId: string | null | undefined): string => `stock of ${bankId}`

type Recipients = { providers: readonly string[]; publicUrl: string }

/** What an old count makes its bank and the provider hear (ruling AMB-292). */
export const stockReactions = ({ providers, publicUrl }: Recipients): Reactions => ({
  'stock-counted': [({ bankId }) => ({ ends: [stockOf(bankId)] })],
  'stock-confirmed': [({ bankId }) => ({ ends: [stockOf(bankId)] })],
  'stock-reminded': [
    ({ id, at, bankId, detail: { components, countedAt } }, about) => {
      const bank = about.organisation(bankId)
      if (!bank) return {}
      const { title, words } = stockKinds['stock-old']
      const said = words({ components, countedAt: new Date(countedAt), at })
      const of = { eventId: id, kind: 'stock-old' } as const
      const mail = {
        ...of,
        channel: 'mail',
        subject: title(),
        body: `${said}\n\n${publicUrl}/dashboard`,
      } as const
      const isOn = (channel: DeskWay) => deskHears(bank.deskChoices ?? {}, 'stock-old', channel)
      const mails = bank.email !== '' && isOn('mail') ? [bank.email] : []
      const phones = isOn('sms') ? [...new Set(bank.phones)] : []
      const news = { eventId: id, kind: 'stock-old', title: title(), words: said } as const
      return {
        news: [{ ...news, to: { kind: 'place', id: bank.id }, thread: stockOf(bank.id) }],
        messages: [
          ...mails.map((recipient): Message => ({ ...mail, recipient, once: `${id} mail ${recipient}` })),
          ...phones.map(
            (recipient): Message => ({
              ...of,
              channel: 'sms',
              recipient,
              body: `Crossmatch: ${said}`,
              organisationId: bank.id,
              once: `${id} sms ${recipient}`,
            }),
          ),
        ],
      }
    },
  ],
  'stocks-forgotten': [
    ({ id, at, detail: { banks } }) => {
      const { title, words } = stockKinds['stock-forgotten']
      const told = banks.map(({ name, countedAt }) => ({ name, countedAt: new Date(countedAt) }))
      const names = told.map(({ name }) => name)
      const news = { eventId: id, kind: 'stock-forgotten', title: title(banks.length) } as const
      return {
        news: [
          {
            ...news,
            words: forgottenShortly(names),
            to: { kind: 'provider' },
            thread: 'stock of every bank',
          },
        ],
        messages: providers.map((recipient) => ({
          eventId: id,
          channel: 'mail',
          kind: 'stock-forgotten',
          recipient,
          subject: title(banks.length),
          body: `${words(told, at)}\n\n${publicUrl}/dashboard/admin/linkBloodBank`,
          once: `${id} mail ${recipient}`,
        })),
      }
    },
  ],
})
