import { fates } from '#contract/fates.ts'
import { aKeptBag, anIssue } from '#testing/makers/slips.ts'
import type { Act, House } from './acting-house.ts'

async function issued(house: House) {
  const order = await house.order('issued')
  const bag = await aKeptBag(house.db, { bankId: order.bankId ?? 'redbank' })
  const slip = await anIssue(house.db, order, house.service.clock.now(), { bags: [bag] })
  return { bagId: bag.id, receipt: { slip, bags: [{ bagId: bag.id, found: 'as-issued' as const }] } }
}

/** Of a hospital that got bags. */
export const actsOfFates: Record<string, Act> = {
  'fates.receive': async (house) => {
    const { receipt } = await issued(house)
    return () => house.admin.done(fates.receive, receipt)
  },
  'fates.tell': async (house) => {
    const { bagId, receipt } = await issued(house)
    await house.admin.done(fates.receive, receipt)
    return () => house.admin.done(fates.tell, { bagId, fate: 'transfused' })
  },
}
