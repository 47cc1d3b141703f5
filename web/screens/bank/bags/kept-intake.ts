import { z } from 'zod'
import { IntakeLine } from '#domain/bags/intake.ts'
import { ShelfGroup } from '#domain/bags/kinds.ts'
import { isRefused, NumberKind, readBag } from '#domain/bags/reading.ts'
import { days } from '#domain/basics/time.ts'
import type { Entry, Intake, Said } from './intake-lines.ts'

const time = { at: z.coerce.date(), day: z.string(), hasTime: z.boolean() }
const Label = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), number: z.string() }),
  z.object({ kind: z.literal('group'), group: ShelfGroup, isForOne: z.boolean() }),
  z.object({ kind: z.literal('product'), code: z.string(), division: z.string() }),
  z.object({ kind: z.literal('expiry'), ...time }),
  z.object({ kind: z.literal('collected'), ...time }),
  z.object({ kind: z.literal('other'), identifier: z.string() }),
])
const Defaults = IntakeLine.pick({ component: true, anticoagulant: true, collectedOn: true, place: true })
const KeptEntry = z.object({
  id: z.number(),
  read: z.object({ number: z.string(), numberKind: NumberKind, labels: z.array(Label) }).nullable(),
  typed: z.string(),
  defaults: Defaults,
  said: IntakeLine.pick({
    ...{ component: true, bloodGroup: true },
    ...{ segment: true, donorFormId: true, expiresAt: true },
  })
    // what is wrong with a line stays with it
    .extend({ volumeMl: z.number().nullable() })
    .partial(),
})
const Kept = z.object({
  at: z.number(),
  entries: z.array(KeptEntry),
  active: z.number().nullable(),
  last: z.number(),
  defaults: Defaults,
})

export type Scanned = { readonly intake: Intake; readonly defaults: Entry['defaults'] }

/** What the bank has of a number, and what the server said, is asked again. */
export const textOf = ({ intake: { entries, ...rest }, defaults }: Scanned, now: Date): string =>
  JSON.stringify({
    ...rest,
    at: now.getTime(),
    entries: entries.map(({ id, read, typed, said, ...entry }) => ({
      ...{ id, read, typed, said, defaults: entry.defaults },
    })),
    defaults,
  })

/** Of a day at most; of another shape, as an earlier build had it, nothing. */
export function scannedIn(text: string | null, now: Date): Scanned | null {
  const kept = Kept.safeParse(jsonIn(text)).data
  if (!kept || Math.abs(now.getTime() - kept.at) > days(1)) return null
  const { entries, active, last, defaults } = kept
  return { intake: { entries: entries.map(entryOf), active, last }, defaults }
}

function entryOf(kept: z.infer<typeof KeptEntry>): Entry {
  const again = kept.read ? null : readBag(kept.typed)
  const fault = again && isRefused(again) ? again : null
  const said = Object.fromEntries(Object.entries(kept.said).filter(([, one]) => one !== undefined)) as Said
  return { ...kept, said, fault, known: [], refused: null }
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const places = 'crossmatch.intake '
export const placeOf = (accountId: string, bankId: string): string => `${places}${accountId} ${bankId}`

/** Numbers of bags and of donor forms, no name: it lies there as it is, for a day. False if this browser keeps nothing. */
export function keepScanned(accountId: string, bankId: string, scanned: Scanned, now: Date): boolean {
  try {
    const place = placeOf(accountId, bankId)
    if (scanned.intake.entries.length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, textOf(scanned, now))
    return true
  } catch {
    return false
  }
}

export function keptScanned(accountId: string, bankId: string, now: Date): Scanned | null {
  try {
    forgetOld(now)
    return scannedIn(localStorage.getItem(placeOf(accountId, bankId)), now)
  } catch {
    return null
  }
}

/** Of whoever sat here before, too. */
function forgetOld(now: Date): void {
  for (const place of Object.keys(localStorage))
    if (place.startsWith(places) && !scannedIn(localStorage.getItem(place), now))
      localStorage.removeItem(place)
}
