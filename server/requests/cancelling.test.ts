import { beforeEach, describe, expect, test } from 'vitest'
import { OwnRequest, requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { BloodRequest, requestStatuses } from '#domain/requests/request.ts'
import { statusText } from '#domain/requests/showing.ts'
import { aService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const admin = service.as('firm')

beforeEach(() => service.clock.moveTo(now))

const rowOf = (id: string) =>
  service.db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const eventsOf = (id: string) =>
  service.db.selectFrom('events').selectAll().where('subjectId', '=', id).orderBy('id').execute()

/** The row and its trail as they stand: what a refused call must leave. */
const standOf = async (id: string) => [await rowOf(id), await eventsOf(id)]

const reason = 'Surgery postponed'
const open = ['pending', 'hospital-admin-approved'] as const

describe('until a blood bank has taken it', () => {
  test.each(open)(
    'AMB-60 an admin cancels what is %s: the status and the last change, and nothing else',
    async (status) => {
      const before = await aRequest(service.db, { status }, now)
      service.clock.moveTo(later(now, minutes(5)))
      const answer = await admin.done(requests.cancel, { id: before.id, version: before.version, reason })
      const row = await rowOf(before.id)
      expect(OwnRequest.parse(row)).toEqual(answer)
      expect(row).toEqual({
        ...before,
        status: 'cancelled',
        updatedAt: row.updatedAt,
        version: before.version + 1,
      })
      expect(Math.floor((row.updatedAt.getTime() - now.getTime()) / minutes(1))).toBe(5)
    },
  )

  test.each(open)('AMB-60 the event tells from %s to cancelled, by whom, and why', async (status) => {
    const { id, version } = await aRequest(service.db, { status }, now)
    await admin.done(requests.cancel, { id, version, reason: `  ${reason}\n` })
    const events = await eventsOf(id)
    const [previous, last] = events.slice(-2)
    expect(last).toMatchObject({
      kind: 'request-cancelled',
      fromStatus: status,
      toStatus: 'cancelled',
      actorName: 'Firm',
      hospitalId: 'firm',
      previousHash: previous?.hash,
    })
    expect(JSON.parse(last?.detail ?? '')).toEqual({ reason })
    const { timeline } = await service.as('firm_pilot').done(requests.show, { id })
    expect(timeline.at(-1)).toMatchObject({ by: 'Firm', kind: 'request-cancelled', reason })
  })

  test.each(requestStatuses.filter((status) => !open.some((one) => one === status)))(
    'AMB-60 what is %s is answered 409 and stays as it is',
    async (status) => {
      const made = await aRequest(service.db, { status }, now)
      const { id, version } = made
      const before = await standOf(id)
      const answer = await admin.call(requests.cancel, { id, version, reason })
      expect([answer.status, answer.refusal?.code]).toEqual([409, 'not-cancellable'])
      expect(answer.refusal?.text).toContain(statusText(made))
      expect(await standOf(id)).toEqual(before)
    },
  )

  test('AMB-60 cancelled twice is cancelled once: the second is answered 409', async () => {
    const { id, version } = await aRequest(service.db, {}, now)
    await admin.done(requests.cancel, { id, version, reason })
    const before = await standOf(id)
    for (const seen of [version, version + 1]) {
      const answer = await admin.call(requests.cancel, { id, version: seen, reason })
      expect([answer.status, answer.refusal?.code]).toEqual([409, 'not-cancellable'])
    }
    expect(await standOf(id)).toEqual(before)
  })

  test('AMB-60 a cancelled request can no longer be approved or rejected', async () => {
    const { id, version } = await aRequest(service.db, {}, now)
    await admin.done(requests.cancel, { id, version, reason })
    for (const act of ['approve', 'reject'] as const) {
      const answer = await admin.call(requests[act], { id, version: version + 1 })
      expect([answer.status, answer.refusal?.code]).toEqual([409, 'already-decided'])
    }
    expect((await rowOf(id)).status).toBe('cancelled')
  })
})

describe('who may', () => {
  test('AMB-60 ROLES-06 the admin of a plus hospital cancels as well', async () => {
    const { id, version } = await aRequest(service.db, { hospitalId: 'city' }, now)
    await service.as('city_admin').done(requests.cancel, { id, version, reason })
    expect((await rowOf(id)).status).toBe('cancelled')
  })

  test('AMB-60 ROLES-12 nobody but a hospital admin, and nobody without a session', async () => {
    const { id, version } = await aRequest(service.db, {}, now)
    const before = await standOf(id)
    const others = ['firm_pilot', 'city', 'redbank_bloodbank', 'bloodsupport', 'arun.driver']
    for (const email of others) {
      expect((await service.as(email).call(requests.cancel, { id, version, reason })).status, email).toBe(403)
    }
    expect((await service.anonymous.call(requests.cancel, { id, version, reason })).status).toBe(401)
    expect(await standOf(id)).toEqual(before)
  })

  test("AMB-60 ROLES-24 another hospital's request answers as one that is not there", async () => {
    const { id, version } = await aRequest(service.db, { hospitalId: 'noble' }, now)
    const before = await standOf(id)
    const notOurs = await admin.call(requests.cancel, { id, version, reason })
    const notThere = await admin.call(requests.cancel, { id: 'ffffffff', version, reason })
    expect([notOurs.status, notThere.status]).toEqual([404, 404])
    expect(notOurs.body).toEqual(notThere.body)
    expect(await standOf(id)).toEqual(before)
  })
})

describe('what must be sent', () => {
  test.each([
    ['an empty reason', ''],
    ['blanks', ' \t\n'],
    ['marks that show nothing', '\u200b\u200f\u202e'],
  ])('AMB-60 %s is answered 422 with the field, and nothing changes', async (_name, empty) => {
    const { id, version } = await aRequest(service.db, {}, now)
    const before = await standOf(id)
    const { status, refusal } = await admin.call(requests.cancel, { id, version, reason: empty })
    expect([status, refusal]).toEqual([
      422,
      { code: 'no-reason', title: 'Reason Missing', text: expect.any(String), field: 'reason' },
    ])
    expect(await standOf(id)).toEqual(before)
  })

  test.each([
    ['no reason', {}],
    ['a reason that is no text', { reason: 7 }],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
  ])('AMB-60 %s is answered 422 with the field', async (_name, body) => {
    const { id, version } = await aRequest(service.db, {}, now)
    const answer = await admin.raw('PUT', `/api/requests/${id}/cancellation`, { body: { version, ...body } })
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: 'reason' })])
    expect((await rowOf(id)).status).toBe('pending')
  })

  test('AMB-52 T35 an older picture of the row is answered 409 and changes nothing', async () => {
    const { id, version } = await aRequest(service.db, {}, now)
    await admin.done(requests.approve, { id, version })
    const before = await standOf(id)
    const stale = await admin.call(requests.cancel, { id, version, reason })
    expect([stale.status, stale.refusal?.code]).toEqual([409, 'changed-meanwhile'])
    expect(await standOf(id)).toEqual(before)
    expect((await admin.call(requests.cancel, { id, version: version + 1, reason })).status).toBe(200)
  })

  test.each(Object.keys(BloodRequest.shape).filter((name) => !['id', 'version', 'reason'].includes(name)))(
    'T22 naming %s with a cancellation is refused and changes nothing',
    async (name) => {
      const { id, version } = await aRequest(service.db, {}, now)
      const body = { version, reason, [name]: 'noble' }
      const answer = await admin.raw('PUT', `/api/requests/${id}/cancellation`, { body })
      expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: name })])
      expect((await rowOf(id)).version).toBe(version)
    },
  )
})
