import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { downtime, type Pack } from '#contract/downtime.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { sheetLines } from '#domain/downtime/sheet-lines.ts'
import { theService } from '#server/db/event-trail.ts'
import { transactOn } from '#server/db/work.ts'
import type { Client } from '#testing/harness/client.ts'
import { readPdf, wordsSaidIn } from '#testing/harness/pdf-text.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aBank, anAccount, aRequest, aStaffedHospital } from '#testing/makers/makers.ts'
import type { DowntimeData } from '../documents/downtime.ts'
import type { Drawing } from '../documents/drawing.ts'
import { TookTooLong } from '../platform/tasks/threads.ts'
import { keepPack, packsOn } from './packs.ts'

const morning = instantOf('2026-11-17', '09:10')
let service: TestService
beforeAll(async () => {
  service = await aService({ now: morning, settings: { ROLE: 'web' } })
})

const fileOf = async (client: Client, { id }: Pick<Pack, 'id'>) => {
  const answer = await client.raw('GET', `/api/downtime/packs/${id}/file`)
  expect(answer.status).toBe(200)
  return answer.bytes
}
const packOf = async (client: Client) => {
  const pack = await client.done(downtime.make, {})
  const bytes = await fileOf(client, pack)
  return { pack, bytes, ...(await readPdf(bytes)) }
}

/** A hospital, a bank and an order between them, and who works there. */
async function aDay(patientName = 'Lakshmi Narayanan') {
  const { db } = service
  const { hospital, staff } = await aStaffedHospital(db)
  const bank = await aBank(db, { phones: ['+914422220000'] })
  const grant = { product: 'bloodbank', organisationId: bank.id, role: 'staff' } as const
  const { email } = await anAccount(db, { email: `${bank.id}.bench`, grant })
  const order = await aRequest(
    db,
    { status: 'issued', hospitalId: hospital.id, bankId: bank.id, patientName, patientId: 'FH-20817' },
    morning,
  )
  return { hospital, bank, order, nurse: service.as(staff), bench: service.as(email), staff }
}

test('AMB-340 AMB-341 a pack has the open orders, phones and numbered forms; a patient’s name stands in its hospital’s alone', async () => {
  const { hospital, bank, order, nurse, bench } = await aDay()
  const others = await aDay()
  const prefix = `P-${hospital.id.toUpperCase()}-`
  const own = await packOf(nurse)
  expect(own.pack).toMatchObject({ papers: [`${prefix}000001`, `${prefix}000010`], orders: 1 })
  expect(own.pack.until).toEqual(instantOf('2026-11-17', '14:00'))
  for (const word of [order.id, 'Lakshmi Narayanan', 'FH-20817', '+914422220000', 'Request for blood'])
    expect(own.text).toContain(word)
  expect(own.text).toContain('valid until the next of 17 Nov 2026, 2:00 pm')
  for (let nth = 1; nth <= 10; nth++) expect(own.text).toContain(`${prefix}${String(nth).padStart(6, '0')}`)
  // one page of orders, ten forms of half a page
  expect(own.pages).toBe(6)
  const banks = await packOf(bench)
  for (const { text } of [own, banks]) expect(text).not.toContain(others.order.id)
  expect(banks.text).not.toMatch(/Lakshmi|Narayanan/)
  for (const word of [order.id, 'L. N.', 'FH-20817', hospital.name, 'Cross-match', 'Goes with the blood'])
    expect(banks.text).toContain(word)
  // each half with the number of its sheet
  expect(banks.text.split(`P-${bank.id.toUpperCase()}-000003`)).toHaveLength(3)
  const provider = await packOf(service.as('bloodsupport'))
  expect(provider.text).not.toMatch(/Lakshmi|Narayanan|L\. N\.|FH-20817/)
  expect(provider.text).toContain(order.id)
  expect(provider.text).toMatch(/P-\d{6}/)
})

test('AMB-420 each sheet of a bank has one page with every line of its two halves, in their order, and no other', async () => {
  const { bank, bench } = await aDay()
  const { texts, pack } = await packOf(bench)
  expect(texts).toHaveLength(11)
  for (const [half, title] of [
    ['match', 'Cross-match'],
    ['issue', 'Issue'],
  ] as const) {
    const lines = sheetLines[half].map(([line]) => line)
    expect(texts[1]).toContain([title, pack.papers[0], ...lines, `${bank.name}, printed`].join(' '))
  }
})

test('AMB-342 numbers go on from pack to pack, six packs are kept and the others’ files let go, each made and taken is an event', async () => {
  const { hospital, nurse, bench, staff } = await aDay()
  const first = await nurse.done(downtime.make, {})
  const last = await packOf(nurse)
  expect(last.pack.papers[0]).toBe(`P-${hospital.id.toUpperCase()}-000011`)
  // of the bank it is not there
  expect((await bench.raw('GET', `/api/downtime/packs/${first.id}/file`)).status).toBe(404)
  // more than its account may ask for: by another of the house
  const chief = service.as(staff.replace('.nurse', '.chief'))
  // another's push none of theirs out
  await bench.done(downtime.make, {})
  for (let nth = 0; nth < 5; nth++) await chief.done(downtime.make, {})
  const { packs, nextAt } = await nurse.done(downtime.list, {})
  expect(packs).toHaveLength(6)
  expect(packs.map(({ id }) => id)).not.toContain(first.id)
  expect(nextAt).toEqual(instantOf('2026-11-17', '14:00'))
  expect((await nurse.raw('GET', `/api/downtime/packs/${first.id}/file`)).status).toBe(404)
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from events where hospital_id = ${hospital.id} and kind like 'downtime%'
    group by kind order by kind`.execute(service.db)
  expect(rows).toEqual([
    { kind: 'downtime-pack-downloaded', count: 1 },
    { kind: 'downtime-pack-made', count: 7 },
  ])
  const named = await service.db
    .selectFrom('storedFiles')
    .select('path')
    .where('path', 'like', `downtime/${hospital.id}/%`)
    .execute()
  expect(named).toHaveLength(6)
})

test('AMB-340 a pack of nothing says so, and one with Tamil and endless names and 500 orders is cut with a word', async () => {
  const { hospital, nurse } = await aDay('மீனாட்சி சுந்தரம்')
  const none = await aStaffedHospital(service.db)
  expect((await packOf(service.as(none.staff))).text).toContain('No open orders.')
  const endless = 'x'.repeat(120)
  for (let nth = 0; nth < 499; nth++)
    await aRequest(service.db, { status: 'pending', hospitalId: hospital.id, patientName: endless }, morning)
  const began = performance.now()
  const { text, bytes, pack } = await packOf(nurse)
  // some seconds on a busy machine: a thread is given twenty
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(pack.orders).toBe(500)
  expect(text).toContain('500 open orders, the soonest due first')
  expect(text).toContain('380 more are open and due later: they are not printed.')
  expect(wordsSaidIn(Buffer.from(bytes)).join(' ') + text).toContain('சுந்தரம்')
}, 60_000)

/** Draws nothing, and fails for one place. */
const quick = (drawn: string[], failsFor = ''): Drawing =>
  ({
    async run(_name: string, { name }: DowntimeData) {
      drawn.push(name)
      if (name === failsFor) throw new Error('no ink')
      return Buffer.from(`%PDF of ${name} ${crypto.randomUUID()}`)
    },
  }) as unknown as Drawing

test('AMB-340 at a change of shift two workers make one pack of each place; one that fails holds up no other and is tried again', async () => {
  const house = await aService({ now: morning, settings: { ROLE: 'web' } })
  const { db, clock, files } = house
  const failing = await aStaffedHospital(db, { name: 'Aaa Hospital' })
  const drawn: string[] = []
  const failed: string[] = []
  const transact = transactOn({
    ...{ db, jobs: house.jobs, reactedTo: new Set(), afterCommit: () => undefined },
  })
  const packs = packsOn({ db, transact, files, drawing: quick(drawn, 'Aaa Hospital'), clock })
  const sweep = () => packs.makeDue((_error, place) => void failed.push(place))
  const made = await Promise.all([sweep(), sweep()])
  expect(failed).toEqual([failing.hospital.id])
  expect(new Set(drawn).size).toBe(drawn.length)
  const rows = await db.selectFrom('downtimePacks').select(['organisationId', 'shiftAt']).execute()
  expect(rows).toHaveLength((made[0] ?? 0) + (made[1] ?? 0))
  expect(rows.map(({ organisationId }) => organisationId)).toEqual(
    expect.arrayContaining(['', 'firm', 'redbank']),
  )
  expect(rows.every(({ shiftAt }) => shiftAt?.getTime() === instantOf('2026-11-17', '08:00').getTime())).toBe(
    true,
  )
  // nothing is due any more but the one that failed, after a while
  expect(await sweep()).toBe(0)
  clock.moveTo(later(morning, minutes(11)))
  expect(await sweep()).toBe(0)
  expect(failed).toHaveLength(2)
  // more by hand than are kept do not make the shift's due again
  const byHand = async () => {
    const drawn = await packs.draw('firm')
    if (drawn)
      await transact(theService, clock.now(), (work) => keepPack(work, drawn, { shiftAt: null, madeBy: 'a' }))
  }
  for (let nth = 0; nth < 7; nth++) await byHand()
  clock.moveTo(later(morning, hours(1)))
  expect([await sweep(), failed.length]).toEqual([0, 3])
  clock.moveTo(later(morning, hours(5)))
  expect(await sweep()).toBe(rows.length)
})

test('AMB-355 an admin sets when shifts change: packs of that place are made then, of others as usual', async () => {
  const house = await aService({ now: morning, settings: { ROLE: 'web' } })
  const { db, clock, files } = house
  const { hospital, admin, staff } = await aStaffedHospital(db)
  const [chief, nurse] = [house.as(admin), house.as(staff)]
  const set = (times: string[], version: number) => chief.call(downtime.setShifts, { times, version })
  const usual = { times: ['08:00', '14:00', '20:00'], version: 0 }
  expect(await nurse.done(downtime.list, {})).toMatchObject({ shifts: usual })
  for (const [times, version, code] of [
    [[], 0, 'no-shifts'],
    [['06:00', '06:30'], 0, 'shifts-too-close'],
    [['06:00'], 1, 'shifts-changed'],
    [['25:00'], 0, 'invalid-input'],
  ] as const)
    expect((await set([...times], version)).refusal?.code).toBe(code)
  expect((await nurse.call(downtime.setShifts, { times: ['06:00'], version: 0 })).status).toBe(403)
  const both = await Promise.all([set(['18:30', '06:00'], 0), set(['18:30', '06:00'], 0)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await nurse.done(downtime.list, {})).toMatchObject({
    ...{ shifts: { times: ['06:00', '18:30'], version: 1 }, nextAt: instantOf('2026-11-17', '18:30') },
  })
  const events = await db
    .selectFrom('events')
    .select(['detail', 'hospitalId'])
    .where('kind', '=', 'downtime-shifts-set')
    .execute()
  expect(events.map((one) => ({ ...one, detail: JSON.parse(String(one.detail)) }))).toEqual([
    { detail: { from: '08:00, 14:00, 20:00', to: '06:00, 18:30' }, hospitalId: hospital.id },
  ])
  const transact = transactOn({
    ...{ db, jobs: house.jobs, reactedTo: new Set(), afterCommit: () => undefined },
  })
  const packs = packsOn({ db, transact, files, drawing: quick([]), clock })
  const madeAt = async (time: string) => {
    clock.moveTo(instantOf('2026-11-17', time))
    const made = await packs.makeDue((error) => expect(error).toBeNull())
    const rows = await db
      .selectFrom('downtimePacks')
      .select(['organisationId', 'shiftAt', 'until'])
      .orderBy('id', 'desc')
      .limit(made)
      .execute()
    return new Map(rows.map((row) => [row.organisationId, row]))
  }
  const first = await madeAt('09:20')
  const inDay = (time: string) => instantOf('2026-11-17', time)
  expect(first.get(hospital.id)).toMatchObject({ shiftAt: inDay('06:00'), until: inDay('18:30') })
  expect(first.get('firm')).toMatchObject({ shiftAt: inDay('08:00'), until: inDay('14:00') })
  const noon = await madeAt('14:01')
  expect([noon.has(hospital.id), noon.has('firm'), noon.has('')]).toEqual([false, true, true])
  expect([...(await madeAt('18:31')).keys()]).toEqual([hospital.id])
})

test('T54 one that takes too long to draw is told to come again, with a word, and nothing is kept', async () => {
  const run = () => Promise.reject(new TookTooLong('downtime took longer than 20000 ms'))
  const house = await aService({
    ...{ now: morning, settings: { ROLE: 'web' }, drawing: { run, close: async () => undefined } },
  })
  const answer = await house.as('firm').raw('POST', '/api/downtime/packs', { body: {} })
  expect([answer.status, answer.headers.get('retry-after'), answer.json()]).toMatchObject([
    ...[503, '5', { code: 'too-busy', text: expect.stringContaining('Please try again') }],
  ])
  expect(await house.db.selectFrom('downtimePacks').select('id').execute()).toEqual([])
})

test('AMB-340 the worker makes them by itself', async () => {
  const house = await aService({ now: morning, drawing: quick([]) })
  await house.db.transaction().execute((tx) => house.jobs.enqueue(tx, { queue: 'downtime-packs', data: {} }))
  const made = async () => (await house.as('firm').done(downtime.list, {})).packs.length
  await expect.poll(made, { timeout: 20_000 }).toBe(1)
})

test('AMB-398 packs of a hospital that is suspended go after two days, with their files; of others none goes', async () => {
  const house = await aService({ now: morning, settings: { ROLE: 'web' } })
  const { db, clock, files } = house
  const [closed, ended] = [await aStaffedHospital(db), await aStaffedHospital(db)]
  const transact = transactOn({
    ...{ db, jobs: house.jobs, reactedTo: new Set(), afterCommit: () => undefined },
  })
  const packs = packsOn({ db, transact, files, drawing: quick([]), clock })
  const sweep = () => packs.makeDue((error) => expect(error).toBeNull())
  await sweep()
  const becomes = (id: string, accountStatus: 'suspended' | 'subscription-ended') =>
    db.updateTable('organisations').set({ accountStatus }).where('id', '=', id).execute()
  await becomes(closed.hospital.id, 'suspended')
  await becomes(ended.hospital.id, 'subscription-ended')
  const left = async ({ hospital: { id } }: typeof closed) => {
    const rows = db.selectFrom('downtimePacks').select('id').where('organisationId', '=', id)
    const named = db.selectFrom('storedFiles').select('id').where('path', 'like', `downtime/${id}/%`)
    return [(await rows.execute()).length, (await named.execute()).length]
  }
  clock.moveTo(later(morning, hours(47)))
  await sweep()
  expect(await left(closed)).toEqual([1, 1])
  clock.moveTo(later(morning, hours(49)))
  await sweep()
  expect([await left(closed), await left(ended)]).toEqual([
    [0, 0],
    [2, 2],
  ])
})
