import type { Tx } from './database.ts'

export type Job = { readonly queue: string; readonly data: object }

/** What a queue does with a job; it may be given the same one twice. */
export type JobHandler = (data: object, attempt: { isLast: boolean }) => Promise<void>

export type Jobs = {
  /** In the caller's transaction: no commit, no job; a commit, one job. */
  enqueue(tx: Tx, job: Job): Promise<void>
  /** Takes jobs of the queue until stopped. */
  work(queue: string, handler: JobHandler): Promise<void>
  /** Does it each minute, on one of all workers. */
  everyMinute(queue: string, handler: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}
