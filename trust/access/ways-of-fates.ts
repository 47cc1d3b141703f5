import { fates } from '#contract/fates.ts'
import { aKeptBag, anIssue } from '#testing/makers/slips.ts'
import type { House } from './house.ts'
import { hospitals, type Kind, kinds } from './who-may.ts'
import { anOrder, aText, bankOf, doneBy, type Way } from './wishes.ts'

/** A bag that left for an order of theirs, and its slip. */
async function issued(house: House, kind: Kind) {
  const { db } = house.service
  const order = await anOrder(house, kind, { status: 'issued' })
  const bag = await aKeptBag(db, { bankId: order.bankId ?? bankOf(kind) })
  return { slip: await anIssue(db, order, house.now(), { bags: [bag] }), bagId: bag.id }
}

/** By its hospital, where somebody else asks after it. */
const mailOf = (kind: Kind): string => kinds[hospitals.includes(kind) ? kind : 'pilot admin'] ?? ''

export const waysOfFates: Record<string, Way> = {
  'fates.receive': async (house, kind) => {
    const { slip, bagId } = await issued(house, kind)
    const found = house.dice.pick(['as-issued', 'missing', 'damaged', 'warm'])
    return { input: { slip, bags: [{ bagId, found, note: aText(house) }] } }
  },
  'fates.tell': async (house, kind) => {
    const { slip, bagId } = await issued(house, kind)
    await doneBy(house, mailOf(kind), fates.receive, { slip, bags: [{ bagId, found: 'as-issued' }] })
    const fate = house.dice.pick(['transfused', 'returned', 'discarded', 'missing'])
    return { input: { bagId, fate, reason: fate === 'discarded' ? 'leaking' : null, note: aText(house) } }
  },
}
