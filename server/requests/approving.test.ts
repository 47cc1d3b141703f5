import { beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '#contract/organisations.ts'
import { OwnRequest, requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { raise } from '#domain/requests/raising.ts'
import { BloodRequest } from '#domain/requests/request.ts'
import { nextNumber } from '#server/demo/makers/rows.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, aHospital, anAccount } from '#testing/makers/makers.ts'

const at = (time: string, day = '2026-11-16') => instantOf(day, time)
const tenAm = at('10:00')
const service = await aService({ now: tenAm, settings: { ROLE: 'web' } })
const admin = service.as('firm')

beforeEach(() => service.clock.moveTo(tenAm))

async function aRequest(change: Partial<BloodRequest> = {}): Promise<BloodRequest> {
  const id = nextNumber().toString(16).padStart(8, '0')
  const raisedAt = change.raisedAt ?? tenAm
  const request = { ...raise(aDraft(raisedAt), { id, hospitalId: 'firm', now: raisedAt }), ...change }
  await service.db.insertInto('requests').values(request).execute()
  return request
}

const rowOf = (id: string) =>
  service.db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const eventsOf = (id: string) =>
  service.db.selectFrom('events').selectAll().where('subjectId', '=', id).orderBy('id').execute()

const messagesOf = (id: string) =>
  service.db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['channel', 'notifications.kind', 'recipient'])
    .where('subjectId', '=', id)
    .orderBy('notifications.id')
    .execute()

describe('the approval list', () => {
  test('of more than 20 says how many there are, and goes by the soonest pickup or on to the next 20', async () => {
    const { id: hospitalId } = await aHospital(service.db)
    await anAccount(service.db, { email: `${hospitalId}_admin` })
    const other = service.as(`${hospitalId}_admin`)
    const minute = (n: number, hour: string) => at(`${hour}:${String(n).padStart(2, '0')}`)
    const all = await Promise.all(
      Array.from({ length: 27 }, (_, n) =>
        aRequest({
          hospitalId,
          raisedAt: minute(n, '09'),
          pickupAt: minute((n * 11) % 27, '12'),
        }),
      ),
    )
    const idsBy = (of: (one: BloodRequest) => number) =>
      all.toSorted((a, b) => of(a) - of(b)).map(({ id }) => id)
    const [newest, soonest] = [
      idsBy((one) => -one.raisedAt.getTime()),
      idsBy((one) => one.pickupAt.getTime()),
    ]

    const first = await other.done(requests.pending, {})
    expect(first).toMatchObject({ count: 27, soonestPickupAt: minute(0, '12') })
    const older = await other.done(requests.pending, { after: first.next ?? '' })
    expect(older.items.map(({ id }) => id)).toEqual(newest.slice(20))
    expect(older.next).toBeNull()

    const due = await other.done(requests.pending, { sort: 'pickup' })
    expect(due.items.map(({ id }) => id)).toEqual(soonest.slice(0, 20))
    const later = await other.done(requests.pending, { sort: 'pickup', after: due.next ?? '' })
    expect(later.items.map(({ id }) => id)).toEqual(soonest.slice(20))

    // read again after a decision and a raise: still no more than 20, the newest there are
    await other.done(requests.reject, { id: newest[3] ?? '', version: 1 })
    const { id: raised } = await aRequest({ hospitalId, raisedAt: tenAm })
    const again = await other.done(requests.pending, { through: first.next ?? '' })
    expect(again.items.map(({ id }) => id)).toEqual(
      [raised, ...newest.filter((id) => id !== newest[3])].slice(0, 20),
    )
    expect(again.count).toBe(27)
  })

  test('APPROVAL-05 APPROVAL-06 APPROVAL-07 API-06 shows the newest 20 of the hospital, and the oldest by its id', async () => {
    const noble = service.as('noble')
    // raised in another order than their ids and their last changes have
    const minuteOf = (n: number) => (n * 7) % 25
    const own = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        aRequest({
          hospitalId: 'noble',
          raisedAt: at(`09:${String(minuteOf(n)).padStart(2, '0')}`),
          updatedAt: tenAm,
        }),
      ),
    )
    const newest = own.toSorted((a, b) => b.raisedAt.getTime() - a.raisedAt.getTime())
    const foreign = await aRequest({ raisedAt: at('09:59') })
    const decided = await aRequest({ hospitalId: 'noble', raisedAt: at('09:58'), status: 'cancelled' })
    const { items } = await noble.done(requests.pending, {})
    expect(items.map(({ id }) => id)).toEqual(newest.slice(0, 20).map(({ id }) => id))
    const oldest = newest.at(-1)
    const found = await noble.done(requests.pending, { id: oldest?.id })
    expect(found.items.map(({ id }) => id)).toEqual([oldest?.id])
    for (const { id } of [foreign, decided]) {
      expect((await noble.done(requests.pending, { id })).items).toEqual([])
    }
  })
})

describe('a decision', () => {
  test('APPROVAL-10 APPROVAL-11 APPROVAL-14 approving sets the status and the two times and nothing else', async () => {
    const before = await aRequest({ raisedAt: at('09:00') })
    const answer = await admin.done(requests.approve, { id: before.id, version: 1 })
    const row = await rowOf(before.id)
    expect(OwnRequest.parse(row)).toEqual(answer)
    expect(row).toEqual({
      ...before,
      status: 'hospital-admin-approved',
      approvedAt: row.updatedAt,
      approvedBy: expect.any(String),
      updatedAt: row.updatedAt,
      version: 2,
    })
    expect(row.updatedAt.getTime() - tenAm.getTime()).toBeLessThan(5_000)
    expect(row.updatedAt.getTime()).toBeGreaterThanOrEqual(tenAm.getTime())
    expect(await eventsOf(before.id)).toMatchObject([
      {
        kind: 'request-approved',
        fromStatus: 'pending',
        toStatus: 'hospital-admin-approved',
        actorName: 'Firm',
      },
    ])
  })

  test('APPROVAL-13 APPROVAL-14 rejecting sets the status and leaves the time of approval empty', async () => {
    const before = await aRequest({ raisedAt: at('09:00') })
    await admin.done(requests.reject, { id: before.id, version: 1 })
    const row = await rowOf(before.id)
    expect(row).toEqual({
      ...before,
      status: 'hospital-admin-rejected',
      updatedAt: row.updatedAt,
      version: 2,
    })
    expect(row.updatedAt).not.toEqual(before.updatedAt)
    expect(await eventsOf(before.id)).toMatchObject([{ kind: 'request-rejected', toStatus: row.status }])
  })

  test.each([
    ['approve', 'approve'],
    ['approve', 'reject'],
    ['reject', 'approve'],
    ['reject', 'reject'],
  ] as const)(
    'APPROVAL-15 %s, then %s: the second is answered 409 and changes nothing',
    async (first, second) => {
      const { id } = await aRequest()
      await admin.done(requests[first], { id, version: 1 })
      const decided = await rowOf(id)
      for (const version of [1, 2]) {
        const { status, refusal } = await admin.call(requests[second], { id, version })
        expect([status, refusal?.code]).toEqual([409, 'already-decided'])
      }
      expect(await rowOf(id)).toEqual(decided)
      expect(await eventsOf(id)).toHaveLength(1)
    },
  )

  test.each(['approve', 'reject'] as const)(
    'APPROVAL-15 ROLES-24 to %s what is not ours answers as what is not there',
    async (act) => {
      const { id } = await aRequest({ hospitalId: 'noble' })
      const notOurs = await admin.call(requests[act], { id, version: 1 })
      const notThere = await admin.call(requests[act], { id: 'ffffffff', version: 1 })
      expect(notOurs.status).toBe(404)
      expect(notOurs.body).toEqual(notThere.body)
      expect((await rowOf(id)).status).toBe('pending')
    },
  )

  test.each(['approve', 'reject'] as const)(
    'T35 to %s an older picture of the row is refused',
    async (act) => {
      const { id } = await aRequest({ version: 3 })
      const { status, refusal } = await admin.call(requests[act], { id, version: 2 })
      expect([status, refusal?.code]).toEqual([409, 'changed-meanwhile'])
      expect((await rowOf(id)).status).toBe('pending')
    },
  )

  test.each(Object.keys(BloodRequest.shape).filter((name) => name !== 'id' && name !== 'version'))(
    'T22 API-09 naming %s with a decision is refused and changes nothing',
    async (name) => {
      const { id } = await aRequest()
      for (const decision of ['approval', 'rejection']) {
        const answer = await admin.raw('PUT', `/api/requests/${id}/${decision}`, {
          body: { version: 1, [name]: 'noble' },
        })
        expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: name })])
      }
      expect((await rowOf(id)).version).toBe(1)
    },
  )

  test('ROLES-12 staff may neither see the approval list nor decide', async () => {
    const { id } = await aRequest()
    const staff = service.as('firm_pilot')
    const answers = await Promise.all([
      staff.call(requests.pending, {}),
      staff.call(requests.approve, { id, version: 1 }),
      staff.call(requests.reject, { id, version: 1 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await rowOf(id)).status).toBe('pending')
  })

  test('APPROVAL-20 AMB-215 an ended subscription stops nothing, until the provider chose that it does; then approving alone', async () => {
    const lima = service.as('lifelinelima_admin')
    const decide = async (act: 'approve' | 'reject') => {
      const { id } = await aRequest({ hospitalId: 'lifelinelima' })
      const { status, refusal } = await lima.call(requests[act], { id, version: 1 })
      return { status, text: refusal?.text, messages: (await messagesOf(id)).length }
    }
    expect(await decide('approve')).toMatchObject({ status: 200 })
    const block = (isBlockedWhenEnded: boolean) =>
      service.as('bloodsupport').done(accounts.setBlock, { id: 'lifelinelima', isBlockedWhenEnded })
    await block(true)
    const refused = await decide('approve')
    expect(refused).toMatchObject({ status: 422, messages: 0 })
    for (const word of ['subscription', 'ended', 'contact', 'renew']) expect(refused.text).toContain(word)
    expect(await decide('reject')).toMatchObject({ status: 200 })
    await block(false)
    expect(await decide('approve')).toMatchObject({ status: 200 })
  })
})

describe('Single Donor Platelets', () => {
  const notice =
    "Sorry, All Single Donor Platelets' requests that are scheduled after 5:00 PM IST cannot be approved."
  const times = [
    ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
    ...['07:59', '08:01', '17:59', '18:01'],
  ]
  const isOpen = (time: string) => '08:00' <= time && time <= '18:00'

  async function tryToApprove(now: string, pickup: string) {
    service.clock.moveTo(at(now))
    const { id } = await aRequest({ component: 'SDP', pickupAt: at(pickup, '2026-11-17') })
    const answer = await admin.call(requests.approve, { id, version: 1 })
    return { id, text: answer.refusal?.text ?? null, status: answer.status }
  }

  test.each(times.map((time) => [time, isOpen(time) ? 'approved' : 'blocked']))(
    'T33 APPROVAL-16 APPROVAL-17 APPROVAL-18 at %s, now or for the pickup, are %s',
    async (time, outcome) => {
      for (const { id, text, status } of [
        await tryToApprove(time, '12:00'),
        await tryToApprove('12:00', time),
      ]) {
        if (outcome === 'approved') {
          expect(status).toBe(200)
          continue
        }
        expect([status, text]).toEqual([422, notice])
        expect((await rowOf(id)).status).toBe('pending')
        expect([await eventsOf(id), await messagesOf(id)]).toEqual([[], []])
      }
    },
  )

  test('APPROVAL-16 a blocked one can still be rejected', async () => {
    const { id } = await tryToApprove('20:00', '12:00')
    expect((await admin.call(requests.reject, { id, version: 1 })).status).toBe(200)
  })

  test.each(['PRBC', 'FFP', 'RDP'] as const)('APPROVAL-19 %s is approved at any hour', async (component) => {
    service.clock.moveTo(at('23:00'))
    const { id } = await aRequest({ component, pickupAt: at('03:00', '2026-11-17') })
    expect((await admin.call(requests.approve, { id, version: 1 })).status).toBe(200)
  })
})

test('T34 of many who approve and reject at once one wins, and one set of messages is written', async () => {
  await anAccount(service.db, { email: 'firm_admin' })
  const other = service.as('firm_admin')
  for (let round = 0; round < 5; round++) {
    const { id } = await aRequest()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        (n % 2 ? admin : other).call(requests[n % 3 ? 'approve' : 'reject'], { id, version: 1 }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(23).fill(409)])
    const winner = answers.find(({ status }) => status === 200)?.body as OwnRequest
    expect(OwnRequest.parse(await rowOf(id))).toEqual(winner)
    expect(await eventsOf(id)).toMatchObject([{ toStatus: winner.status }])
    const messages = await messagesOf(id)
    const mails = winner.status === 'hospital-admin-approved' ? ['mail'] : []
    expect(messages.map(({ channel }) => channel)).toEqual([...mails, 'sms', 'sms'])
  }
})
