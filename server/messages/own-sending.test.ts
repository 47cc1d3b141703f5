import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { hearing } from '#contract/hearing.ts'
import { orders } from '#contract/orders.ts'
import { accounts } from '#contract/organisations.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { wishFor } from '#testing/makers/linked-orders.ts'
import { aRequest, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'

/* One process writes, and another sends later: between them lies what a night or a gateway that was down brings. */
const now = instantOf('2026-11-16', '10:00')
const writing = await aService({ now, settings: { ROLE: 'web' } })
const { db } = writing
const provider = writing.as('bloodsupport')

type House = Awaited<ReturnType<typeof house>>

async function house() {
  const place = await aStaffedHospital(db, { email: '', phones: [] })
  const phone = `98401 ${String(nextNumber()).padStart(5, '0')}`
  const staff = writing.as(place.staff)
  await staff.done(hearing.setPhone, { phone })
  for (const way of ['mail', 'sms'] as const)
    await staff.done(hearing.choose, { kind: 'taken', way, isOn: true })
  const { id } = await aRequest(
    db,
    { status: 'hospital-admin-approved', hospitalId: place.hospital.id },
    writing.clock.now(),
  )
  await provider.done(orders.link, wishFor({ id }))
  return { id, hospitalId: place.hospital.id, staff, email: place.staff }
}

const statesOf = async ({ id }: House) => {
  const { rows } = await sql<{ channel: string; state: string; error: string | null }>`
    select channel, notifications.state, error from notifications join events on events.id = event_id
    where subject_id = ${id} and account_id is not null and channel <> 'push' order by channel`.execute(db)
  return rows
}

const suspend = ({ hospitalId: id }: House) =>
  provider.done(accounts.setStatus, { id, status: 'suspended', seen: 'active' })

test('AMB-308 a mail and a text of one’s own are asked about again when they are sent', async () => {
  const cases: [string, (of: House) => Promise<unknown>, string[]][] = [
    ['nothing happened', async () => undefined, ['mail sent', 'sms sent']],
    [
      'stopped',
      ({ email }) =>
        sql`update memberships set is_stopped = true, stopped_at = now() from accounts
          where accounts.id = account_id and accounts.email = ${email}`.execute(db),
      ['mail overtaken', 'sms overtaken'],
    ],
    ['the place suspended', suspend, ['mail overtaken', 'sms overtaken']],
    [
      'another number',
      ({ staff }) => staff.done(hearing.setPhone, { phone: '98402 20025' }),
      ['mail sent', 'sms overtaken'],
    ],
    [
      'another address',
      ({ email }) => sql`update accounts set email = ${`new-${email}`} where email = ${email}`.execute(db),
      ['mail overtaken', 'sms sent'],
    ],
    [
      'an address that is not proved',
      ({ email }) => sql`update accounts set email_verified = false where email = ${email}`.execute(db),
      ['mail overtaken', 'sms sent'],
    ],
    [
      'the mail switched off',
      ({ staff }) => staff.done(hearing.choose, { kind: 'taken', way: 'mail', isOn: false }),
      ['mail overtaken', 'sms sent'],
    ],
    [
      'the text switched off',
      ({ staff }) => staff.done(hearing.choose, { kind: 'taken', way: 'sms', isOn: false }),
      ['mail sent', 'sms overtaken'],
    ],
  ]
  const houses: House[] = []
  for (const [, act] of cases) {
    const one = await house()
    expect((await statesOf(one)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    await act(one)
    houses.push(one)
  }
  const sending: TestService = await aService({
    now,
    databaseUrl: writing.databaseUrl,
    settings: { ROLE: 'worker' },
  })
  await vi.waitFor(async () => {
    const states = (await Promise.all(houses.map(statesOf))).flat()
    expect(states.filter(({ state }) => state === 'waiting')).toEqual([])
  }, 20_000)
  const seen = await Promise.all(
    houses.map(async (one, nth) => [
      cases[nth]?.[0],
      (await statesOf(one)).map(({ channel, state }) => `${channel} ${state}`),
    ]),
  )
  expect(seen).toEqual(cases.map(([name, , states]) => [name, states]))
  const overtaken = (await Promise.all(houses.map(statesOf)))
    .flat()
    .filter(({ state }) => state === 'overtaken')
  for (const { error } of overtaken) expect(error).toMatch(/^Whom it was for /)
  await sending.close()
})
