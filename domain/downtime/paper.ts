/** `P-FIRM-000123`; the provider's are `P-000123`. No number is ever printed twice. */
export const paperNumber = (place: string, number: number): string =>
  ['P', ...(place === '' ? [] : [place.toUpperCase()]), String(number).padStart(6, '0')].join('-')

/** Whose paper a number is of, as it is typed; null if it is none. '' is the provider's. */
export function readPaper(typed: string): { place: string; number: number } | null {
  const [, place = '', digits = ''] = /^P(?:-(.+))?-(\d{6,9})$/.exec(typed.trim().toUpperCase()) ?? []
  const number = Number(digits)
  return number > 0 ? { place: place.toLowerCase(), number } : null
}

/** As it stands beside what was done. */
export const paperMark = (paper: string, by: string): string => `entered later from paper ${paper} by ${by}`
