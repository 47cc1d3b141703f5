import type { Reaction, Reactions } from '../db/work.ts'
import { campMail } from '../messages/camps.ts'
import { campStore } from './store.ts'

type Recipients = { providers: readonly string[]; publicUrl: string }

/** The mail a camp causes, to the one recipient that a raise has too (ruling AMB-124). */
export const campReactions = (to: Recipients): Reactions => ({
  'camp-asked': [mailingProvider(to)],
})

function mailingProvider({ providers, publicUrl }: Recipients): Reaction<'camp-asked'> {
  return async (work, event) => {
    const bankId = event.bankId ?? ''
    const { category, day } = event.detail
    const name = await campStore(work.db).bankName(bankId)
    const mail = campMail({ bankId, name, category, day }, `${publicUrl}/dashboard/admin/updateCompany`)
    for (const recipient of providers.slice(0, 1)) {
      await work.post({
        eventId: event.id,
        channel: 'mail',
        kind: 'camp-asked',
        recipient,
        ...mail,
        once: `${event.id} mail ${recipient}`,
      })
    }
  }
}
