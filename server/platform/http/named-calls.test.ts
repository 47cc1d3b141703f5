import { expect, test } from 'vitest'
import { namedCalls } from '#contract/named-calls.ts'
import type { Route } from '#contract/route.ts'
import { aService } from '#testing/harness/service.ts'
import { placesPeer } from '#testing/peers/places.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const support = service.as('bloodsupport')
const rows = Object.values(namedCalls) as Route[]

test('API-01 the seven calls of §7.1 are there, by their literal methods and paths', async () => {
  expect(rows.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /api/buildId',
    'POST /api/createUser',
    'POST /api/generateInvoice',
    'POST /api/getAddress',
    'POST /api/sendDriverSMS',
    'POST /api/sendEmail',
    'POST /api/sendSMS',
  ])
  for (const { method, path } of rows) {
    const { status } = await support.raw(method, path, method === 'GET' ? {} : { body: {} })
    expect([404, 405], path).not.toContain(status)
  }
})

test.each(rows.filter(({ method }) => method === 'POST'))(
  'API-01 AMB-164 $path says what is wrong as a message, and as every refusal does',
  async ({ path, who }) => {
    const allowed = path === '/api/sendSMS' ? service.as('firm') : support
    const json = { 'content-type': 'application/json' }
    const refusals = [
      [400, await allowed.raw('POST', path, { body: '{"half":', headers: json })],
      [422, await allowed.raw('POST', path, { body: ['a list'] })],
      [422, await allowed.raw('POST', path, { body: { nothing: 'of it' } })],
      [413, await allowed.raw('POST', path, { body: { filler: 'x'.repeat(70_000) } })],
      [403, await allowed.raw('POST', path, { body: {}, headers: { origin: 'https://evil.example' } })],
      ...(who === 'anyone'
        ? []
        : [
            [401, await service.anonymous.raw('POST', path, { body: {} })] as const,
            [403, await service.as('arun.driver').raw('POST', path, { body: {} })] as const,
          ]),
    ] as const
    for (const [status, refusal] of refusals) {
      const { message, ...rest } = refusal.json() as Record<string, string>
      expect([refusal.status, message], refusal.text).toEqual([status, expect.stringMatching(/\w/)])
      expect(rest).toMatchObject({ code: expect.any(String), title: expect.any(String), text: message })
    }
  },
)

test('API-01 AMB-164 other calls keep to the shape of every refusal', async () => {
  const { text } = await service.anonymous.raw('GET', '/api/messages')
  expect(JSON.parse(text)).not.toHaveProperty('message')
})

test('API-04 the build has an id', async () => {
  const answer = await service.anonymous.raw('GET', '/api/buildId')
  expect([answer.status, answer.json()]).toEqual([200, { buildID: expect.stringMatching(/./) }])
})

test('API-03 anybody gets suggestions as a list with both keys; 200 characters, and no more', async () => {
  const ask = (address: unknown) => service.anonymous.raw('POST', '/api/getAddress', { body: { address } })
  const answer = await ask('chennai tamil')
  expect(answer.status).toBe(200)
  expect((answer.json() as object[])[0]).toEqual({
    description: 'Chennai, Tamil Nadu, India',
    place_id: 'chennai-tamil-nadu-india',
  })
  expect((await ask('x'.repeat(200))).json()).toEqual([])
  for (const wrong of ['x'.repeat(201), 7, null, undefined, ['chennai']]) {
    expect((await ask(wrong)).status).toBe(422)
  }
})

test('API-03 AMB-155 through Google, and without a word when Google is away', async () => {
  const peer = await placesPeer()
  const settings = { ROLE: 'web', GOOGLE_PLACES_KEY: peer.key, GOOGLE_PLACES_URL: peer.url }
  const { anonymous } = await aService({ settings })
  expect(await anonymous.done(namedCalls.getAddress, { address: 'adyar' })).toEqual([
    { description: 'adyar, in', place_id: 'ChIJ-adyar' },
  ])
  await peer.close()
  expect(await anonymous.done(namedCalls.getAddress, { address: 'mylapore' })).toEqual([])
})

test('API-03 T30 one address asks sixty times in ten minutes, then waits', async () => {
  const { anonymous } = await aService({ settings: { ROLE: 'web' } })
  const statuses: number[] = []
  for (let times = 0; times < 61; times++) {
    statuses.push((await anonymous.call(namedCalls.getAddress, { address: `adyar ${times}` })).status)
  }
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
  expect(statuses[60]).toBe(429)
})
