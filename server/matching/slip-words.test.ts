import { beforeEach, expect, test } from 'vitest'
import { matching } from '#contract/matching.ts'
import { registers } from '#contract/registers.ts'
import { dayOf, instantOf, later, minutes } from '#domain/basics/time.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, aTube } from '#testing/makers/benches.ts'
import { linksIn } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aShelf } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const hospital = service.as('firm')
const red = await aShelf(service)

beforeEach(() => service.clock.moveTo(now))

test('AMB-359 printed again and in the register, a slip says the groups of its own day, and the tube it went by', async () => {
  const { id, bags } = await aMatchedOrder(service, red, { bags: 3, wish: { units: 5 } })
  const slip = (await red.staff.done(matching.issue, anIssue(id, bags))).slip
  service.clock.moveTo(later(now, minutes(30)))
  await red.staff.done(
    matching.receiveSample,
    aTube(id, now, { groupFound: 'B+', antibodyScreen: 'positive' }),
  )
  await hospital.done(matching.correctGroup, { id, bloodGroup: 'B+' })
  expect((await linksIn(db).rowOf(id)).bloodGroup).toBe('B+')
  const { text } = await readPdf((await red.bank.raw('GET', `/api/slips/${slip}`)).bytes)
  expect(text).toContain('Blood group O POS')
  expect(text).toContain('O POS, antibody screen negative')
  expect(text).not.toContain('B POS')
  const span = { from: dayOf(now), to: dayOf(now) }
  const { titles, rows } = await red.bank.done(registers.look, { kind: 'issues', ...span })
  const own = rows.filter((row) => row[titles.indexOf('Slip')] === slip)
  expect(
    own.map((row) => [row[titles.indexOf('Group asked for')], row[titles.indexOf('Group found')]]),
  ).toEqual(Array(3).fill(['O POS', 'O POS']))
})

test('AMB-359 findings changed in the same tube do not change what its slip said', async () => {
  const { id, bags } = await aMatchedOrder(service, red)
  const slip = (await red.staff.done(matching.issue, anIssue(id, bags))).slip
  const [sample] = (await red.staff.done(matching.open, { id })).samples
  if (!sample) throw new Error('no sample')
  const { id: sampleId, version, recent, unfitReason } = sample
  await red.staff.done(matching.recordFindings, {
    ...{ id, sampleId, version, recent, unfitReason, groupFound: 'A+', antibodyScreen: 'positive' },
  })
  const kept = () =>
    db
      .selectFrom('issues')
      .select(['askedGroup', 'foundGroup', 'antibodyScreen', 'sampleId'])
      .where('requestId', '=', id)
      .orderBy('slip')
      .execute()
  expect(await kept()).toEqual([{ askedGroup: 'O+', foundGroup: 'O+', antibodyScreen: 'negative', sampleId }])
  const { text } = await readPdf((await hospital.raw('GET', `/api/slips/${slip}`)).bytes)
  expect(text).toContain('O POS, antibody screen negative')
})

test('AMB-359 on an emergency’s slip a tube with another label is none', async () => {
  const { id } = await aMatchedOrder(service, red, { bags: 0, wish: { units: 1 } })
  await red.staff.done(matching.receiveSample, aTube(id, now, { labelPatientId: 'FH-1', groupFound: 'A+' }))
  const bag = await aFreeBag(red.staff)
  await red.staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
  const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
  const { slip } = await red.staff.done(matching.issue, anIssue(id, [bag], { emergency }))
  const kept = await db
    .selectFrom('issues')
    .select(['askedGroup', 'foundGroup', 'sampleId', 'sampleUntil'])
    .where('requestId', '=', id)
    .execute()
  expect(kept).toEqual([{ askedGroup: 'O+', foundGroup: null, sampleId: null, sampleUntil: null }])
  const { text } = await readPdf((await hospital.raw('GET', `/api/slips/${slip}`)).bytes)
  expect(text).toContain('Blood group asked for O POS Group found not known')
  expect(text).not.toContain('antibody screen')
})

test('AMB-384 an emergency goes by the group found, and its slip says both groups and the tube', async () => {
  const { id } = await aMatchedOrder(service, red, { bags: 0, wish: { bloodGroup: 'B+', units: 1 } })
  await red.staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'A+' }))
  const bag = await aFreeBag(red.staff, { bloodGroup: 'A+' })
  await red.staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
  const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
  const { slip } = await red.staff.done(matching.issue, anIssue(id, [bag], { emergency }))
  const { text } = await readPdf((await hospital.raw('GET', `/api/slips/${slip}`)).bytes)
  expect(text).toContain('Blood group asked for B POS Group found A POS')
  expect(text).toContain('Group found A POS, antibody screen negative')
})
