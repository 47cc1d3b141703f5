const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Whole paise as people read them: `₹1,23,456.50`. */
export const showRupees = (paise: number): string => rupees.format(paise / 100)

/** Paise as they are typed: `1550` or `400.50`. */
export const typedRupees = (paise: number): string =>
  paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2)

/** What was typed as rupees in whole paise; null if it is no amount with at most two decimals. */
export function readRupees(typed: string): number | null {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}
