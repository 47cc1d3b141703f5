import { expect, test } from 'vitest'
import { cloneDatabase } from '#testing/harness/database.ts'
import { freePort } from '#testing/harness/process.ts'
import { isUnreachable, openDatabase } from './database.ts'
import { firstHost, whyNoAddress } from './hosts.ts'

test.each([
  ['postgres://a:b@db/crossmatch', null],
  ['postgresql://a@one:5432,two:5433/crossmatch', null],
  ['postgres://a:b@one,[::1]:5433,three/crossmatch?target_session_attrs=read-write', null],
  ['postgres://a:b@one,two/crossmatch?sslmode=require&target_session_attrs=primary', null],
  ['postgres://a:b@one,two/crossmatch?target_session_attrs=any', /only be read-write/],
  ['postgres://a:b@one:5432,two:x/crossmatch', /Invalid/],
  ['mysql://a:b@one,two/crossmatch', /Invalid/],
  ['one,two', /Invalid/],
])('an address with several hosts is read as libpq does: %s', (url, why) => {
  if (why === null) expect(whyNoAddress(url)).toBeNull()
  else expect(whyNoAddress(url)).toMatch(why)
})

test('the name and the secret are the same of all hosts', () => {
  expect(firstHost('postgres://a:b@one:1,two:2/c?d=e')).toBe('postgres://a:b@one:1/c?d=e')
})

/** Its own host is one of them, after one where nobody is. How a standby is passed over: failover.long.ts. */
test('X04 of several hosts the one that answers is used, and none that answers is no fault of ours', async () => {
  const clone = await cloneDatabase()
  const { host } = new URL(clone.url)
  const [nobody, noOne] = [await freePort(), await freePort()]
  const withHosts = (hosts: string) => clone.url.replace(host, hosts)
  const both = openDatabase(withHosts(`127.0.0.1:${nobody},${host}`), { connections: 2, isPreparing: true })
  const neither = openDatabase(withHosts(`127.0.0.1:${nobody},127.0.0.1:${noOne}`), { connections: 1 })
  try {
    const asked = Array.from({ length: 4 }, () => both.pool.query('select $1::int as one', [1]))
    for (const { rows } of await Promise.all(asked)) expect(rows).toEqual([{ one: 1 }])
    const refusal = await neither.pool.query('select 1').catch((error: unknown) => error)
    expect(isUnreachable(refusal)).toBe(true)
  } finally {
    await Promise.all([both.close(), neither.close()])
    await clone.drop()
  }
})
