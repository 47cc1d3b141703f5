import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'

const token = 'a token of sixteen letters or more'
const metrics = async (settings: Record<string, string>, headers: Record<string, string> = {}) => {
  const { anonymous } = await aService({ settings: { ROLE: 'web', ...settings } })
  return (await anonymous.raw('GET', '/metrics', { headers })).status
}

test('the process says that it runs and that it can serve', async () => {
  const { anonymous } = await aService({ settings: { ROLE: 'web' } })
  expect((await anonymous.raw('GET', '/healthz')).json()).toEqual({ ok: true })
  expect((await anonymous.raw('GET', '/readyz')).json()).toEqual({ ok: true })
})

test.each([
  ['this machine', {}, {}, 200],
  ['somebody behind a proxy', {}, { 'x-forwarded-for': '192.0.2.7' }, 404],
  ['anybody where TLS is ended by a proxy', { PUBLIC_URL: 'https://crossmatch.test' }, {}, 404],
  [
    'whoever has the token',
    { PUBLIC_URL: 'https://crossmatch.test', METRICS_TOKEN: token },
    { authorization: `Bearer ${token}` },
    200,
  ],
  [
    'whoever has another one',
    { PUBLIC_URL: 'https://crossmatch.test', METRICS_TOKEN: token },
    { authorization: 'Bearer x' },
    404,
  ],
])('the figures for %s', async (_who, settings, headers, status) => {
  expect(await metrics(settings as Record<string, string>, headers as Record<string, string>)).toBe(status)
})
