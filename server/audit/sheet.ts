import { csvLine } from '#domain/basics/csv.ts'
import { dayOf, later, timeOf } from '#domain/basics/time.ts'
import { auditGroups } from '#domain/events/audit.ts'
import type { Place } from '../db/page-range.ts'
import { entryOf } from './entries.ts'
import type { AuditFilter, AuditScope, auditStore } from './store.ts'

/** So many at a time are in memory, whatever the sheet has. */
const batch = 1_000

/** So that a spreadsheet reads names in every script. */
const byteOrderMark = '\uFEFF'

/** Everything of the filter up to now, line by line, as it is asked for. */
export async function* sheetOf(
  store: Pick<ReturnType<typeof auditStore>, 'walk'>,
  { reader }: Pick<AuditScope, 'reader'>,
  filter: AuditFilter,
  now: Date,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['Day', 'Time', 'Person', 'For', 'Kind', 'What', 'On', 'Event'])
  // what happens meanwhile is not in it, or it might never end
  const until = filter.until && filter.until < now ? filter.until : later(now, 1)
  let after: Place | null = null
  do {
    const part: Awaited<ReturnType<typeof store.walk>> = await store.walk(
      { ...filter, until },
      { after, through: null, examined: batch, limit: batch },
    )
    const entries = part.rows.flatMap((row) => entryOf(reader, row))
    const lines = entries.map(({ id, at, person, place, group, what, on }) =>
      csvLine([dayOf(at), clockOf(at), person, place, auditGroups[group], what, on?.id ?? '', id]),
    )
    if (lines.length > 0) yield lines.join('')
    after = part.lookedBackTo
  } while (after)
}

const clockOf = (at: Date): string => `${timeOf(at)}:${at.toISOString().slice(17, 19)}`
