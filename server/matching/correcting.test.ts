import { beforeEach, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { requests } from '#contract/requests.ts'
import { slips } from '#contract/slips.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aShelf } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [provider, hospital, driver] = [service.as('bloodsupport'), service.as('firm'), service.as(arun)]
const shelf = await aShelf(service)
const { staff } = shelf

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.deleteFrom('rateLimits').execute()
})

const sampled = (id: string, groupFound: ShelfGroup) =>
  staff.done(matching.receiveSample, aTube(id, now, { groupFound }))

async function issued(id: string, seq: number, groups: readonly ShelfGroup[]) {
  const bags = []
  for (const bloodGroup of groups) {
    const bag = await aFreeBag(staff, { bloodGroup })
    await staff.done(matching.hold, { id, bagId: bag.id })
    await staff.done(matching.recordMatch, { id, bagId: bag.id, method: 'gel', result: 'compatible' })
    bags.push(bag)
  }
  const { slip } = await staff.done(matching.issue, anIssue(id, bags, { seq }))
  return { slip, bags }
}

const correctedTo = async (id: string, bloodGroup: 'O+' | 'A-' | 'B+') => {
  await sampled(id, bloodGroup)
  await hospital.done(matching.correctGroup, { id, bloodGroup })
}

/** Of A POS, with an A bag and an O bag on the way; an hour later the patient proves to be of O POS. */
async function corrected(wish: RequestWish = {}) {
  const { id } = await anOrderFor(service, shelf, { bloodGroup: 'A+', units: 3, ...wish })
  await sampled(id, 'A+')
  const { slip, bags } = await issued(id, 1, ['A+', 'O+'])
  service.clock.moveTo(later(now, hours(1)))
  await correctedTo(id, 'O+')
  const [a, o] = bags
  if (!a || !o) throw new Error('no bags')
  return { id, slip, a, o }
}

const misfitsOf = async (id: string) =>
  (
    await db
      .selectFrom('events')
      .select('detail')
      .where('subjectId', '=', id)
      .where('kind', '=', 'bags-misfit')
      .orderBy('id')
      .execute()
  ).map(({ detail }) => JSON.parse(detail))

test('AMB-360 bags that left for the group before are told to hospital, provider and driver, and shown at the order', async () => {
  const { id, slip, a, o } = await corrected()
  expect(await misfitsOf(id)).toEqual([{ slip, bank: shelf.id, bags: [a.number], isCarried: true }])
  const { timeline } = await hospital.done(requests.show, { id })
  expect(timeline.at(-1)).toMatchObject({ kind: 'bags-misfit', reason: `Slip ${slip}: ${a.number}` })

  await service.settled()
  const told = await db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['notifications.kind', 'channel', 'body'])
    .where('subjectId', '=', id)
    .where('events.kind', '=', 'bags-misfit')
    .execute()
  expect([...new Set(told.map(({ kind, channel }) => `${kind} ${channel}`))].sort()).toEqual([
    ...['bags-misfit mail', 'bags-misfit sms', 'bags-misfit-provider mail', 'driver sms'],
  ])
  expect(JSON.stringify(told)).not.toContain('Karthik')
  const news = await db.selectFrom('news').select('kind').where('requestId', '=', id).execute()
  expect(news.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['bags-misfit', 'bags-misfit-provider']),
  )

  for (const reader of [hospital, provider, driver]) {
    const seen = await reader.done(matching.packed, { id })
    expect(seen.slips[0]?.bags.map(({ setAside }) => setAside)).toEqual(['misfit', null])
  }
  const open = await staff.done(matching.open, { id })
  expect(open.slips[0]?.bags.map(({ setAside }) => setAside)).toEqual(['misfit', null])
  const order = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
  expect(order?.deliveries[0]).toMatchObject({ bags: [o.number], notToHandOver: [a.number] })
})

test('AMB-360 that it was transfused is taken of a time before the correction, or with how it came to that', async () => {
  const { slip, a, o } = await corrected()
  await hospital.done(fates.receive, {
    ...{
      slip,
      receivedAt: later(now, minutes(30)),
      bags: [a, o].map(({ id: bagId }) => ({ bagId, found: 'as-issued' as const })),
    },
  })
  const given = (bagId: string, more: object = {}) =>
    hospital.call(fates.tell, { bagId, fate: 'transfused', ...more })
  expect((await given(o.id)).status).toBe(200)
  expect((await given(a.id)).refusal?.code).toBe('set-aside')
  expect((await given(a.id, { at: later(now, minutes(59)) })).status).toBe(200)

  service.clock.moveTo(now)
  const second = await corrected()
  await hospital.done(fates.receive, {
    slip: second.slip,
    bags: [{ bagId: second.a.id, found: 'as-issued' }],
  })
  expect((await given(second.a.id, { note: 'Ran when the call came' })).status).toBe(200)
})

test('AMB-360 what came already rings no driver, and what was set aside stays so though the group is corrected back', async () => {
  const { id } = await anOrderFor(service, shelf, { bloodGroup: 'A+', units: 3 })
  await sampled(id, 'A+')
  const { slip, bags } = await issued(id, 1, ['A+'])
  const [a] = bags
  await hospital.done(fates.receive, { slip, bags: [{ bagId: a?.id ?? '', found: 'as-issued' }] })
  service.clock.moveTo(later(now, hours(1)))
  // Rh positive for an Rh-negative patient: nobody said yes to it
  await correctedTo(id, 'A-')
  expect(await misfitsOf(id)).toEqual([{ slip, bank: shelf.id, bags: [a?.number] }])
  service.clock.moveTo(later(now, hours(2)))
  await sampled(id, 'A+')
  await hospital.done(matching.correctGroup, { id, bloodGroup: 'A+' })
  expect(await misfitsOf(id)).toHaveLength(1)
  const seen = await hospital.done(matching.packed, { id })
  expect(seen.slips[0]?.bags.map(({ setAside }) => setAside)).toEqual(['misfit'])
})

test('AMB-358 AMB-360 others are packed in the place of those that do not fit, and a phone beside the bed says so', async () => {
  const { id, slip } = await corrected({ units: 2 })
  expect(await staff.done(matching.open, { id })).toMatchObject({ left: 1, packed: 1, haveBagsLeft: true })
  expect(await hospital.done(slips.seen, { slip })).toMatchObject({ isSetAside: true })
  const other = await issued(id, 1, ['O+'])
  expect(await staff.done(matching.open, { id })).toMatchObject({ left: 0, packed: 2 })
  const order = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
  expect(order?.deliveries[0]?.bags).toContain(other.bags[0]?.number)
})

test('AMB-362 a yes to another group, and a question for it, end when the group is corrected; who said it stays', async () => {
  const { id } = await anOrderFor(service, shelf, {
    component: 'SDP',
    bloodGroup: 'A+',
    sex: 'Female',
    age: 30,
  })
  await sampled(id, 'A+')
  for (const bloodGroup of ['B+', 'AB+'] as const) await staff.done(matching.propose, { id, bloodGroup })
  const yes = { id, bloodGroup: 'B+' as const, isAccepted: true }
  await hospital.done(matching.decide, yes)
  service.clock.moveTo(later(now, hours(1)))
  await correctedTo(id, 'A-')
  const wordsOf = async () =>
    (await hospital.done(matching.packed, { id })).substitutions.map(
      ({ bloodGroup, isAccepted, decidedBy }) => [bloodGroup, isAccepted, decidedBy !== null],
    )
  expect(await wordsOf()).toEqual([
    ['B+', false, false],
    ['AB+', false, false],
    ['B+', true, true],
  ])
  // for whoever may bear children a doctor decides it now, of platelets too
  expect((await hospital.call(matching.decide, yes)).refusal?.code).toBe('not-offered')
  expect(await staff.done(matching.propose, { id, bloodGroup: 'B+' })).toMatchObject({ decidedAt: null })
  expect((await hospital.call(matching.decide, yes)).refusal?.code).toBe('rh-doctor')
  await hospital.done(matching.decide, { ...yes, doctor: 'Dr. Rao', reason: 'None of hers in town' })
  const standing = await staff.done(matching.propose, { id, bloodGroup: 'B+' })
  expect(standing).toMatchObject({ isAccepted: true, doctor: 'Dr. Rao' })
})

test('AMB-362 a yes from before that names no doctor where one decides is asked for again', async () => {
  const { id } = await anOrderFor(service, shelf, {
    component: 'SDP',
    bloodGroup: 'A-',
    sex: 'Female',
    age: 30,
  })
  await staff.done(matching.propose, { id, bloodGroup: 'B+' })
  await db
    .updateTable('substitutions')
    .set({ decidedAt: now, decidedBy: 'Asha', isAccepted: true })
    .where('requestId', '=', id)
    .execute()
  expect(await staff.done(matching.propose, { id, bloodGroup: 'B+' })).toMatchObject({ isAccepted: null })
})
