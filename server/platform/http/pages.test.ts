import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'

test('a file of another build is not there, and is not answered with the page', async () => {
  const { anonymous } = await aService({ settings: { ROLE: 'web' } })
  const { status, headers } = await anonymous.raw('GET', '/assets/RaiseScreen-of-yesterday.js')
  expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})
