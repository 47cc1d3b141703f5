import { z } from 'zod'
import { Day } from '../basics/day.ts'
import { isBlank, line } from '../basics/text.ts'
import { dayOf } from '../basics/time.ts'

/** What a document became: a row of ours, or why it cannot be one. */
export type Reading<Row> = { readonly row: Row } | { readonly why: string }

export function readBy<Shape extends z.ZodType>(shape: Shape, document: unknown): Reading<z.output<Shape>> {
  const read = shape.safeParse(document)
  return read.success ? { row: read.data } : { why: inWords(read.error) }
}

/** The first of what is wrong; whoever mends it sees the next. */
function inWords(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'cannot be read'
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`
}

/** As ISO text, or as the hosted database writes it, in either of its two spellings. */
export const Instant = z
  .union(
    [
      z.iso.datetime({ offset: true }).transform((iso) => new Date(iso)),
      z
        .object({ seconds: z.int(), nanoseconds: nanoseconds() })
        .transform((at) => instantFrom(at.seconds, at.nanoseconds)),
      z
        .object({ _seconds: z.int(), _nanoseconds: nanoseconds() })
        .transform((at) => instantFrom(at._seconds, at._nanoseconds)),
    ],
    'must be an instant: 2026-11-15T10:42:00Z or {seconds, nanoseconds}',
  )
  .pipe(z.date().min(new Date('1900-01-01T00:00:00Z')).max(new Date('9998-12-31T23:59:59Z')))

function nanoseconds() {
  return z.int().min(0).max(999_999_999)
}

const instantFrom = (seconds: number, nanos: number): Date =>
  new Date(seconds * 1000 + Math.floor(nanos / 1_000_000))

/** A calendar day; an instant counts as its day in India. */
export const AnyDay = z.union([Day, Instant.transform(dayOf)], 'must be a day: 2026-11-15')

/** What the sections of §3 write where nothing is known yet: missing, null, empty or "-". */
export const orNothing = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .preprocess((value) => (value === '' || value === '-' ? null : value), shape.nullable())
    .optional()
    .transform((value) => value ?? null)

export const filled = (max: number) => line(max).refine((text) => !isBlank(text), 'must not be empty')

/** Rupees with at most two decimals, as whole paise. */
export const Rupees = (mostPaise: number) =>
  z
    .number()
    .min(0)
    .max(mostPaise / 100)
    .refine(
      (rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-4,
      'must have at most 2 decimals',
    )
    .transform((rupees) => Math.round(rupees * 100))

/** As in the organisations' table. */
export const OrganisationId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.+-]{0,59}$/, 'must be lower-case letters, digits, dots, + and -')
