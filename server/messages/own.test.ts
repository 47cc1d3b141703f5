import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hearing } from '#contract/hearing.ts'
import { members } from '#contract/members.ts'
import { orders } from '#contract/orders.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { wishFor } from '#testing/makers/linked-orders.ts'
import { aRequest, aStaffedHospital } from '#testing/makers/makers.ts'

const service = await aService({ now: instantOf('2026-11-16', '10:00'), settings: { ROLE: 'web' } })
const { db, clock } = service
const provider = service.as('bloodsupport')
const phone = '98401 10014'

async function house(change: { email?: string; phones?: string[] } = {}) {
  const place = await aStaffedHospital(db, {
    ...{ email: 'desk@mail.example', phones: ['044 2811 0014'] },
    ...change,
  })
  const staff = service.as(place.staff)
  await staff.done(hearing.setPhone, { phone })
  for (const way of ['mail', 'sms'] as const)
    await staff.done(hearing.choose, { kind: 'taken', way, isOn: true })
  return { id: place.hospital.id, admin: service.as(place.admin), staff, staffEmail: place.staff }
}

/** An order of that hospital is linked now. */
async function linked(hospitalId: string): Promise<string> {
  const { id } = await aRequest(db, { status: 'hospital-admin-approved', hospitalId }, clock.now())
  await provider.done(orders.link, wishFor({ id }))
  await service.settled()
  return id
}

/** Of the link to the hospital's side: whom, and after how many hours. */
async function toldOf(id: string) {
  const { rows } = await sql<{
    recipient: string
    body: string
    state: string
    isOwn: boolean
    organisationId: string | null
    held: number
  }>`
    select recipient, body, state, account_id is not null as is_own, notifications.organisation_id,
      round(extract(epoch from due_at - now()) / 3600)::int as held
    from notifications join events on events.id = event_id
    where subject_id = ${id} and notifications.kind = 'taken' order by recipient`.execute(db)
  return rows
}

describe('AMB-306 a mail and a text of one’s own', () => {
  test('beside the desk’s, without a patient, counted to the organisation', async () => {
    const { id, staffEmail } = await house()
    const told = await toldOf(await linked(id))
    expect(told.map(({ recipient, isOwn }) => [recipient, isOwn])).toEqual(
      [
        ['044 2811 0014', false],
        ['desk@mail.example', false],
        [phone, true],
        [staffEmail, true],
      ].toSorted(),
    )
    for (const { body, isOwn, organisationId } of told.filter((one) => one.isOwn)) {
      expect(body).not.toContain('Lakshmi')
      expect([isOwn, organisationId]).toEqual([true, id])
    }
  })

  test('once to one address, though it is the desk’s too', async () => {
    const { id } = await house({ phones: ['+91 98401-10014'] })
    const told = await toldOf(await linked(id))
    expect(told.filter(({ recipient }) => recipient.includes('98401'))).toHaveLength(1)
  })

  test('what the desk is not rung for, persons still hear', async () => {
    const { id, admin, staffEmail } = await house()
    await admin.done(hearing.chooseDesk, { kind: 'taken', way: 'mail', isOn: false })
    const recipients = (await toldOf(await linked(id))).map(({ recipient }) => recipient)
    expect(recipients).not.toContain('desk@mail.example')
    expect(recipients).toContain(staffEmail)
  })

  test('who was stopped hears nothing, nor what waited for them', async () => {
    const { id, admin, staff, staffEmail } = await house()
    clock.moveTo(instantOf('2026-11-16', '23:00'))
    await staff.done(hearing.setQuiet, { quiet: { from: '22:00', to: '06:00' } })
    const order = await linked(id)
    const { items } = await admin.done(members.list, {})
    const accountId = items.find(({ email }) => email === staffEmail)?.id ?? ''
    await admin.done(members.stop, { accountId })
    const waiting = (await toldOf(order)).find(({ recipient }) => recipient === phone)
    expect(waiting?.state).toBe('overtaken')
    expect((await toldOf(await linked(id))).some(({ isOwn }) => isOwn)).toBe(false)
    clock.moveTo(instantOf('2026-11-16', '10:00'))
  })
})

describe('AMB-307 quiet hours', () => {
  test.each([
    ['before midnight', instantOf('2026-11-16', '23:00'), 7],
    ['after midnight', instantOf('2026-11-17', '01:00'), 5],
    ['at their end', instantOf('2026-11-17', '06:00'), 0],
  ])('%s a text waits %3$i hours; a mail and the desk do not', async (_, now, hours) => {
    clock.moveTo(now)
    const { id, staff } = await house()
    await staff.done(hearing.setQuiet, { quiet: { from: '22:00', to: '06:00' } })
    const told = await toldOf(await linked(id))
    const held = Object.fromEntries(told.map((one) => [one.recipient, one.held]))
    expect(held[phone]).toBe(hours)
    expect(Object.values(held).toSorted()).toEqual([0, 0, 0, hours].toSorted())
  })
})
