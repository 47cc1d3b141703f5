import { sql } from 'kysely'
import { days, earlier } from '#domain/basics/time.ts'
import { usualDays, usualTime } from '#domain/requests/nobody-took.ts'
import type { Db } from '../db/database.ts'

const holdsFor = days(1)

/** In ms, from the link of an order to its delivery. Reckoned anew once a day, by whoever asks first. */
export async function usualTimeOf(db: Db, now: Date): Promise<number> {
  const { rows: known } = await sql<Reckoned>`
    select deliveries, median_ms from usual_times where reckoned_at > ${earlier(now, holdsFor)}`.execute(db)
  const row = known[0] ?? (await reckon(db, now))
  return usualTime({ deliveries: row.deliveries, medianMs: Number(row.medianMs) })
}

type Reckoned = { deliveries: number; medianMs: number | string }

async function reckon(db: Db, now: Date): Promise<Reckoned> {
  const { rows } = await sql<Reckoned>`
    with taken as (
      select extract(epoch from delivered_at - linked_at) * 1000 as ms from requests
      where delivered_at > ${earlier(now, days(usualDays))} and delivered_at <= ${now}
        and linked_at is not null and linked_at < delivered_at)
    update usual_times set (deliveries, median_ms, reckoned_at) = (
      select count(*), coalesce(round(percentile_cont(0.5) within group (order by ms)), 0), ${now}::timestamptz
      from taken)
    returning deliveries, median_ms`.execute(db)
  return rows[0] ?? { deliveries: 0, medianMs: 0 }
}
