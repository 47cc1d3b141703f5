import { sql } from 'kysely'
import type { ComponentCode } from '#domain/basics/blood.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

type BankStock = {
  id: string
  name: string
  remindAt: string
  lastAt: Date | null
  counted: { component: ComponentCode; countedAt: Date }[]
}

/** Of the banks that are offered for linking: when each is to be reminded, when it was last, and what it has counted. */
export async function bankStocks(db: Db, id?: string): Promise<BankStock[]> {
  const only = id === undefined ? sql`` : sql`and bank.id = ${id}`
  const { rows } = await sql<
    Omit<BankStock, 'counted'> & { component: ComponentCode | null; countedAt: Date | null }
  >`
    select bank.id, bank.name, bank.stock_reminder_at as remind_at, (
        select at from events where subject_kind = 'stock-reminder' and subject_id = bank.id
          and kind = 'stock-reminded' order by id desc limit 1) as last_at,
      counted.component, counted.counted_at
    from organisations bank left join (
      select bank_id, component, max(counted_at) as counted_at from stock group by bank_id, component
    ) as counted on counted.bank_id = bank.id
    where bank.kind = 'bank' and bank.is_listed ${only} order by bank.name, bank.id, counted.component`.execute(
    db,
  )
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const counted = [first, ...others].flatMap(({ component, countedAt }) =>
      component && countedAt ? [{ component, countedAt }] : [],
    )
    const { id, name, remindAt, lastAt } = first
    return [{ id, name, remindAt, lastAt, counted }]
  })
}

export async function lastReminder(db: Db, subject: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from events where subject_kind = 'stock-reminder' and subject_id = ${subject}
    order by id desc limit 1`.execute(db)
  return rows[0]?.at ?? null
}

const remindingLock = 7_204_561
export const lockReminders = ({ db }: Work) =>
  sql`select pg_advisory_xact_lock(${sql.lit(remindingLock)})`.execute(db)

/** Of one bank. */
export const reminderStore = (db: Db, bankId: string) => ({
  async time(): Promise<string> {
    const { rows } = await sql<{ time: string }>`
      select stock_reminder_at as time from organisations where id = ${bankId}`.execute(db)
    return rows[0]?.time ?? ''
  },
  set: (time: string) =>
    sql`update organisations set stock_reminder_at = ${time} where id = ${bankId}`.execute(db),
})
