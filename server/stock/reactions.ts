import { stockKinds } from '#domain/stock/reminding.ts'
import type { Message } from '../db/outbox.ts'
import type { Reactions } from '../db/reacting.ts'

type Recipients = { providers: readonly string[]; publicUrl: string }

/** What an old count makes its bank and the provider hear (ruling AMB-292). */
export const stockReactions = ({ providers, publicUrl }: Recipients): Reactions => ({
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
      const mails = bank.email === '' ? [] : [bank.email]
      return {
        messages: [
          ...mails.map((recipient): Message => ({ ...mail, recipient, once: `${id} mail ${recipient}` })),
          ...[...new Set(bank.phones)].map(
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
      return {
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
