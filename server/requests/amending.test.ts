import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, aStaffedHospital } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { admin: chief, staff: nurse } = await aStaffedHospital(service.db)
const [admin, staff] = [service.as(chief), service.as(nurse)]
const draft = aDraft(now)

test('AMB-296 amended: the deliveries are split anew, the trail names fields and no values, the approver sees it', async () => {
  const { id } = await staff.done(requests.raise, draft)
  const change = { ...draft, id, version: 1, units: 7, patientName: 'Canary Amended' }
  for (let time = 0; time < 2; time++)
    expect(await staff.done(requests.amend, change)).toMatchObject({ units: 7, version: 2 })
  const shown = await admin.done(requests.show, { id })
  expect(shown).toMatchObject({ units: 7, patientName: 'Canary Amended', status: 'pending' })
  expect(shown.deliveries.map(({ units }) => units)).toEqual([3, 3, 1])
  expect(shown.timeline.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['request-raised', null],
    ['request-amended', 'patient name, units'],
  ])
  const { items } = await admin.done(requests.pending, { id })
  expect(items[0]).toMatchObject({ amendedAt: expect.any(Date), amendedFields: ['patientName', 'units'] })
  const fewer = await staff.done(requests.amend, { ...change, version: 2, units: 1 })
  expect((await admin.done(requests.show, { id })).deliveries.map(({ units }) => units)).toEqual([1])
  expect(fewer.version).toBe(3)
  const { detail } = await service.db
    .selectFrom('events')
    .select('detail')
    .where('kind', '=', 'request-amended')
    .where('subjectId', '=', id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(detail)).toEqual({ fields: ['patientName', 'units'], version: 2 })
  expect((await service.as('bloodsupport').done(orders.show, { id })).units).toBe(1)
})

test('AMB-296 nobody approves what they did not see, and nobody amends what was approved meanwhile', async () => {
  const { id } = await staff.done(requests.raise, draft)
  await staff.done(requests.amend, { ...draft, id, version: 1, reason: 'Fall' })
  const blind = await admin.call(requests.approve, { id, version: 1 })
  expect([blind.status, blind.body]).toEqual([409, expect.objectContaining({ code: 'changed-meanwhile' })])
  await admin.done(requests.approve, { id, version: 2 })
  const late = await staff.call(requests.amend, { ...draft, id, version: 2, reason: 'Slip' })
  expect([late.status, late.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'not-amendable',
      text: expect.stringContaining('hospital-admin-approved'),
    }),
  ])
})

test('AMB-296 §5.1 is asked again, and an older picture is refused', async () => {
  const { id } = await staff.done(requests.raise, draft)
  const wrong = await staff.call(requests.amend, { ...draft, id, version: 1, units: 31 })
  expect([wrong.status, wrong.body]).toEqual([422, expect.objectContaining({ code: 'too-many-units' })])
  const same = await staff.call(requests.amend, { ...draft, id, version: 1 })
  expect([same.status, same.body]).toEqual([422, expect.objectContaining({ code: 'nothing-amended' })])
  await admin.done(requests.amend, { ...draft, id, version: 1, units: 3 })
  expect((await staff.call(requests.amend, { ...draft, id, version: 1, units: 4 })).status).toBe(409)
})

test('AMB-294 AMB-296 who amended it last may not approve it where the hospital wants four eyes', async () => {
  const { id } = await staff.done(requests.raise, draft)
  await admin.done(requests.setFourEyes, { isNeeded: true })
  await admin.done(requests.amend, { ...draft, id, version: 1, units: 3 })
  const alone = await admin.call(requests.approve, { id, version: 2 })
  expect([alone.status, alone.body]).toEqual([422, expect.objectContaining({ code: 'four-eyes' })])
  await staff.done(requests.amend, { ...draft, id, version: 2, units: 2 })
  await admin.done(requests.approve, { id, version: 3 })
})
