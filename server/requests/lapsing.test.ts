import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hearing } from '#contract/hearing.ts'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import type { MessageKindId } from '#domain/messages/kinds.ts'
import { aService } from '#testing/harness/service.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aRequest, aStaffedHospital } from '#testing/makers/makers.ts'

/* In the night of somebody who hears of little by text: what no longer wakes anybody when their quiet hours end. */
const now = instantOf('2026-11-16', '23:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const [provider, redbank] = [service.as('bloodsupport'), service.as('redbank_bloodbank')]
const phone = '98401 10014'

async function night(...kinds: MessageKindId[]) {
  const { hospital, admin } = await aStaffedHospital(service.db, { phones: ['044 2811 0014'] })
  const client = service.as(admin)
  await client.done(hearing.setPhone, { phone })
  await client.done(hearing.setQuiet, { quiet: { from: '22:00', to: '06:00' } })
  for (const kind of kinds) await client.done(hearing.choose, { kind, way: 'sms', isOn: true })
  const status = kinds[0] === 'approval' ? 'pending' : 'hospital-admin-approved'
  const { id, version } = await aRequest(service.db, { status, hospitalId: hospital.id }, now)
  return { client, id, version }
}

/** What was to be told by text, to the person and to the desk. */
async function textsOf(id: string) {
  await service.settled()
  const { rows } = await sql<{ kind: string; state: string; isOwn: boolean }>`
    select notifications.kind, state, account_id is not null as is_own
    from notifications join events on events.id = event_id
    where subject_id = ${id} and channel = 'sms' and recipient in (${phone}, '044 2811 0014')
    order by notifications.id`.execute(service.db)
  const of = (own: boolean) =>
    rows.filter(({ isOwn }) => isOwn === own).map(({ kind, state }) => `${kind} ${state}`)
  return { own: of(true), desk: of(false) }
}

const link = (id: string, version: number) =>
  provider.done(orders.link, { id, version, bankId: 'redbank', driverEmail: arun })

test('AMB-307 an approval once a bank has the order; the desk is told all the same', async () => {
  const { client, id, version } = await night('approval')
  await client.done(requests.approve, { id, version })
  expect((await textsOf(id)).own).toEqual(['approval waiting'])
  await link(id, version + 1)
  expect(await textsOf(id)).toEqual({
    own: ['approval overtaken'],
    desk: ['approval waiting', 'taken waiting'],
  })
})

test('AMB-307 that a bank has it, once that refused, though of refusals they hear otherwise', async () => {
  const { id, version } = await night('taken')
  await link(id, version)
  expect((await textsOf(id)).own).toEqual(['taken waiting'])
  await redbank.done(issuing.refuse, { id, version: version + 1, reason: 'None left' })
  expect((await textsOf(id)).own).toEqual(['taken overtaken'])
})

test('AMB-307 that a bank has it, once it is on its way or there', async () => {
  const { id, version } = await night('taken', 'delivered')
  await link(id, version)
  await provider.done(orders.move, { id, version: version + 1, status: 'delivery-completed' })
  expect((await textsOf(id)).own).toEqual(['taken overtaken', 'delivered waiting'])
  // by mistake, and of that they hear otherwise
  await provider.done(orders.move, { id, version: version + 2, status: 'issued' })
  expect((await textsOf(id)).own).toEqual(['taken overtaken', 'delivered overtaken'])
  await provider.done(orders.move, { id, version: version + 3, status: 'completed' })
  expect((await textsOf(id)).own.at(-1)).toBe('delivered waiting')
})

test('AMB-307 an approval that was cancelled', async () => {
  const { client, id, version } = await night('approval')
  await client.done(requests.approve, { id, version })
  await client.done(requests.cancel, { id, version: version + 1, reason: 'Not needed' })
  expect((await textsOf(id)).own).toEqual(['approval overtaken'])
})
