import type { AuditEntry } from '#contract/audit.ts'
import { dayOf, daysBetween, showDate, showDay } from '#domain/basics/time.ts'

/** A line of the list: a day's head, where the verified part begins, or what happened. */
export type AuditRow =
  | { kind: 'day'; key: string; text: string }
  | { kind: 'verified'; key: string; text: string }
  | { kind: 'entry'; key: string; entry: AuditEntry }

/** Newest first, with a head for each day. `verifiedUpTo`: the last event that the trail vouches for. */
export function auditRows(
  entries: readonly AuditEntry[],
  now: Date,
  verifiedUpTo: number | null,
): AuditRow[] {
  const rows: AuditRow[] = []
  let day = ''
  let isBelow = false
  for (const [index, entry] of entries.entries()) {
    if (dayOf(entry.at) !== day) {
      day = dayOf(entry.at)
      rows.push({ kind: 'day', key: `day ${day}`, text: dayHead(entry.at, now) })
    }
    if (!isBelow && verifiedUpTo !== null && entry.id <= verifiedUpTo) {
      isBelow = true
      rows.push({ kind: 'verified', key: 'verified', text: verifiedLine(index) })
    }
    rows.push({ kind: 'entry', key: String(entry.id), entry })
  }
  return rows
}

const verifiedLine = (above: number): string => {
  if (above === 0) return 'Verified until here.'
  return above === 1
    ? 'Verified until here. The event above came since.'
    : `Verified until here. The ${above} events above came since.`
}

/** `Today, Mon, 16 Nov 2026`; the year is in the date. */
function dayHead(at: Date, now: Date): string {
  const weekday = showDay(at).split(',')[0] ?? ''
  const date = `${weekday} ${showDate(at)}`
  const ago = daysBetween(at, now)
  if (ago === 0) return `Today, ${date}`
  return ago === 1 ? `Yesterday, ${date}` : date
}
