import { expect, test } from 'vitest'
import { accounts } from '#contract/organisations.ts'
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
