import { sql } from 'kysely'
import { earlier } from '#domain/basics/time.ts'
import { enteringMs } from '#domain/downtime/late.ts'

/** Of requests: nothing of it was entered from paper just now, so nobody is still at it (ruling AMB-343). */
export const isNotBeingEntered = (now: Date) => sql<boolean>`not exists (
  select from late_entries
  where late_entries.request_id = requests.id and late_entries.entered_at > ${earlier(now, enteringMs)}
)`
