import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { emptyDatabase } from '#testing/harness/database.ts'
import { startJobs } from './jobs.ts'

const soon = { timeout: 60_000, interval: 100 }

test('X20 a job that fails each time is given up after its tries, and the queue goes on beside it', async () => {
  const { url, drop } = await emptyDatabase()
  const { db, close } = openDatabase(url)
  const queues = { drawing: { retries: 2, firstWaitSeconds: 1, longestWaitSeconds: 1 } }
  const jobs = await startJobs({ url, isWorker: true, queues, onError: () => undefined })
  onTestFinished(async () => {
    await jobs.stop()
    await close()
    await drop()
  })
  const tries: boolean[] = []
  const done: number[] = []
  await jobs.work('drawing', async (data, { isLast }) => {
    const { nth } = data as { nth: number }
    if (nth > 0) return void done.push(nth)
    tries.push(isLast)
    throw new Error('it cannot be drawn')
  })
  for (let nth = 0; nth <= 10; nth++)
    await db.transaction().execute((tx) => jobs.enqueue(tx, { queue: 'drawing', data: { nth } }))
  await vi.waitFor(() => expect(done.toSorted((one, other) => one - other)).toHaveLength(10), soon)
  await vi.waitFor(() => expect(tries).toEqual([false, false, true]), soon)
  await db.transaction().execute((tx) => jobs.enqueue(tx, { queue: 'drawing', data: { nth: 11 } }))
  await vi.waitFor(() => expect(done).toContain(11), soon)
  expect(tries).toHaveLength(3)
})
