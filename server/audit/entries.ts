import type { AuditEntry } from '#contract/audit.ts'
import { type AuditReader, groupOf, mayAudit } from '#domain/events/audit.ts'
import { auditWords, thingOf } from '#domain/events/audit-words.ts'
import { isEventKind } from '#domain/events/events.ts'
import { doerIn } from '#domain/people/doer.ts'
import type { AuditRow } from './store.ts'

/** As it is told to that reader; nothing if it is not for them. */
export function entryOf(reader: AuditReader, row: AuditRow): AuditEntry[] {
  const { id, at, kind } = row
  const event = { ...row, detail: JSON.parse(row.detail) }
  if (!isEventKind(kind) || !mayAudit(reader, kind, event.detail)) return []
  const said = { group: groupOf(kind), what: auditWords(reader, event), on: thingOf(event) }
  return [{ id, at, kind, ...doerOf(row), ...said }]
}

type Deed = Parameters<typeof doerIn>[0] & { isDriver: boolean }

/** A driver acts for nobody but as a driver. */
export const doerOf = (deed: Deed) =>
  deed.isDriver ? { person: deed.actorName, place: 'driver' } : doerIn(deed)
