import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { people } from '#contract/people.ts'
import { days, later } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { arun } from '#testing/makers/linked-orders.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const { db } = service
const ninety = 90 * 24 * 3600

const sessionOf = async (email: string) => {
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return db
    .selectFrom('sessions')
    .select(['token', 'expiresAt'])
    .where('accountId', '=', id)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
}
const daysLeft = ({ expiresAt }: { expiresAt: Date }) => (expiresAt.getTime() - Date.now()) / days(1)
const sessionCookies = (headers: Headers) =>
  headers.getSetCookie().filter((cookie) => cookie.includes('session_token='))

test('AMB-32 a driver signs in for ninety days, on the phone and on the server', async () => {
  const phone = service.anonymous
  const { status, headers } = await phone.signIn(arun)
  expect(status).toBe(200)
  const cookies = sessionCookies(headers)
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatch(new RegExp(`; Max-Age=${ninety}; Path=/; HttpOnly; SameSite=Lax$`))
  expect(daysLeft(await sessionOf(arun))).toBeCloseTo(90, 1)
  expect((await phone.done(people.session, {})).actor).toMatchObject({ kind: 'driver' })

  // in use, it is renewed once a day and not with each look
  expect(sessionCookies((await phone.call(driving.list, {})).headers)).toEqual([])
  const { token } = await sessionOf(arun)
  await db
    .updateTable('sessions')
    .set({ expiresAt: later(new Date(), days(20)) })
    .where('token', '=', token)
    .execute()
  const renewed = await phone.call(driving.list, {})
  expect(sessionCookies(renewed.headers)).toEqual(cookies)
  expect(daysLeft(await sessionOf(arun))).toBeCloseTo(90, 1)
  expect(sessionCookies((await phone.call(driving.list, {})).headers)).toEqual([])

  // and one that ended is not woken up
  await db.updateTable('sessions').set({ expiresAt: new Date() }).where('token', '=', token).execute()
  expect((await phone.call(driving.list, {})).status).toBe(401)
  expect(daysLeft(await sessionOf(arun))).toBeLessThan(1)
})

test('everybody else signs in for a shift, as before', async () => {
  const firm = await sessionOf((await service.anonymous.signIn('firm')).body.actor?.email ?? '')
  expect(daysLeft(firm)).toBeCloseTo(0.5, 1)
})
