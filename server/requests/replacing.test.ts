import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { wishFor } from '#testing/makers/linked-orders.ts'
import { aDraft, aRequest, nextNumber } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { PROVIDER_MAILS: 'first@provider.example' } })
const { db } = service
const admin = service.as('firm')
const provider = service.as('bloodsupport')

const approved = () => aRequest(db, { status: 'hospital-admin-approved', approvedAt: now }, now)
const draft = (change: object = {}) => aDraft(service.clock.now(), { patientName: 'Meena Kumari', ...change })
const raisedBy = async (patientId: string) =>
  db.selectFrom('requests').select(['id', 'status']).where('patientId', '=', patientId).execute()
const statusOf = async (id: string) =>
  (await db.selectFrom('requests').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('AMB-311 the one is cancelled and the other raised, and their timelines name each other, no patient', async () => {
  const old = await approved()
  const raised = await admin.done(requests.replace, {
    ...draft({ units: 7 }),
    id: old.id,
    version: old.version,
  })
  expect(raised).toMatchObject({ status: 'pending', units: 7 })
  const [before, after] = [
    await admin.done(requests.show, { id: old.id }),
    await admin.done(requests.show, { id: raised.id }),
  ]
  expect(before).toMatchObject({ status: 'cancelled' })
  expect(before.timeline.at(-1)).toMatchObject({
    kind: 'request-cancelled',
    reason: `Replaced by request ${raised.id}`,
  })
  expect(after.timeline).toMatchObject([{ kind: 'request-raised', reason: `Replaces request ${old.id}` }])
  expect(after.deliveries.map(({ units }) => units)).toEqual([3, 3, 1])
})

test('AMB-311 NOTIFY-03 the provider is mailed of both as if done singly, and reads that it is a replacement', async () => {
  const old = await approved()
  const raised = await admin.done(requests.replace, { ...draft(), id: old.id, version: old.version })
  await service.settled()
  const mails = await db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['subject', 'body'])
    .where('channel', '=', 'mail')
    .where('events.subjectId', 'in', [old.id, raised.id])
    .execute()
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
    [
      `Request ${old.id} cancelled by Firm Hospital: replaced by ${raised.id}`,
      `Request ${raised.id} raised by Firm Hospital: replacement of ${old.id}`,
    ].toSorted(),
  )
  for (const { subject, body } of mails) expect(`${subject} ${body}`).not.toContain('Meena')
})

test('AMB-311 X12 sent again because the answer was lost it is the same request; pressed twice at once too', async () => {
  const old = await approved()
  const patientId = `uhid${nextNumber()}`
  const send = () =>
    admin.call(
      requests.replace,
      { ...draft({ patientId }), id: old.id, version: old.version },
      { idempotencyKey: `replace-${patientId}` },
    )
  const [one, two] = await Promise.all([send(), send()])
  const three = await send()
  const answered = [one, two, three].filter(({ status }) => status === 200).map(({ body }) => body.id)
  expect(new Set(answered).size).toBe(1)
  expect(three.status).toBe(200)
  expect(await raisedBy(patientId)).toMatchObject([{ id: three.body.id, status: 'pending' }])
})

test('AMB-311 T39 of two who replace it, and without a key, one is told what it is now', async () => {
  const old = await approved()
  const patientId = `uhid${nextNumber()}`
  const send = () =>
    admin.call(requests.replace, { ...draft({ patientId }), id: old.id, version: old.version })
  const sent = await Promise.all([send(), send()])
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const late = sent.find(({ status }) => status === 409)?.refusal
  expect(late).toMatchObject({ code: 'not-cancellable', values: { status: 'cancelled' } })
  expect(await raisedBy(patientId)).toHaveLength(1)
})

test.each<[string, object, string]>([
  ['a gap', { patientName: '' }, 'form-incomplete'],
  ['too many units', { units: 31 }, 'too-many-units'],
  ['a pickup that has passed', { pickupAt: instantOf('2026-11-16', '09:00') }, 'pickup-passed'],
])('AMB-311 RAISE-25 with %s nothing is done', async (_, change, code) => {
  const old = await approved()
  const patientId = `uhid${nextNumber()}`
  const asked = { ...draft({ patientId, ...change }), id: old.id, version: old.version }
  const { status, refusal } = await admin.call(requests.replace, asked)
  expect([status, refusal?.code]).toEqual([422, code])
  expect(await statusOf(old.id)).toBe('hospital-admin-approved')
  expect(await raisedBy(patientId)).toEqual([])
})

test('AMB-311 AMB-60 what a bank has is not replaced, and neither is what changed meanwhile', async () => {
  const linked = await approved()
  await provider.done(orders.link, wishFor({ id: linked.id }))
  const late = await admin.call(requests.replace, { ...draft(), id: linked.id, version: linked.version })
  expect([late.status, late.refusal?.code]).toEqual([409, 'not-cancellable'])
  const moved = await approved()
  const stale = await admin.call(requests.replace, { ...draft(), id: moved.id, version: moved.version + 1 })
  expect([stale.status, stale.refusal?.code]).toEqual([409, 'changed-meanwhile'])
  expect(await statusOf(moved.id)).toBe('hospital-admin-approved')
})
