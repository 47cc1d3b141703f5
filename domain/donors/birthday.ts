/** A birth date as it is typed: in three parts, as people say it. */
export type DayParts = { readonly day: string; readonly month: string; readonly year: string }

/** `1994-03-12` of whole parts that make a day of the calendar; else nothing. */
export function dayFrom({ day, month, year }: DayParts): string {
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year)) return ''
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  // the 31st of a shorter month would become the next month's first
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : ''
}

export function partsOf(text: string): DayParts {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return { day, month, year }
}
