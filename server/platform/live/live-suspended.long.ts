import { expect, test } from 'vitest'
import { members } from '#contract/members.ts'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { clientOf } from '#testing/harness/client.ts'
import { startApp } from '#testing/harness/process.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { theSecret } from '#testing/makers/sessions.ts'

test('T20 T25 a suspension closes the streams of that hospital within five seconds in every process, and no other', {
  timeout: 3 * 60_000,
}, async () => {
  const here = await startServerProcess()
  // as behind a load balancer: one address, one database, another process
  const settings = { DATABASE_URL: here.databaseUrl, AUTH_SECRET: theSecret, PUBLIC_URL: here.url }
  const there = await startApp({ ...settings, DATA_DIR: here.dataFolder, DEMO: '0', ROLE: 'web' })
  try {
    const streamsOf = async (email: string) => {
      const client = here.as(email)
      const cookies = await client.cookies()
      const beside = clientOf({ url: there.url, origin: here.url, firstCookies: async () => cookies })
      return Promise.all([client.live(), beside.live()])
    }
    const [theirs, staffs, others] = await Promise.all([
      streamsOf('firm'),
      streamsOf('firm_pilot'),
      streamsOf('noble'),
    ])
    let isAnyClosed = false
    for (const stream of others)
      void stream.ended.then(() => {
        isAnyClosed = true
      })
    const began = performance.now()
    const firm = { id: 'firm', status: 'suspended', seen: 'active' } as const
    await here.as('bloodsupport').done(accounts.setStatus, firm)
    await Promise.all([...theirs, ...staffs].map((stream) => stream.ended))
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(isAnyClosed).toBe(false)
    for (const stream of others) stream.close()
  } finally {
    await there.signal('SIGKILL')
    await here.close()
  }
})

test('AMB-286 T20 T25 whoever is stopped loses streams and calls within five seconds in every process, and a colleague does not', {
  timeout: 3 * 60_000,
}, async () => {
  const here = await startServerProcess()
  const settings = { DATABASE_URL: here.databaseUrl, AUTH_SECRET: theSecret, PUBLIC_URL: here.url }
  const there = await startApp({ ...settings, DATA_DIR: here.dataFolder, DEMO: '0', ROLE: 'web' })
  try {
    const nurse = here.as('firm_pilot')
    const cookies = await nurse.cookies()
    const beside = clientOf({ url: there.url, origin: here.url, firstCookies: async () => cookies })
    const theirs = await Promise.all([nurse.live(), beside.live()])
    const colleague = await here.as('firm').live()
    let isColleagueClosed = false
    void colleague.ended.then(() => {
      isColleagueClosed = true
    })
    const { items } = await here.as('firm').done(members.list, {})
    const accountId = items.find(({ email }) => email.startsWith('firm_pilot@'))?.id ?? ''
    const began = performance.now()
    await here.as('firm').done(members.stop, { accountId })
    await Promise.all(theirs.map((stream) => stream.ended))
    const statuses = await Promise.all([nurse, beside].map((one) => one.call(people.sessions, {})))
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(statuses.map(({ status }) => status)).toEqual([401, 401])
    expect(isColleagueClosed).toBe(false)
    colleague.close()
  } finally {
    await there.signal('SIGKILL')
    await here.close()
  }
})
