import { otherKinds } from '#domain/messages/specified-kinds.ts'
import type { Reaction, Reactions } from '../db/reacting.ts'
import { campMail } from '../messages/camps.ts'

type Recipients = { providers: readonly string[]; publicUrl: string }

/** The mail a camp causes, to the one recipient that a raise has too (ruling AMB-124). */
export const campReactions = (to: Recipients): Reactions => ({
  'camp-asked': [mailingProvider(to)],
})

function mailingProvider({ providers, publicUrl }: Recipients): Reaction<'camp-asked'> {
  return ({ id, bankId, detail: { category, day } }, about) => {
    const bank = about.organisation(bankId)
    if (!bank) throw new Error(`bank ${bankId} is gone`)
    const asked = { bankId: bank.id, name: bank.name, category, day }
    const mail = campMail(asked, `${publicUrl}/dashboard/admin/updateCompany`)
    const said = otherKinds['camp-asked'].say({ bank: bank.name, category, day })
    return {
      news: [{ eventId: id, kind: 'camp-asked', to: { kind: 'provider' }, ...said, aboutId: bank.id }],
      messages: providers.slice(0, 1).map((recipient) => ({
        eventId: id,
        channel: 'mail',
        kind: 'camp-asked',
        recipient,
        ...mail,
        once: `${id} mail ${recipient}`,
      })),
    }
  }
}
