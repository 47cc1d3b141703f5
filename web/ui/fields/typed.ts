/** A time as people type it, as `17:50`: `1750`, `17.50`, `5:50 pm`, `17`. Null for what is none. */
export function timeIn(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.\s]?(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i.exec(text.trim())
  if (!found) return null
  const [, hour = '', minute = '00', half] = found
  const isNight = half !== undefined && (Number(hour) < 1 || Number(hour) > 12)
  const h = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (isNight || h > 23 || Number(minute) > 59) return null
  return `${two(h)}:${minute}`
}

/** Whether nothing more has to be typed for it to be a time: `1` may become `17:50` yet. */
export const isWholeTime = (text: string): boolean => /\d[:.\s]?\d{2}\D*$/.test(text) && timeIn(text) !== null

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A day as people type it, day first, as `2026-11-15`: `15/11/2026`, `15.11.2026`, `15112026`, `15 Nov 2026`. */
export function dayIn(text: string): string | null {
  const typed = text.trim().toLowerCase()
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return existing(typed)
  const found =
    /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed) ??
    /^(\d{1,2})[.\s-]*([a-z]{3,9})[.,\s-]*(\d{4})$/.exec(typed)
  if (!found) return null
  const [, day = '', month = '', year = ''] = found
  const named = months.findIndex((name) => month.startsWith(name)) + 1
  return existing(`${year}-${two(named || month)}-${two(day)}`)
}

/** The same day, unless there is none: a 30 February, or one before 1900. */
function existing(day: string): string | null {
  const at = new Date(`${day}T00:00:00Z`)
  const isThere = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
  return isThere && day >= '1900' ? day : null
}

// as every date of the product (§9)
const written = /* @__PURE__ */ new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** `15 Nov 2026`, as every date is written here. */
export const dayText = (day: string): string => (day === '' ? '' : written.format(new Date(day)))

const two = (n: number | string): string => String(n).padStart(2, '0')
