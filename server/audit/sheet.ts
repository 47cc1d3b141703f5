import type { SheetRow } from '#domain/basics/sheet.ts'
import { dayOf, later, timeOf } from '#domain/basics/time.ts'
import { auditGroups } from '#domain/events/audit.ts'
import type { Place } from '../db/page-range.ts'
import { entryOf } from './entries.ts'
import type { AuditFilter, AuditScope, auditStore } from './store.ts'

/** So many at a time are in memory, whatever the sheet has. */
const batch = 1_000

export const auditTitles = ['Day', 'Time', 'Person', 'For', 'Kind', 'What', 'On', 'Event']

/** Everything of the filter up to now, as it is asked for. */
export async function* auditLines(
  store: Pick<ReturnType<typeof auditStore>, 'walk'>,
  { reader }: Pick<AuditScope, 'reader'>,
  filter: AuditFilter,
  now: Date,
): AsyncGenerator<SheetRow[]> {
  // what happens meanwhile is not in it, or it might never end
  const until = filter.until && filter.until < now ? filter.until : later(now, 1)
  let after: Place | null = null
  do {
    const part: Awaited<ReturnType<typeof store.walk>> = await store.walk(
      { ...filter, until },
      { after, through: null, examined: batch, limit: batch },
    )
    const entries = part.rows.flatMap((row) => entryOf(reader, row))
    yield entries.map(({ id, at, person, place, group, what, on }) => [
      ...[dayOf(at), clockOf(at), person, place, auditGroups[group], what, on?.id ?? '', id],
    ])
    after = part.lookedBackTo
  } while (after)
}

const clockOf = (at: Date): string => `${timeOf(at)}:${at.toISOString().slice(17, 19)}`
