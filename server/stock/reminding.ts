import { isForgotten, isOld, isReminderTime, oldCounts, usualReminder } from '#domain/stock/reminding.ts'
import type { Clock } from '../basics/clock.ts'
import type { Db } from '../db/database.ts'
import { theService } from '../db/event-trail.ts'
import { lockBank } from '../db/locks.ts'
import type { Transact, Work } from '../db/work.ts'
import { bankStocks, lastReminder, lockReminders } from './reminder-store.ts'

const everyBank = 'every bank'

/**
 * Each bank that is offered for linking is reminded of an old count once a day, at the time it chose; the provider of all
 * that were forgotten for two days, in one message. Of a bank there is little to read, and of banks there are few.
 */
export async function remindOfStock(parts: {
  db: Db
  transact: Transact
  clock: Clock
  onError: (error: unknown, bankId: string) => void
}): Promise<void> {
  const { db, transact, clock, onError } = parts
  const now = clock.now()
  const banks = await bankStocks(db)
  for (const { id, remindAt, lastAt, counted } of banks) {
    if (!isOld(counted, now) || !isReminderTime(remindAt, lastAt, now)) continue
    try {
      await transact(theService, now, (work) => remind(work, id))
    } catch (error) {
      onError(error, id)
    }
  }
  const forgotten = banks.filter(({ counted }) => isForgotten(counted, now))
  if (forgotten.length === 0 || !isReminderTime(usualReminder, await lastReminder(db, everyBank), now)) return
  await transact(theService, now, (work) => tellProvider(work))
}

/** Looked at again with the bank held: it may have counted meanwhile, or another worker was faster. */
async function remind(work: Work, id: string): Promise<void> {
  await lockBank(work, id)
  const [bank] = await bankStocks(work.db, id)
  if (!bank || !isOld(bank.counted, work.now) || !isReminderTime(bank.remindAt, bank.lastAt, work.now)) return
  const old = oldCounts(bank.counted, work.now)
  await work.record({
    kind: 'stock-reminded',
    subjectId: id,
    bankId: id,
    detail: { components: old.map(({ component }) => component), countedAt: oldest(old) },
  })
}

async function tellProvider(work: Work): Promise<void> {
  await lockReminders(work)
  if (!isReminderTime(usualReminder, await lastReminder(work.db, everyBank), work.now)) return
  const forgotten = (await bankStocks(work.db)).filter(({ counted }) => isForgotten(counted, work.now))
  if (forgotten.length === 0) return
  await work.record({
    kind: 'stocks-forgotten',
    subjectId: everyBank,
    detail: { banks: forgotten.map(({ name, counted }) => ({ name, countedAt: oldest(counted) })) },
  })
}

const oldest = (counted: readonly { countedAt: Date }[]): string =>
  new Date(Math.min(...counted.map(({ countedAt }) => countedAt.getTime()))).toISOString()
