import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { orders } from '#contract/orders.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { stock } from '#contract/stock.ts'
import { minutes } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { appendEvents, theService } from '#server/db/event-trail.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { statementsOf } from '#testing/harness/statements.ts'
import { aBank, aDraft, anAccount, aRequest, aStaffedHospital } from '#testing/makers/makers.ts'

let service: TestService
beforeAll(async () => {
  service = await aService({ settings: { ROLE: 'web' } })
})

/** A hospital of its own, with somebody who looks after it and somebody who works there. */
async function aHouse() {
  const { hospital, admin, staff } = await aStaffedHospital(service.db)
  const { id: nurseId } = await service.db
    .updateTable('accounts')
    .set({ name: 'Sr. Selvi' })
    .where('email', '=', staff)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { hospital, admin: service.as(admin), nurse: service.as(staff), nurseId }
}
type Client = ReturnType<TestService['as']>

const told = async (client: Client, input = {}) =>
  (await client.done(audit.list, input)).items.map(({ what, person }) => `${what} by ${person}`)

describe('what an organisation reads of its own', () => {
  test('AMB-298 its requests, its people and who looked, newest first; nothing of another', async () => {
    const { admin, nurse } = await aHouse()
    const other = await aHouse()
    const { id } = await nurse.done(requests.raise, aDraft(service.clock.now()))
    await admin.done(requests.show, { id })
    await nurse.done(people.setName, { name: 'Sr. Selvi Mary' })
    expect(await told(admin)).toEqual([
      'Name set by Sr. Selvi',
      expect.stringMatching(/^Opened the request by /),
      'Raised by Sr. Selvi',
    ])
    expect(await told(other.admin)).toEqual([])
    expect((await admin.done(audit.list, { request: id })).items.map(({ kind }) => kind)).toEqual([
      'request-opened',
      'request-raised',
    ])
    expect(await told(other.admin, { request: id })).toEqual([])
  })

  test('AMB-298 what nobody did is told as done by the service itself', async () => {
    const { hospital, admin } = await aHouse()
    const { id } = await aRequest(service.db, { status: 'pending', hospitalId: hospital.id })
    const late = { kind: 'request-late', subjectId: id, hospitalId: hospital.id } as const
    await service.db.transaction().execute((tx) => appendEvents(tx, [late], theService, service.clock.now()))
    const [newest] = (await admin.done(audit.list, { request: id })).items
    expect(newest).toMatchObject({ kind: 'request-late', person: 'Crossmatch', place: 'by itself' })
  })

  test('AMB-298 filtered by kind, by person and by day', async () => {
    const { admin, nurse, nurseId } = await aHouse()
    const { id } = await nurse.done(requests.raise, aDraft(service.clock.now()))
    await admin.done(requests.approve, { id, version: 1 })
    expect(await told(admin, { group: ['raised', 'rejected'] })).toEqual(['Raised by Sr. Selvi'])
    expect(await told(admin, { person: nurseId })).toEqual(['Raised by Sr. Selvi'])
    const { items } = await admin.done(audit.people, {})
    expect(items.map(({ person }) => person)).toContain('Sr. Selvi')
    const today = new Date(service.clock.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    expect(await told(admin, { from: today, to: today })).toHaveLength(2)
    expect(await told(admin, { to: '2020-01-01' })).toEqual([])
    expect(await told(admin, { from: '2099-01-01' })).toEqual([])
  })

  test('AMB-298 a bank reads its stock and its orders without a word of the hospital; the provider reads all', async () => {
    const bank = await aBank(service.db)
    const grant = { product: 'bloodbank', role: 'admin', organisationId: bank.id } as const
    await anAccount(service.db, { email: `${bank.id}.head`, name: 'R. Selvam', grant })
    const head = service.as(`${bank.id}.head`)
    const { hospital, admin } = await aHouse()
    const { id, version } = await aRequest(service.db, { status: 'pending', hospitalId: hospital.id })
    await service.db.updateTable('requests').set({ bankId: bank.id }).where('id', '=', id).execute()
    await admin.done(requests.cancel, { id, version, reason: 'Mrs. Devi went home' })
    await head.done(stock.count, { component: 'PRBC', quantities: byGroup(() => 3), seenAt: null })
    const entries = (await head.done(audit.list, {})).items
    expect(entries.map(({ what }) => what).slice(0, 2)).toEqual(['Counted PRBC', 'Cancelled'])
    expect(JSON.stringify(entries)).not.toContain('Devi')
    expect(JSON.stringify((await admin.done(audit.list, {})).items)).toContain('Devi')
    const all = (await service.as('bloodsupport').done(audit.list, {})).items
    expect(all.map(({ what }) => what)).toContain('Counted PRBC')
  })

  test('AMB-298 pages go on where the last ended; one that is read again reaches as far as before', async () => {
    const { admin, nurse } = await aHouse()
    for (let n = 0; n < 60; n++) await nurse.done(requests.raise, aDraft(service.clock.now()))
    const first = await admin.done(audit.list, {})
    expect(first.items).toHaveLength(50)
    const second = await admin.done(audit.list, { after: first.next ?? '' })
    expect([second.items.length, second.next]).toEqual([10, null])
    await nurse.done(requests.raise, aDraft(service.clock.now()))
    const again = await admin.done(audit.list, { through: first.next ?? '' })
    expect([again.items.length, again.next]).toEqual([51, first.next])
  })
})

describe('who looked', () => {
  test('AMB-299 the same person opening the same thing is told once in half an hour, in one round trip', async () => {
    const { admin, nurse } = await aHouse()
    const { id } = await nurse.done(requests.raise, aDraft(service.clock.now()))
    const opened = async () =>
      (await told(admin, { group: 'opened' })).filter((line) => line.includes('Selvi')).length
    const before = await statementsOf(service, () => nurse.done(requests.show, { id }))
    expect(before.filter((text) => text.includes('append_reading'))).toHaveLength(1)
    expect(
      (await statementsOf(service, () => nurse.done(requests.show, { id }))).filter((text) =>
        text.includes('append_reading'),
      ),
    ).toEqual([])
    expect(await opened()).toBe(1)
    const later = new Date(service.clock.now().getTime() + minutes(31))
    service.clock.moveTo(later)
    await nurse.done(requests.show, { id })
    service.clock.moveTo(null)
    expect(await opened()).toBe(2)
  })

  test('AMB-299 two at once are told once; the provider who opens an order is told to its hospital', async () => {
    const { admin, nurse } = await aHouse()
    const { id } = await nurse.done(requests.raise, aDraft(service.clock.now()))
    await Promise.all(Array.from({ length: 5 }, () => service.as('bloodsupport').done(orders.show, { id })))
    const lines = (await admin.done(audit.list, { group: 'opened' })).items
    expect(lines.map(({ what, place }) => `${what}, ${place}`)).toEqual(['Opened the request, bloodsupport'])
    expect((await verifyEvents(service.db)).faults).toEqual([])
  })

  test('AMB-299 X10 if it cannot be written, the reading goes on', async () => {
    const { nurse } = await aHouse()
    const { id } = await nurse.done(requests.raise, aDraft(service.clock.now()))
    const owner = service.owner
    const { sql } = await import('kysely')
    await sql`alter function append_reading rename to append_reading_away`.execute(owner)
    try {
      expect((await nurse.done(requests.show, { id })).id).toBe(id)
    } finally {
      await sql`alter function append_reading_away rename to append_reading`.execute(owner)
    }
  })

  test('AMB-299 a list that is read, or an order that is not there, is no event', async () => {
    const { admin, nurse } = await aHouse()
    await nurse.done(requests.list, {})
    expect((await nurse.raw('GET', '/api/requests/00000000')).status).toBe(404)
    expect(await told(admin)).toEqual([])
  })
})

describe('the sheet', () => {
  test('AMB-300 has exactly what the filter shows, cannot be run, and is an event', async () => {
    const { admin, nurse } = await aHouse()
    await nurse.done(people.setName, { name: '=cmd|calc' })
    await nurse.done(requests.raise, aDraft(service.clock.now()))
    const { text, headers } = await admin.raw('GET', '/api/audit/sheet?group=raised')
    expect(headers.get('content-type')).toContain('text/csv')
    const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines[0]).toBe('Time,Person,For,Kind,What,On,Event')
    expect(lines.slice(1)).toEqual([expect.stringMatching(/,'=cmd\|calc,.*,Raised,Raised,[0-9a-f]{8},\d+$/)])
    expect(await told(admin, { group: 'download' })).toEqual([
      expect.stringMatching(/^Downloaded a list, audit as csv, group raised, 1 row by /),
    ])
  })
})
