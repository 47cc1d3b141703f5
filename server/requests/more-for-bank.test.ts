import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { type MoreForBank, nothingMore } from '#domain/matching/needs.ts'
import { aService } from '#testing/harness/service.ts'
import { statementsOf } from '#testing/harness/statements.ts'
import { aDraft } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const [staff, admin, provider] = [service.as('firm_pilot'), service.as('firm'), service.as('bloodsupport')]

// their sessions are made with the first call, in the database
beforeAll(() => staff.cookies())

const more: MoreForBank = {
  needs: ['irradiated', 'leucoreduced'],
  needsNote: 'Canary small bags',
  ward: 'Canary 3',
  bed: '14',
  doctor: 'Dr. Canary Anand',
  diagnosis: 'Canary open femur',
  transfusedBefore: 'no',
}
const noWord = { bombay: null, bombayAt: null, bombayOf: null }
const rowsOf = (requestId: string) =>
  service.db.selectFrom('moreForBank').selectAll().where('requestId', '=', requestId).execute()
const eventsOf = (subjectId: string) =>
  service.db.selectFrom('events').selectAll().where('subjectId', '=', subjectId).orderBy('id').execute()

test('AMB-222 what is told beyond the form is kept with the raise, in its one statement', async () => {
  const plain = await statementsOf(service, () => staff.done(requests.raise, aDraft(now)))
  let id = ''
  const told = await statementsOf(service, async () => {
    id = (await staff.done(requests.raise, { ...aDraft(now), more })).id
  })
  expect(told).toEqual(plain)
  expect(await rowsOf(id)).toEqual([{ requestId: id, ...more, ...noWord }])
  expect((await admin.done(requests.show, { id })).more).toEqual(more)
})

test('AMB-222 where nothing is told there is no row, whoever sends it', async () => {
  const { id } = await staff.done(requests.raise, aDraft(now))
  expect(await rowsOf(id)).toEqual([])
  expect((await staff.done(requests.show, { id })).more).toEqual(nothingMore)
})

test('AMB-222 no provider reads it, and no event, message or answer of a list has it', async () => {
  const { id } = await staff.done(requests.raise, { ...aDraft(now), more })
  await staff.done(requests.amend, { ...aDraft(now), id, version: 1, more: { ...more, bed: '15' } })
  await admin.done(requests.approve, { id, version: 2 })
  const seen = [
    await provider.done(orders.show, { id }),
    await provider.done(orders.list, { id }),
    await admin.done(requests.list, { id }),
    await eventsOf(id),
    await service.db.selectFrom('notifications').selectAll().execute(),
  ]
  for (const answer of seen) expect(JSON.stringify(answer)).not.toMatch(/Canary/)
  expect(JSON.parse((await eventsOf(id))[1]?.detail ?? '')).toEqual({ fields: ['more'], version: 2 })
})

test('AMB-222 AMB-296 it is amended alone, again without effect, taken back, and left by pages of before', async () => {
  const draft = aDraft(now)
  const { id } = await staff.done(requests.raise, draft)
  for (let time = 0; time < 2; time++)
    expect(await staff.done(requests.amend, { ...draft, id, version: 1, more })).toMatchObject({
      version: 2,
      amendedFields: ['more'],
    })
  expect(await rowsOf(id)).toEqual([{ requestId: id, ...more, ...noWord }])
  await staff.done(requests.amend, { ...draft, id, version: 2, units: 3 })
  expect((await admin.done(requests.show, { id })).more).toEqual(more)
  const same = await staff.call(requests.amend, { ...draft, units: 3, id, version: 3, more })
  expect([same.status, same.body]).toEqual([422, expect.objectContaining({ code: 'nothing-amended' })])
  await staff.done(requests.amend, { ...draft, units: 3, id, version: 3, more: nothingMore })
  expect(await rowsOf(id)).toEqual([])
  const { timeline } = await admin.done(requests.show, { id })
  expect(timeline.at(-1)).toMatchObject({ kind: 'request-amended', reason: 'more for the blood bank' })
})

test('AMB-376 what is taken back leaves the hospital’s word that its patient is Oh', async () => {
  const draft = aDraft(now)
  const { id } = await staff.done(requests.raise, { ...draft, more })
  const word = { bombay: 'Oh+' as const, bombayAt: now, bombayOf: draft.patientId }
  await service.db.updateTable('moreForBank').set(word).where('requestId', '=', id).execute()
  await staff.done(requests.amend, { ...draft, id, version: 1, more: nothingMore })
  expect(await rowsOf(id)).toEqual([{ requestId: id, ...nothingMore, ...word }])
})

test('AMB-222 AMB-311 it goes with the one that is raised in place of another', async () => {
  const { id } = await admin.done(requests.raise, { ...aDraft(now), more })
  await admin.done(requests.approve, { id, version: 1 })
  const raised = await admin.done(requests.replace, { ...aDraft(now), id, version: 2, more })
  expect((await admin.done(requests.show, { id: raised.id })).more).toEqual(more)
})

test.each([
  ['a need nobody knows', { needs: ['warm'] }],
  ['a ward that is too long', { ward: 'x'.repeat(61) }],
  ['what it has no place for', { religion: 'x' }],
])('AMB-222 %s is refused', async (_, part) => {
  const answer = await staff.call(requests.raise, {
    ...aDraft(now),
    more: { ...nothingMore, ...part },
  } as never)
  expect(answer.status).toBe(422)
})
