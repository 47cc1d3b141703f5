import { beforeEach, describe, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { days, hours, instantOf, later } from '#domain/basics/time.ts'
import { readSlip } from '#domain/slips/slip.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { drive, drivenIn } from '#testing/makers/driving.ts'
import { arun, linksIn } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aShelf } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [provider, hospital, driver] = [service.as('bloodsupport'), service.as('firm'), service.as(arun)]
const shelf = await aShelf(service)
const { staff } = shelf

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.updateTable('bankSettings').set({ secondChecker: false }).where('bankId', '=', shelf.id).execute()
  await db.deleteFrom('rateLimits').execute()
})

const bagOf = (id: string) => db.selectFrom('bags').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await bagOf(id)).state
const holdsOf = (bagId: string) =>
  db.selectFrom('bagHolds').selectAll().where('bagId', '=', bagId).orderBy('id').execute()
const endOf = async (bagId: string) => (await holdsOf(bagId)).at(-1)?.releaseReason
const compatible = (id: string, bagId: string) => ({
  ...{ id, bagId, method: 'gel' as const, result: 'compatible' as const },
})
const versionOf = async (id: string) => (await linksIn(db).rowOf(id)).version

describe('the way of a bag to its patient', () => {
  test('answer, sample, choose, hold, match, issue, hand over: the order moves by the sample and the hand-over alone', async () => {
    const { id } = await anOrderFor(service, shelf, { units: 5 })
    await staff.done(matching.answer, { id, units: 5, byAt: later(now, hours(3)) })
    await staff.done(matching.receiveSample, aTube(id, now))
    const bags = []
    for (let n = 0; n < 5; n++) bags.push(await aFreeBag(staff))
    const other = await aFreeBag(staff, { bloodGroup: 'A+' })
    const { items } = await staff.done(matching.choices, { id })
    expect(items[0]).toMatchObject({
      level: 'best',
      endsSoon: false,
      text: expect.stringContaining('take first'),
    })
    expect(items.map(({ bag }) => bag.id)).not.toContain(other.id)
    for (const bag of bags) {
      expect(await staff.done(matching.hold, { id, bagId: bag.id })).toEqual({ until: later(now, hours(71)) })
      await staff.done(matching.recordMatch, compatible(id, bag.id))
    }
    const open = await staff.done(matching.open, { id })
    expect(open).toMatchObject({ stage: 'issue', held: 5, matched: 5, packed: 0 })
    expect((await staff.done(matching.orders, {})).items.find((one) => one.id === id)).toMatchObject({
      ...{ stage: 'issue', held: 5, matched: 5 },
    })

    const first = anIssue(id, bags.slice(0, 3))
    const slip = await staff.done(matching.issue, first, { idempotencyKey: 'the-first-delivery' })
    expect(await staff.done(matching.issue, first, { idempotencyKey: 'the-first-delivery' })).toEqual(slip)
    expect((await staff.call(matching.issue, first)).refusal?.code).toBe('not-next-delivery')
    expect(await db.selectFrom('issues').select('slip').where('requestId', '=', id).execute()).toHaveLength(1)
    expect(slip).toMatchObject({ seq: 1, isEmergency: false, issuedBy: 'S. Meena', checkedBy: null })
    expect(slip.bags.map(({ id: bagId, isOwed }) => [bagId, isOwed])).toEqual(
      bags.slice(0, 3).map((bag) => [bag.id, false]),
    )
    const { jws } = await db
      .selectFrom('issues')
      .select('jws')
      .where('requestId', '=', id)
      .executeTakeFirstOrThrow()
    expect(readSlip(jws)).toMatchObject({ payload: { slip: slip.slip, request: id, seq: 1 } })
    for (const bag of bags.slice(0, 3))
      expect([await stateOf(bag.id), await endOf(bag.id)]).toEqual(['issued', 'issued'])
    expect((await drivenIn(db, id)).request.status).toBe('cross-matching')

    // who carries them reads which they are, and no more of the patient than before
    const drivenNow = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
    expect(drivenNow?.deliveries.map((one) => one.bags)).toEqual([
      bags.slice(0, 3).map(({ number }) => number),
      [],
    ])
    expect(JSON.stringify(drivenNow)).not.toContain('Karthik')

    // where no driver reports, the bank tells it, with a temperature
    const away = { id, seq: 1, temperature: 4.2 }
    expect((await staff.call(matching.handOver, { ...away, temperature: 19 })).refusal?.code).toBe('too-warm')
    await staff.done(matching.handOver, away)
    expect((await staff.call(matching.handOver, away)).refusal?.code).toBe('told-already')
    const { request, steps } = await drivenIn(db, id)
    expect([request.status, request.deliveryTemperature, steps.at(-1)?.teller]).toEqual([
      'issued',
      4.2,
      'bank',
    ])
    await drive(driver, db, { id, step: 'delivered' }, now)
    const second = anIssue(id, bags.slice(3), { seq: 2 })
    await staff.done(matching.issue, second)
    expect((await staff.done(matching.open, { id })).stage).toBe('packed')
    expect((await drivenIn(db, id)).request.status).toBe('partially-completed')
    // of the second the driver himself is asked how warm it is
    await drive(driver, db, { id, seq: 2, step: 'issued', temperature: 5 }, now)
    await drive(driver, db, { id, seq: 2, step: 'delivered' }, now)
    expect((await drivenIn(db, id)).request.status).toBe('delivery-completed')

    const { timeline } = await hospital.done(requests.show, { id })
    const numbers = bags.slice(0, 3).map(({ number }) => number)
    expect(timeline.find(({ kind }) => kind === 'bags-issued')?.reason).toBe(
      `Delivery 1, slip ${slip.slip}: ${numbers.join(', ')}`,
    )
    for (const seer of [hospital, provider, driver]) {
      const { slips } = await seer.done(matching.packed, { id })
      expect(slips.map(({ seq, bags: some }) => [seq, some.length])).toEqual([
        [1, 3],
        [2, 2],
      ])
    }
    expect((await service.as('city_admin').call(matching.packed, { id })).status).toBe(404)
    const { items: carried } = await hospital.done(requests.deliveries, { id })
    expect(carried[0]?.deliveries.map(({ isPacked }) => isPacked)).toEqual([true, true])
    const told = await db.selectFrom('events').select('detail').execute()
    const sent = await db.selectFrom('notifications').select(['body', 'subject']).execute()
    expect(JSON.stringify([told, sent])).not.toMatch(/Karthik|FH-118160/)
    expect(await verifyEvents(db)).toMatchObject({ faults: [], cut: [] })
  })

  test('fifty orders want one bag: one has it, the others read who', async () => {
    // a bench of their own: whoever looks for an order on the first page of the other finds it
    const crowd = await aShelf(service)
    const bag = await aFreeBag(crowd.staff)
    const ids = []
    for (let n = 0; n < 50; n++) ids.push((await anOrderFor(service, crowd)).id)
    const answers = await Promise.all(ids.map((id) => crowd.staff.call(matching.hold, { id, bagId: bag.id })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const lost = answers.filter(({ status }) => status === 409)
    expect(lost).toHaveLength(49)
    const winner = ids[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect(new Set(lost.map(({ refusal }) => refusal?.text))).toEqual(
      new Set([`Bag ${bag.number} is held for order ${winner}, by S. Meena.`]),
    )
    expect(await holdsOf(bag.id)).toHaveLength(1)
    // asked for again by who has it, nothing changes
    await crowd.bank.done(matching.hold, { id: winner, bagId: bag.id })
    expect(await holdsOf(bag.id)).toHaveLength(1)
    await crowd.staff.done(matching.letGo, { id: winner, bagId: bag.id })
    await crowd.staff.done(matching.letGo, { id: winner, bagId: bag.id })
    expect([await stateOf(bag.id), await endOf(bag.id)]).toEqual(['available', 'not-needed'])
  })

  test('a bag of another shelf is not there', async () => {
    const other = await aShelf(service)
    const bag = await aFreeBag(other.staff)
    const { id } = await anOrderFor(service, shelf)
    expect((await staff.call(matching.hold, { id, bagId: bag.id })).status).toBe(404)
    expect((await staff.call(matching.issue, anIssue(id, [bag]))).status).toBe(404)
    expect((await other.staff.call(matching.hold, { id, bagId: bag.id })).status).toBe(404)
  })

  test('AMB-386 an incompatible bag is back on the shelf and barred for this patient, in the next order too, however its ID is typed', async () => {
    const { id } = await anOrderFor(service, shelf)
    await staff.done(matching.receiveSample, aTube(id, now))
    const bag = await aFreeBag(staff)
    await staff.done(matching.hold, { id, bagId: bag.id })
    await staff.done(matching.recordMatch, { ...compatible(id, bag.id), result: 'incompatible' })
    expect([await stateOf(bag.id), await endOf(bag.id)]).toEqual(['available', 'swapped'])
    const next = await anOrderFor(service, shelf, { patientId: ' Fh-118160' })
    expect((await staff.call(matching.hold, { id: next.id, bagId: bag.id })).refusal?.code).toBe(
      'held-barred',
    )
    const { items } = await staff.done(matching.choices, { id: next.id })
    expect(items.map((one) => one.bag.id)).not.toContain(bag.id)
    const stranger = await anOrderFor(service, shelf, { patientId: 'FH-999' })
    await staff.done(matching.hold, { id: stranger.id, bagId: bag.id })
  })
})

describe('what is on hold is not issued', () => {
  test('a wrong tube after the match', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf)
    await staff.done(matching.receiveSample, aTube(id, now, { labelPatientId: 'FH-118106' }))
    expect((await staff.call(matching.issue, anIssue(id, bags))).refusal?.code).toBe('label-differs')
    const { onHold, groupFound } = await hospital.done(matching.packed, { id })
    expect([onHold, groupFound]).toEqual([expect.stringContaining('Patient ID on the tube'), null])
  })

  test('another group, until the hospital corrects it; bags that never fit go back', async () => {
    const { id } = await anOrderFor(service, shelf)
    const [o, a] = [await aFreeBag(staff), await aFreeBag(staff, { bloodGroup: 'A+' })]
    await staff.done(matching.hold, { id, bagId: o.id })
    const { refusal } = await staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'B+' }))
    expect(refusal?.code).toBe('sample-group-differs')
    expect((await staff.call(matching.recordMatch, compatible(id, o.id))).refusal?.code).toBe(
      'sample-group-differs',
    )
    const correct = (bloodGroup: 'A+' | 'B+') => hospital.call(matching.correctGroup, { id, bloodGroup })
    expect((await correct('A+')).refusal?.code).toBe('correct-to-found')
    expect(
      (await service.as('firm_pilot').call(matching.correctGroup, { id, bloodGroup: 'B+' })).status,
    ).toBe(403)
    expect((await correct('B+')).status).toBe(200)
    expect((await correct('B+')).status).toBe(200)
    expect(await linksIn(db).rowOf(id)).toMatchObject({ bloodGroup: 'B+', status: 'cross-matching' })
    // O fits B too
    expect(await stateOf(o.id)).toBe('held')
    expect((await staff.call(matching.hold, { id, bagId: a.id })).refusal?.code).toBe('never-fits')
    await staff.done(matching.recordMatch, compatible(id, o.id))
    await staff.done(matching.issue, anIssue(id, [o]))
    expect(await stateOf(o.id)).toBe('issued')

    const other = await anOrderFor(service, shelf, { bloodGroup: 'A+' })
    await staff.done(matching.hold, { id: other.id, bagId: a.id })
    await staff.done(matching.receiveSample, aTube(other.id, now, { groupFound: 'O+' }))
    await hospital.done(matching.correctGroup, { id: other.id, bloodGroup: 'O+' })
    expect([await stateOf(a.id), await endOf(a.id)]).toEqual(['available', 'swapped'])
  })

  test('a group that needs care, until the hospital has nodded', async () => {
    const { id } = await anOrderFor(service, shelf, { bloodGroup: 'O-' })
    const bag = await aFreeBag(staff)
    await staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'O-' }))
    await staff.done(matching.hold, { id, bagId: bag.id })
    await staff.done(matching.recordMatch, compatible(id, bag.id))
    expect((await staff.call(matching.issue, anIssue(id, [bag]))).refusal?.code).toBe('no-nod')
    const group = { id, bloodGroup: 'O+' as const }
    expect((await hospital.call(matching.decide, { ...group, isAccepted: true })).refusal?.code).toBe(
      'not-offered',
    )
    await staff.done(matching.propose, group)
    await staff.done(matching.propose, group)
    expect((await hospital.done(matching.packed, { id })).substitutions).toHaveLength(1)
    expect((await hospital.call(matching.decide, { ...group, isAccepted: true })).refusal?.code).toBe(
      'rh-doctor',
    )
    const yes = { ...group, isAccepted: true, doctor: 'Dr. Rao', reason: 'No O NEG in town' }
    await hospital.done(matching.decide, yes)
    await hospital.done(matching.decide, yes)
    await staff.done(matching.issue, anIssue(id, [bag]))
    const { events } = await drivenIn(db, id)
    expect(events.filter(({ kind }) => kind.startsWith('substitution')).map(({ kind }) => kind)).toEqual([
      ...['substitution-proposed', 'substitution-decided'],
    ])
    expect(JSON.stringify(events)).not.toContain('Dr. Rao')
  })
})

describe('AMB-225 an emergency', () => {
  const doctor = { doctor: 'Dr. Rao', reason: 'Bleeding' }

  test('O without a cross-match, by a doctor’s name and reason; what is owed stays on the bench until it is in', async () => {
    const { id } = await anOrderFor(service, shelf, { bloodGroup: 'A+' })
    const [o, a] = [await aFreeBag(staff), await aFreeBag(staff, { bloodGroup: 'A+' })]
    const choices = await staff.done(matching.choices, { id, emergency: 'yes' })
    expect(new Set(choices.items.map(({ bag }) => bag.bloodGroup))).toEqual(new Set(['O+']))
    const hold = (bagId: string) => staff.call(matching.hold, { id, bagId, isEmergency: true })
    expect((await hold(a.id)).refusal?.code).toBe('never-fits')
    const { until } = (await hold(o.id)).body
    expect(Math.abs(until.getTime() - later(now, hours(2)).getTime())).toBeLessThan(60_000)
    const issue = (emergency: object | null) => staff.call(matching.issue, anIssue(id, [o], { emergency }))
    expect((await issue(null)).refusal?.code).toBe('no-sample')
    expect((await issue({ ...doctor, doctor: ' ' })).refusal?.code).toBe('no-doctor')
    const { body: slip } = await issue(doctor)
    expect(slip).toMatchObject({ isEmergency: true, doctor: 'Dr. Rao', bags: [{ id: o.id, isOwed: true }] })

    await provider.done(orders.move, { id, version: await versionOf(id), status: 'delivery-completed' })
    service.clock.moveTo(later(now, days(9)))
    const rowOf = async () => (await staff.done(matching.orders, {})).items.find((one) => one.id === id)
    expect(await rowOf()).toMatchObject({ stage: 'owed', owed: 1, owedBy: expect.any(Date) })
    expect((await staff.done(matching.open, { id })).slips[0]?.bags[0]?.isOwed).toBe(true)
    service.clock.moveTo(later(now, hours(1)))
    // the order is over, so the tube had to come before
    expect((await staff.call(matching.recordMatch, compatible(id, o.id))).refusal?.code).toBe('no-sample')
  })

  test('its result may come after, and is told; one that does not fit too', async () => {
    const { id } = await anOrderFor(service, shelf)
    const [one, two] = [await aFreeBag(staff), await aFreeBag(staff)]
    for (const bag of [one, two]) await staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
    await staff.done(matching.issue, anIssue(id, [one, two], { emergency: doctor }))
    await staff.done(matching.receiveSample, aTube(id, now))
    expect((await staff.done(matching.open, { id })).stage).toBe('owed')
    await staff.done(matching.recordMatch, compatible(id, one.id))
    await staff.done(matching.recordMatch, { ...compatible(id, two.id), result: 'incompatible' })
    // AMB-379: another one is wanted in its place
    expect(await staff.done(matching.open, { id })).toMatchObject({
      ...{ stage: 'match', left: 1, owed: 0, owedBy: null },
    })
    expect(await stateOf(two.id)).toBe('issued')
    const { timeline } = await hospital.done(requests.show, { id })
    expect(timeline.slice(-2).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['owed-result-came', `${one.number}: compatible`],
      ['owed-result-came', `${two.number}: incompatible`],
    ])
    expect((await staff.call(matching.recordMatch, compatible(id, one.id))).refusal?.code).toBe(
      'not-held-here',
    )
  })

  test('red cells alone', async () => {
    const { id } = await anOrderFor(service, shelf, { component: 'FFP' })
    const bag = await aFreeBag(staff, { component: 'FFP', anticoagulant: null, bloodGroup: 'AB+' })
    const asked = { id, bagId: bag.id, isEmergency: true }
    expect((await staff.call(matching.hold, asked)).refusal?.code).toBe('emergency-component')
  })
})

test('AMB-220 a driver who told that it left is not told over, and what he tells after the bank is kept', async () => {
  const { id, bags } = await aMatchedOrder(service, shelf)
  await staff.done(matching.issue, anIssue(id, bags))
  await drive(driver, db, { id, step: 'issued', temperature: 4 }, now)
  const away = { id, seq: 1, temperature: 5 }
  expect((await staff.call(matching.handOver, away)).refusal?.code).toBe('told-already')

  const other = await aMatchedOrder(service, shelf)
  expect((await staff.call(matching.handOver, { ...away, id: other.id })).refusal?.code).toBe('not-packed')
  await staff.done(matching.issue, anIssue(other.id, other.bags))
  // between the limits it is the bank itself that would be asked
  await staff.done(matching.handOver, { ...away, id: other.id, temperature: 12 })
  await drive(driver, db, { id: other.id, step: 'issued', temperature: 6 }, now)
  const { request, steps } = await drivenIn(db, other.id)
  expect([request.status, request.deliveryTemperature]).toEqual(['issued', 6])
  expect(steps.filter(({ step }) => step === 'issued')).toMatchObject([
    { teller: 'bank', verdict: 'ask', allowedBy: 'S. Meena', keptAside: null },
    { teller: 'driver', verdict: 'within', keptAside: null },
  ])
  const [carried] = (await driver.done(driving.list, {})).items.filter((one) => one.id === other.id)
  expect(carried?.deliveries[0]?.steps.map(({ step }) => step)).toEqual([
    ...['sample acquired', 'cross matching', 'issued'],
  ])
})

test('AMB-334 the result of an emergency is brought by the bank that issued it, though the order is over or another bank’s now', async () => {
  // a bench of its own: what is owed stands on its first page
  const own = await aShelf(service)
  const { staff: issuer } = own
  const { id } = await anOrderFor(service, own, { units: 1 })
  const bag = await aFreeBag(issuer)
  await issuer.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
  const emergency = { doctor: 'Dr. K. Meenakshi', reason: 'Bleeding, no time' }
  await issuer.done(matching.issue, anIssue(id, [bag], { emergency }))
  const other = await aShelf(service)
  const link = { id, version: await versionOf(id), bankId: other.id, driverEmail: arun }
  await provider.done(orders.link, link)

  const rowOf = async () => (await issuer.done(matching.orders, {})).items.find((one) => one.id === id)
  expect(await rowOf()).toMatchObject({ stage: 'owed', owed: 1, onHold: null })
  const owedBefore = (await issuer.done(matching.summary, {})).owed
  expect(owedBefore).toBeGreaterThan(0)
  const view = await issuer.done(matching.open, { id })
  expect(view).toMatchObject({ isOver: true, isElsewhere: true, owed: 1, slips: [{ isEmergency: true }] })
  const status = (await drivenIn(db, id)).request.status
  await issuer.done(matching.receiveSample, aTube(id, now))
  expect((await drivenIn(db, id)).request.status).toBe(status)
  // of the order itself nothing is theirs any more
  const free = await aFreeBag(issuer)
  for (const refused of [
    await issuer.call(matching.hold, { id, bagId: free.id }),
    await issuer.call(matching.answer, { id, units: 1, byAt: later(now, hours(2)) }),
    await issuer.call(matching.choices, { id }),
  ])
    expect(refused.status).toBe(404)
  await issuer.done(matching.recordMatch, { ...compatible(id, bag.id), method: 'ahg-tube' })
  expect(await rowOf()).toBeUndefined()
  // and the word that it came is theirs (ruling AMB-400)
  const came = db.selectFrom('events').select('bankId').where('kind', '=', 'owed-result-came')
  expect(await came.where('subjectId', '=', id).execute()).toEqual([{ bankId: own.id }])
  expect((await issuer.done(matching.summary, {})).owed).toBe(owedBefore - 1)
  expect((await issuer.call(matching.open, { id })).status).toBe(404)
  expect((await other.staff.done(matching.open, { id })).matches).toEqual([])
})
