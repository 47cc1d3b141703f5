import { describe, expect, test } from 'vitest'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue } from '#testing/makers/benches.ts'
import { aShelf } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [hospital, other] = [service.as('firm'), service.as('noble')]
const shelf = await aShelf(service)

async function anIssued(count = 3) {
  const { id, bags } = await aMatchedOrder(service, shelf, { bags: count, wish: { units: count } })
  const { slip } = await shelf.staff.done(matching.issue, anIssue(id, bags))
  return { id, slip, bags }
}
const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items
  if (item === undefined) throw new Error('there is none')
  return item
}
const stateOf = async (id: string) =>
  (await db.selectFrom('bags').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const eventsOf = (id: string) =>
  db.selectFrom('events').select(['kind', 'detail']).where('subjectId', '=', id).orderBy('id').execute()

describe('AMB-345', () => {
  test('from the note to the last fate: bags move, each by one event, and the timeline tells what did not come', async () => {
    const { id, slip, bags } = await anIssued()
    const [one, two, three] = bags.map((bag) => bag.id) as [string, string, string]
    const { items } = await hospital.done(fates.notes, {})
    const note = items.find((found) => found.slip === slip)
    expect(note).toMatchObject({ requestId: id, seq: 1, bankId: shelf.id, isEmergency: false })
    expect(note?.bags.map((bag) => [bag.id, bag.state, bag.found, bag.fate])).toEqual(
      [one, two, three].map((bag) => [bag, 'issued', null, null]),
    )

    const told = {
      slip,
      bags: [
        { bagId: one, found: 'as-issued' as const },
        { bagId: two, found: 'missing' as const },
      ],
    }
    const receipt = await hospital.done(fates.receive, told)
    expect(receipt.bags.map(({ state, found, fate }) => [state, found, fate])).toEqual([
      ['received', 'as-issued', null],
      ['missing', 'missing', 'missing'],
      ['issued', null, null],
    ])
    expect(await hospital.done(fates.receive, told)).toEqual(receipt)
    await hospital.done(fates.receive, { slip, bags: [{ bagId: three, found: 'warm' }] })

    service.clock.moveTo(later(now, minutes(30)))
    const given = { bagId: one, fate: 'transfused' as const, patientId: 'FH-118160' }
    expect((await hospital.done(fates.tell, given)).bags[0]).toMatchObject({
      state: 'transfused',
      fate: 'transfused',
    })
    await hospital.done(fates.tell, given)
    // the repeat of another bedside is none
    expect((await hospital.call(fates.tell, { ...given, patientId: 'FH-2' })).refusal?.code).toBe(
      'other-patient',
    )
    expect((await hospital.call(fates.tell, { bagId: one, fate: 'returned' })).refusal?.code).toBe(
      'fate-known',
    )
    expect((await hospital.call(fates.tell, { bagId: three, fate: 'transfused' })).refusal?.code).toBe(
      'not-to-be-used',
    )
    await hospital.done(fates.tell, { bagId: three, fate: 'discarded', reason: 'temperature' })

    expect([await stateOf(one), await stateOf(two), await stateOf(three)]).toEqual([
      ...['transfused', 'missing', 'discarded'],
    ])
    const kinds = async (bag: string) => (await eventsOf(bag)).map(({ kind }) => kind).slice(-2)
    expect(await kinds(one)).toEqual(['bag-received', 'bag-transfused'])
    expect(await kinds(two)).toEqual(['bag-issued', 'bag-lost'])
    expect(await kinds(three)).toEqual(['bag-received', 'bag-discarded'])
    const receipts = (await eventsOf(id)).filter(({ kind }) => kind === 'bags-received')
    expect(receipts.map(({ detail }) => (JSON.parse(detail) as { wrong: string[] }).wrong.length)).toEqual([
      1, 1,
    ])
    expect(await verifyEvents(db)).toMatchObject({ faults: [] })
  })

  test("another hospital's slip and bag are not there", async () => {
    const { slip, bags } = await anIssued(1)
    const bag = first(bags)
    expect((await other.done(fates.notes, {})).items).toEqual([])
    expect((await other.call(fates.receive, { slip, bags: [{ bagId: bag.id, found: 'warm' }] })).status).toBe(
      404,
    )
    expect((await other.call(fates.tell, { bagId: bag.id, fate: 'missing' })).status).toBe(404)
    expect(await stateOf(bag.id)).toBe('issued')
  })

  test('notes are read on from where one was, since a time, and of one request', async () => {
    const since = later(now, minutes(60))
    service.clock.moveTo(since)
    const slips = []
    for (let n = 0; n < 3; n++) slips.push((await anIssued(1)).slip)
    const { items } = await hospital.done(fates.notes, { since })
    // older than any time that the database knows: all there are
    const all = await hospital.done(fates.notes, { since: new Date(-8_640_000_000_000_000) })
    expect(all).toEqual(await hospital.done(fates.notes, {}))
    expect(items.map(({ slip }) => slip)).toEqual(slips)
    const [{ requestId, slip } = { requestId: '', slip: '' }] = items
    expect((await hospital.done(fates.notes, { requestId })).items.map((note) => note.slip)).toEqual([slip])
    expect((await other.done(fates.notes, { requestId })).items).toEqual([])
  })

  test('many who say different things of one bag at once: one is taken', async () => {
    const { slip, bags } = await anIssued(1)
    const bag = first(bags)
    await hospital.done(fates.receive, { slip, bags: [{ bagId: bag.id, found: 'as-issued' }] })
    const said = ['transfused', 'returned', 'missing'] as const
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        hospital.call(fates.tell, { bagId: bag.id, fate: said[at % 3] ?? 'missing' }),
      ),
    )
    const taken = new Set(
      answers.filter(({ status }) => status === 200).map((answer) => JSON.stringify(answer.body)),
    )
    expect(taken.size).toBe(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await db.selectFrom('bagFates').selectAll().where('bagId', '=', bag.id).execute()).toHaveLength(1)
  })
})
