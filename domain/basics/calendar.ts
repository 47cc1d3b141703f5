/** Whether the calendar has that day: `2026-02-30` would become the second of March. */
export function isOnCalendar(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
