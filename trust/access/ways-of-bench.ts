import { matching } from '#contract/matching.ts'
import { hours, later } from '#domain/basics/time.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { anIssue, aTestedBag, aTube } from '#testing/makers/benches.ts'
import type { House } from './house.ts'
import { banks, type Kind, kinds } from './who-may.ts'
import { anOrder, aText, bankMail, bankOf, doneBy, type Way } from './wishes.ts'

const order = (house: House, kind: Kind, wish: RequestWish = {}) =>
  anOrder(house, kind, { status: 'bloodbank-approved', ...wish })

/** By its bank, where somebody else asks after it. */
export const mailOf = (kind: Kind): string => (banks.includes(kind) ? bankMail(kind) : (kinds.bank ?? ''))

export async function sampled(house: House, kind: Kind, groupFound = 'O+', wish: RequestWish = {}) {
  const { id } = await order(house, kind, wish)
  const tube = aTube(id, house.now(), { groupFound })
  const { sample }: { sample: { id: string } } = await doneBy(
    house,
    mailOf(kind),
    matching.receiveSample,
    tube,
  )
  return { id, sampleId: sample.id }
}

async function held(house: House, kind: Kind) {
  const { id } = await sampled(house, kind)
  const bag = await aTestedBag(house.service.db, bankOf(kind))
  await doneBy(house, mailOf(kind), matching.hold, { id, bagId: bag.id })
  return { id, bagId: bag.id }
}

const match = { method: 'gel', result: 'compatible' } as const

export async function matched(house: House, kind: Kind) {
  const { id, bagId } = await held(house, kind)
  await doneBy(house, mailOf(kind), matching.recordMatch, { id, bagId, ...match })
  return anIssue(id, [{ id: bagId }])
}

async function offered(house: House, kind: Kind) {
  const { id } = await order(house, kind, { bloodGroup: 'O-' })
  return { id, bloodGroup: 'O+' }
}

export const waysOfBench: Record<string, Way> = {
  'matching.open': async (house, kind) => ({ input: { id: (await order(house, kind)).id } }),
  'matching.choices': async (house, kind) => ({ input: { id: (await order(house, kind)).id } }),
  'matching.packed': async (house, kind) => ({ input: { id: (await order(house, kind)).id } }),
  'matching.answer': async (house, kind) => ({
    input: {
      ...{ id: (await order(house, kind, { units: 3 })).id, units: house.dice.between(1, 3) },
      ...{ byAt: later(house.now(), hours(3)).toISOString(), note: aText(house) },
    },
  }),
  'matching.receiveSample': async (house, kind) => ({
    input: { ...aTube((await order(house, kind)).id, house.now()), takenBy: aText(house) },
  }),
  'matching.recordFindings': async (house, kind) => ({
    input: {
      ...(await sampled(house, kind)),
      ...{ version: 1, groupFound: 'O+', antibodyScreen: 'negative', recent: 'no', unfitReason: null },
    },
  }),
  'matching.hold': async (house, kind) => ({
    input: {
      id: (await order(house, kind)).id,
      bagId: (await aTestedBag(house.service.db, bankOf(kind))).id,
    },
  }),
  'matching.letGo': async (house, kind) => ({ input: await held(house, kind) }),
  'matching.recordMatch': async (house, kind) => ({
    input: { ...(await held(house, kind)), ...match, note: aText(house) },
  }),
  'matching.issue': async (house, kind) => ({ input: await matched(house, kind) }),
  'matching.handOver': async (house, kind) => {
    const issue = await matched(house, kind)
    await doneBy(house, mailOf(kind), matching.issue, issue)
    return { input: { id: issue.id, seq: 1, temperature: 4.5 } }
  },
  'matching.propose': async (house, kind) => ({ input: await offered(house, kind) }),
  'matching.decide': async (house, kind) => {
    const offer = await offered(house, kind)
    await doneBy(house, mailOf(kind), matching.propose, offer)
    return { input: { ...offer, isAccepted: house.dice.chance(0.5), doctor: 'Dr. Rao', reason: 'None left' } }
  },
  'matching.correctGroup': async (house, kind) => ({
    input: { id: (await sampled(house, kind, 'B+')).id, bloodGroup: 'B+' },
  }),
}
