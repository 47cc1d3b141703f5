import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { wayTo } from '../../db/hosts.ts'
import type { JobHandler, Jobs } from '../../db/jobs.ts'

export type Queue = { retries: number; firstWaitSeconds: number; longestWaitSeconds: number }

export async function startJobs(options: {
  url: string
  isWorker: boolean
  queues: Readonly<Record<string, Queue>>
  onError: (error: Error) => void
}): Promise<Jobs> {
  const { connectionString, Client } = wayTo(options.url)
  const boss = new PgBoss({
    connectionString: withoutSilence(connectionString),
    ...{ Client },
    application_name: 'crossmatch jobs',
    max: options.isWorker ? 4 : 2,
    supervise: options.isWorker,
    schedule: options.isWorker,
    // how soon it is seen that a worker died over a job
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', options.onError)
  await boss.start()
  for (const [name, queue] of Object.entries(options.queues)) {
    await boss.createQueue(name, {
      retryLimit: queue.retries,
      retryDelay: queue.firstWaitSeconds,
      retryBackoff: true,
      retryDelayMax: queue.longestWaitSeconds,
      // a worker that dies with a job in hand gives it up after this
      expireInSeconds: 60,
    })
  }
  return {
    async enqueue(tx, { queue, data }) {
      await boss.send(queue, data, { db: fromKysely(tx) })
    },
    async work(queue, handler) {
      await boss.work(
        queue,
        {
          pollingIntervalSeconds: 0.5,
          includeMetadata: true,
          // as long as there are so many it does not wait for the next look
          batchSize: 4,
          burstWhenBatchFull: true,
          perJobResults: true,
          localConcurrency: 2,
        },
        (jobs: JobWithMetadata<object>[]) => Promise.all(jobs.map((job) => resultOf(job, handler))),
      )
    },
    async everyMinute(queue, handler) {
      await boss.createQueue(queue, { retryLimit: 0, expireInSeconds: 60 })
      await boss.schedule(queue, '* * * * *')
      await boss.work(queue, { pollingIntervalSeconds: 2 }, handler)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

/** Without it a connection that died unheard would be listened to for a quarter of an hour, and no job be done. */
function withoutSilence(url: string): string {
  const connection = new URL(url)
  connection.searchParams.set('query_timeout', String(longestSilenceMs))
  return connection.href
}
/** The queue's own housekeeping may take its time. */
const longestSilenceMs = 30_000

async function resultOf(job: JobWithMetadata<object>, handler: JobHandler): Promise<JobResult> {
  const { id, data, retryCount, retryLimit } = job
  try {
    await handler(data, { isLast: retryCount >= retryLimit })
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: { error: String(error) } }
  }
}
