import { matching } from '#contract/matching.ts'
import { hours, later } from '#domain/basics/time.ts'
import { anIssue, aTestedBag, aTube } from '#testing/makers/benches.ts'
import type { Act, House } from './acting-house.ts'

const match = { method: 'gel', result: 'compatible' } as const

async function sampled(house: House, groupFound = 'O+') {
  const { id } = await house.order('bloodbank-approved')
  const { sample } = await house.bank.done(
    matching.receiveSample,
    aTube(id, house.service.clock.now(), { groupFound }),
  )
  return { id, sampleId: sample.id }
}

async function held(house: House) {
  const { id } = await sampled(house)
  const { id: bagId } = await aTestedBag(house.db, 'redbank')
  await house.bank.done(matching.hold, { id, bagId })
  return { id, bagId }
}

async function matched(house: House) {
  const { id, bagId } = await held(house)
  await house.bank.done(matching.recordMatch, { id, bagId, ...match })
  return anIssue(id, [{ id: bagId }])
}

const offered = async (house: House) => {
  const { id } = await house.order('bloodbank-approved', { bloodGroup: 'O-' })
  return { id, bloodGroup: 'O+' as const }
}

/** Of a bank's bench. */
export const actsOfBench: Record<string, Act> = {
  'matching.answer': async (house) => {
    const { id } = await house.order('bloodbank-approved')
    const byAt = later(house.service.clock.now(), hours(2))
    return () => house.bank.done(matching.answer, { id, units: 1, byAt })
  },
  'matching.receiveSample': async (house) => {
    const { id } = await house.order('bloodbank-approved')
    return () => house.bank.done(matching.receiveSample, aTube(id, house.service.clock.now()))
  },
  'matching.recordFindings': async (house) => {
    const sample = await sampled(house)
    const found = { antibodyScreen: 'positive', recent: 'no', unfitReason: null } as const
    return () =>
      house.bank.done(matching.recordFindings, { ...sample, version: 1, groupFound: 'O+', ...found })
  },
  'matching.hold': async (house) => {
    const { id } = await house.order('bloodbank-approved')
    const { id: bagId } = await aTestedBag(house.db, 'redbank')
    return () => house.bank.done(matching.hold, { id, bagId })
  },
  'matching.letGo': async (house) => {
    const wish = await held(house)
    return () => house.bank.done(matching.letGo, wish)
  },
  'matching.recordMatch': async (house) => {
    const wish = await held(house)
    return () => house.bank.done(matching.recordMatch, { ...wish, ...match })
  },
  'matching.issue': async (house) => {
    const wish = await matched(house)
    return () => house.bank.done(matching.issue, wish)
  },
  'matching.handOver': async (house) => {
    const wish = await matched(house)
    await house.bank.done(matching.issue, wish)
    return () => house.bank.done(matching.handOver, { id: wish.id, seq: 1, temperature: 4.5 })
  },
  'matching.propose': async (house) => {
    const offer = await offered(house)
    return () => house.bank.done(matching.propose, offer)
  },
  'matching.decide': async (house) => {
    const offer = await offered(house)
    await house.bank.done(matching.propose, offer)
    return () => house.admin.done(matching.decide, { ...offer, isAccepted: false })
  },
  'matching.correctGroup': async (house) => {
    const { id } = await sampled(house, 'B+')
    return () => house.admin.done(matching.correctGroup, { id, bloodGroup: 'B+' })
  },
}
