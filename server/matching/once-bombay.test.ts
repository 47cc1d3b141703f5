import { beforeEach, describe, expect, test } from 'vitest'
import { downtime } from '#contract/downtime.ts'
import { driving } from '#contract/driving.ts'
import { issuing } from '#contract/issuing.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { registers } from '#contract/registers.ts'
import { requests } from '#contract/requests.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { dayOf, hours, instantOf, later } from '#domain/basics/time.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { arun, linksIn } from '#testing/makers/linked-orders.ts'
import { aHospital, nextNumber } from '#testing/makers/makers.ts'
import { aFreeBag, aShelf, type ShelfBank } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [provider, hospital, driver] = [service.as('bloodsupport'), service.as('firm'), service.as(arun)]
const [red, blue] = [await aShelf(service), await aShelf(service)]

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.deleteFrom('rateLimits').execute()
})

const wait = (length: number) => service.clock.moveTo(later(service.clock.now(), hours(length)))
const aPatient = () => `FH-oh-${nextNumber()}`
const orderOf = (patientId: string, bank: ShelfBank = red, wish: object = {}) =>
  anOrderFor(service, bank, { bloodGroup: 'O+', units: 2, patientId, ...wish })
const sampled = (
  { staff }: ShelfBank,
  { id, patientId }: { id: string; patientId: string },
  groupFound: ShelfGroup | null,
  change: object = {},
) =>
  staff.done(
    matching.receiveSample,
    aTube(id, service.clock.now(), { labelPatientId: patientId, groupFound, ...change }),
  )
const correct = (id: string, bloodGroup: ShelfGroup) =>
  hospital.call(matching.correctGroup, { id, bloodGroup })
const relinked = async (id: string, { id: bankId }: ShelfBank) => {
  const { version } = await linksIn(db).rowOf(id)
  await provider.done(orders.link, { id, version, bankId, driverEmail: arun })
}

/** What a bank may hold in an emergency, of one bag each. */
async function released({ staff }: ShelfBank, id: string) {
  const answers = []
  for (const bloodGroup of ['O+', 'Oh+'] as const) {
    const { id: bagId } = await aFreeBag(staff, { bloodGroup })
    const { status, refusal } = await staff.call(matching.hold, { id, bagId, isEmergency: true })
    answers.push(status === 200 ? bloodGroup : refusal?.code)
  }
  return answers
}
const isOh = ['never-fits', 'Oh+']
const isOther = ['O+', 'never-fits']

/** Issued in an emergency, which asks once more. */
const issue = ({ staff }: ShelfBank, id: string, bagId: string) =>
  staff.call(
    matching.issue,
    anIssue(id, [{ id: bagId }], { emergency: { doctor: 'Dr. Rao', reason: 'Bleeding' } }),
  )

describe('AMB-405 in an emergency whoever was once Oh gets no O', () => {
  test.each([
    ['that nobody tested', null, {}],
    ['that is unfit', 'O+', { unfitReason: 'clotted' }],
    ['of another', 'O+', { labelName: 'Somebody Else' }],
    ['that a plain laboratory found to be O', 'O+', {}],
  ] as const)('beside a newer tube %s', async (_, groupFound, change) => {
    const order = await orderOf(aPatient())
    await sampled(red, order, 'Oh+')
    wait(1)
    await sampled(red, order, groupFound, change)
    expect(await released(red, order.id)).toEqual(isOh)
    const { items } = await red.staff.done(matching.choices, { id: order.id, emergency: 'yes' })
    expect([...new Set(items.map(({ bag }) => bag.bloodGroup))].filter((group) => group !== 'Oh+')).toEqual(
      [],
    )
    expect((await red.staff.done(matching.open, { id: order.id })).everBombay).toBe('Oh+')
  })

  test('at the bank it was linked to next; and there the hospital still gives its word', async () => {
    const order = await orderOf(aPatient())
    const { id } = order
    await sampled(red, order, 'Oh+')
    const held = await aFreeBag(blue.staff)
    await relinked(id, blue)
    expect(await released(blue, id)).toEqual(isOh)
    expect((await issue(blue, id, held.id)).status).not.toBe(200)
    expect(await blue.staff.done(matching.open, { id })).toMatchObject({ everBombay: 'Oh+', samples: [] })
    expect(await hospital.done(matching.packed, { id })).toMatchObject({ onHold: null, correctTo: 'Oh+' })
    expect((await correct(id, 'O+')).refusal?.code).toBe('correct-to-found')
    expect((await correct(id, 'Oh+')).status).toBe(200)
    expect(await hospital.done(matching.packed, { id })).toMatchObject({ bombay: 'Oh+', correctTo: null })
    expect((await blue.staff.done(matching.open, { id })).bloodGroup).toBe('Oh+')
  })

  test('in the next order, at whichever bank and however the ID is typed; nobody else', async () => {
    const patient = aPatient()
    const before = await orderOf(patient)
    await sampled(red, before, 'Oh+')
    const next = await orderOf(` ${patient.toUpperCase()}`, blue)
    expect(await released(blue, next.id)).toEqual(isOh)
    // who brings another's tube learns nothing of it by that
    const mixed = await orderOf(aPatient())
    await sampled(red, mixed, 'Oh+', { labelName: 'Somebody Else' })
    for (const other of [
      await orderOf(mixed.patientId, blue),
      await orderOf(aPatient(), blue),
      await orderOf(patient, blue, { hospitalId: (await aHospital(db)).id }),
    ])
      expect(await released(blue, other.id)).toEqual(isOther)
  })

  test('AMB-419 however an ABHA number is written', async () => {
    const digits = String(10_000_000_000_000 + nextNumber())
    const dashed = digits.replace(/^(..)(....)(....)(....)$/, '$1-$2-$3-$4')
    for (const [first, then] of [
      [digits, dashed],
      [dashed.replaceAll('-', ' '), digits],
    ] as const) {
      const before = await orderOf(first)
      await sampled(red, before, 'Oh+')
      expect(await released(blue, (await orderOf(then, blue)).id)).toEqual(isOh)
      await db.deleteFrom('samples').where('requestId', '=', before.id).execute()
    }
  })

  test('by the hospital’s word too, though the tube itself says otherwise by now', async () => {
    const patient = aPatient()
    const order = await orderOf(patient)
    const { sample } = await sampled(red, order, 'Oh+')
    expect((await correct(order.id, 'Oh+')).status).toBe(200)
    const found = {
      antibodyScreen: 'negative',
      recent: 'unknown',
      unfitReason: null,
      groupFound: 'O+',
    } as const
    await red.staff.done(matching.recordFindings, {
      ...{ id: order.id, sampleId: sample.id, version: sample.version, ...found },
    })
    const next = await orderOf(patient, blue)
    expect(await released(blue, next.id)).toEqual(isOh)
  })

  test('until the hospital says, by a newer tube, that it was wrong: in that order or the next', async () => {
    const patient = aPatient()
    const order = await orderOf(patient)
    await sampled(red, order, 'Oh+')
    await hospital.done(matching.correctGroup, { id: order.id, bloodGroup: 'Oh+' })
    wait(1)
    const next = await orderOf(patient, blue)
    const { id } = next
    expect((await correct(id, 'O+')).refusal?.code).toBe('nothing-to-correct')
    await sampled(blue, next, 'O+')
    expect(await hospital.done(matching.packed, { id })).toMatchObject({ everBombay: 'Oh+', correctTo: 'O+' })
    for (let time = 0; time < 2; time++) expect((await correct(id, 'O+')).status).toBe(200)
    const { timeline } = await hospital.done(requests.show, { id })
    expect(timeline.filter(({ kind }) => kind === 'group-corrected').map(({ reason }) => reason)).toEqual([
      'Oh (Bombay) POS to O POS',
    ])
    expect(await released(blue, id)).toEqual(isOther)
    expect(await hospital.done(matching.packed, { id })).toMatchObject({ everBombay: null, correctTo: null })
    // where it was said it stands until it is corrected there
    expect(await released(red, order.id)).toEqual(isOh)
    wait(1)
    const third = await orderOf(patient, red)
    expect(await released(red, third.id)).toEqual(isOther)
    await sampled(red, third, 'Oh+')
    expect(await released(blue, id)).toEqual(isOh)
  })
})

test('AMB-424 the slip of an emergency says that Oh is known from elsewhere, on the day and printed again', async () => {
  const patient = aPatient()
  await sampled(red, await orderOf(patient), 'Oh+')
  const { id } = await orderOf(patient, blue)
  const bag = await aFreeBag(blue.staff, { bloodGroup: 'Oh+' })
  await blue.staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
  const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
  const { slip } = await blue.staff.done(matching.issue, anIssue(id, [bag], { emergency }))
  wait(1)
  await sampled(blue, { id, patientId: patient }, 'O+')
  await correct(id, 'O+')
  const { text } = await readPdf((await hospital.raw('GET', `/api/slips/${slip}`)).bytes)
  expect(text).toContain('Blood group asked for O POS Group known from elsewhere Oh (Bombay) POS')
  expect(text).not.toContain('Group found')
  const day = dayOf(now)
  const { titles, rows } = await blue.bank.done(registers.look, { kind: 'issues', from: day, to: day })
  const own = rows.find((row) => row[titles.indexOf('Slip')] === slip)
  expect(own?.[titles.indexOf('Group known from elsewhere')]).toBe('Oh (Bombay) POS')
})

test('AMB-376 a group of the lists is corrected without a word for the bank', async () => {
  const order = await orderOf(aPatient())
  await sampled(red, order, 'A+')
  expect((await correct(order.id, 'A+')).status).toBe(200)
  const said = db.selectFrom('moreForBank').select('requestId').where('requestId', '=', order.id)
  expect(await said.execute()).toEqual([])
})

test('AMB-406 whoever has a part in an order of a Bombay patient reads it: messages, lists, sheets, papers and the driver', async () => {
  const next = await aShelf(service)
  const order = await orderOf(aPatient(), red, { component: 'FFP' })
  const { id } = order
  await sampled(red, order, 'Oh+')
  await hospital.done(matching.correctGroup, { id, bloodGroup: 'Oh+' })
  await relinked(id, next)
  await service.settled()
  const told = await db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select('body')
    .where('subjectId', '=', id)
    .where('notifications.kind', '=', 'order-linked')
    .execute()
  const news = await db.selectFrom('news').select('words').where('requestId', '=', id).execute()
  expect(told.length).toBeGreaterThan(0)
  for (const { body } of told) expect(body).toContain('units Oh (Bombay) POS FFP')
  expect(news.some(({ words }) => words.includes('Oh (Bombay) POS'))).toBe(true)
  expect(JSON.stringify([told, news])).not.toContain('O POS')

  const [listed] = (await next.bank.done(issuing.list, { id })).items
  expect(listed).toMatchObject({ bloodGroup: 'O+', bombay: 'Oh+' })
  const { toIssue } = await next.bank.done(issuing.summary, {})
  expect(toIssue.first.find((one) => one.id === id)?.bombay).toBe('Oh+')
  const sheet = await next.bank.raw('GET', `/api/sheets/issuing?as=csv&id=${id}`)
  expect(sheet.text).toContain('O POS, patient is Oh (Bombay) POS')
  for (const one of [
    await hospital.done(requests.show, { id }),
    await provider.done(orders.show, { id }),
    (await provider.done(orders.list, { id })).items[0],
  ])
    expect(one).toMatchObject({ bloodGroup: 'O+', bombay: 'Oh+' })
  const carried = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
  expect(carried).toMatchObject({ bloodGroup: 'O+', bombay: 'Oh+' })

  for (const reader of [next.bank, hospital]) {
    const { id: pack } = await reader.done(downtime.make, {})
    const { text } = await readPdf((await reader.raw('GET', `/api/downtime/packs/${pack}/file`)).bytes)
    expect(text.replace(/\s+/g, ' ')).toContain('FFP Oh (Bombay) POS')
  }
})
