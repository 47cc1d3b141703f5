import type { AuditEntry } from '#contract/audit.ts'
import { type AuditReader, groupOf, mayAudit } from '#domain/events/audit.ts'
import { auditWords, thingOf } from '#domain/events/audit-words.ts'
import { isEventKind } from '#domain/events/events.ts'
import { doerIn } from '#domain/people/doer.ts'
import { theService } from '../db/event-trail.ts'
import type { AuditRow } from './store.ts'

/** As it is told to that reader; nothing if it is not for them. */
export function entryOf(reader: AuditReader, row: AuditRow): AuditEntry[] {
  const { id, at, kind } = row
  const event = { ...row, detail: JSON.parse(row.detail) }
  if (!isEventKind(kind) || !mayAudit(reader, kind, event.detail)) return []
  const said = { group: groupOf(kind), what: auditWords(reader, event), on: thingOf(event) }
  return [{ id, at, kind, ...doerOf(row), ...said }]
}

type Deed = Parameters<typeof doerIn>[0] & { actorId?: string | null; isDriver: boolean }

/** A driver acts for nobody but as a driver, and what the clock does has no person to be named. */
export const doerOf = (deed: Deed) => {
  if (deed.isDriver) return { person: deed.actorName, place: 'driver' }
  return deed.actorId === null && deed.actorName === theService.displayName
    ? { person: deed.actorName, place: 'by itself' }
    : doerIn(deed)
}
