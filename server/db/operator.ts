import type { Db } from './database.ts'
import { transactOn, type Work } from './work.ts'

/**
 * What is done at the command line is recorded like everything else. Nothing is sent from here; the servers look for
 * new events by themselves.
 */
export function operatorOn(db: Db, displayName = 'operator') {
  const jobs = { enqueue: () => Promise.reject(new Error('A command has nothing done by others')) }
  const transact = transactOn({ db, jobs, reactedTo: new Set(), afterCommit: () => undefined })
  return <Result>(now: Date, act: (work: Work) => Promise<Result>): Promise<Result> =>
    transact({ accountId: null, displayName }, now, act)
}
