import { describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { people } from '#contract/people.ts'
import type { Route } from '#contract/route.ts'
import { emailOf, thePassword } from '#server/demo/makers/rows.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const ours = service.settings.publicUrl
const firm = service.as('firm')

const json = 'application/json'
type Headers = Record<string, string | null>

/** What a page of another site can make a browser send, with our cookie. */
const foreign: [string, Headers][] = [
  ['no Origin', { origin: null, 'content-type': json }],
  ['no Origin, as text', { origin: null, 'content-type': 'text/plain' }],
  ['a null Origin', { origin: 'null', 'content-type': json }],
  ['a null Origin, as text', { origin: 'null', 'content-type': 'text/plain' }],
  ['another site', { origin: 'https://evil.example', 'content-type': json }],
  ['another site, as text', { origin: 'https://evil.example', 'content-type': 'text/plain' }],
  [
    'another site, as a form',
    { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [
    'another site, as parts',
    { origin: 'https://evil.example', 'content-type': 'multipart/form-data; boundary=x' },
  ],
  ['our name as a part of theirs', { origin: `${ours}.evil.example`, 'content-type': json }],
  ['our name before an @', { origin: `${ours}@evil.example`, 'content-type': json }],
  ['another port of ours', { origin: `${ours}:8080`, 'content-type': json }],
  ['another scheme of ours', { origin: ours.replace('http:', 'https:'), 'content-type': json }],
  ['a cross-site fetch', { origin: null, 'sec-fetch-site': 'cross-site', 'content-type': json }],
  ['a same-site fetch', { origin: null, 'sec-fetch-site': 'same-site', 'content-type': json }],
  ['a name of theirs that points to us', { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }],
  ['our Referer alone', { origin: null, referer: `${ours}/dashboard`, 'content-type': json }],
]

const unsafe = Object.values(contract)
  .flatMap((table) => Object.values(table) as Route[])
  .filter(({ method }) => method !== 'GET')

describe.each(foreign)('%s', (_, headers) => {
  test('T12 is refused with 403 by every call that changes something, and changes nothing', async () => {
    for (const { method, path } of unsafe) {
      const body = JSON.stringify({
        ...aDraft(service.clock.now()),
        email: emailOf('firm'),
        password: thePassword,
      })
      const answer = await firm.raw(method, path.replace(':id', '0123abcd'), { body, headers })
      expect(answer.status, `${method} ${path}`).toBe(403)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect((await firm.done(people.session, {})).actor).not.toBeNull()
    expect(await service.db.selectFrom('requests').select('id').execute()).toEqual([])
  })
})

test.each([
  ['our Origin', { origin: ours }],
  ['a fetch of our own pages', { origin: null, 'sec-fetch-site': 'same-origin' }],
])('T12 %s is let through', async (_, headers) => {
  const answer = await service.as('noble').raw('DELETE', '/api/session', { headers })
  expect(answer.status).toBe(200)
})

test('T12 our own page with a body that is not JSON is refused and changes nothing', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const body = JSON.stringify(aDraft(service.clock.now()))
    const answer = await firm.raw('POST', '/api/requests', { body, headers: { 'content-type': type } })
    expect([415, 422]).toContain(answer.status)
  }
  expect(await service.db.selectFrom('requests').select('id').execute()).toEqual([])
})

test('T12 no other site is allowed to read an answer', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await firm.raw(method, '/api/requests', { headers: { origin: 'https://evil.example' } })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

test.each([
  ['a call', 'GET', '/api/session', 200],
  ['a list', 'GET', '/api/requests', 200],
  ['a refused call', 'GET', '/api/requests?limit=0', 422],
  ['a forbidden call', 'POST', '/api/session', 403],
  ['a path that is not there', 'GET', '/api/nothing', 404],
])('T64 %s has the headers that keep browsers safe, and is not stored', async (_, method, path, status) => {
  const client = status === 403 ? service.anonymous : firm
  const { headers, ...answer } = await client.raw(
    method,
    path,
    status === 403 ? { headers: { origin: null } } : {},
  )
  expect(answer.status).toBe(status)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe-/)
  expect(headers.get('content-security-policy')).toContain("; style-src 'self';")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-powered-by')).toBeNull()
})
