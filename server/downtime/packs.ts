import { randomUUID } from 'node:crypto'
import { formsInPack, packTable } from '#domain/downtime/pack.ts'
import { packForms } from '#domain/downtime/pack-words.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { nextShift } from '#domain/downtime/shifts.ts'
import type { Clock } from '../basics/clock.ts'
import type { Db } from '../db/database.ts'
import { theService } from '../db/event-trail.ts'
import { type Kept, nameFile, type StoredFiles, unnameFiles } from '../db/stored-files.ts'
import type { Transact, Work } from '../db/work.ts'
import type { DowntimeData } from '../documents/downtime.ts'
import type { Drawing } from '../documents/drawing.ts'
import {
  addPack,
  dropOldPacks,
  dropUnserved,
  openOrders,
  type PackPlace,
  phonesOf,
  placeNamed,
  placesDue,
  shiftsOf,
  takeNumbers,
} from './store.ts'

export type Packs = ReturnType<typeof packsOn>
type Drawn = {
  place: PackPlace
  /** When its shifts change. */
  times: readonly string[]
  numbers: { first: number; last: number }
  orders: number
  kept: Kept
}

/** The job has a minute; what is left is for the next. */
const longestSweepMs = 45_000
const inOneSweep = 400

/** Made beside the calls: what is read, drawn and put holds no transaction open, and each place is for itself. */
export function packsOn(parts: {
  db: Db
  transact: Transact
  files: StoredFiles
  drawing: Drawing
  clock: Clock
}) {
  const { db, transact, files, drawing, clock } = parts
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'stopped'>()
  let isStopped = false

  /** Null: another worker is at it, or there is no such place. */
  async function draw(id: string, isShift: boolean): Promise<Drawn | null> {
    const place = await placeNamed(db, id)
    const now = clock.now()
    const numbers = place && (await takeNumbers(db, id, { now, isShift }))
    if (!place || !numbers) return null
    const { times } = await shiftsOf(db, id)
    const { data, orders } = await gather(db, place, { first: numbers.first, now, times })
    const kept = await files.keep(await drawing.run('downtime', data, 'downtime'), 'pdf')
    return { place, times, numbers, orders, kept }
  }

  return {
    draw: (id: string) => draw(id, false),

    /** For each place that has none of this shift, and away with what is left of places nobody serves. One that fails is told, and holds up no other. */
    async makeDue(onError: (error: unknown, place: string) => void): Promise<number> {
      const begun = clock.now()
      const endsAt = performance.now() + longestSweepMs
      let made = 0
      await transact(theService, begun, async (work) => {
        for (const path of await dropUnserved(work)) await unnameFiles(work.db, path)
      })
      for (const { place: id, shiftAt } of await placesDue(db, begun, inOneSweep)) {
        if (performance.now() > endsAt) break
        try {
          const drawn = await Promise.race([draw(id, true), stopped])
          // another process, or this one after its start, makes what is left
          if (drawn === 'stopped') break
          if (!drawn) continue
          const pack = { shiftAt, madeBy: 'change of shift' }
          if (await transact(theService, clock.now(), (work) => keepPack(work, drawn, pack))) made++
        } catch (error) {
          if (isStopped) break
          onError(error, id)
        }
      }
      return made
    },

    /** What is being drawn for a shift is let go, so that nobody waits for it. */
    stop(): void {
      isStopped = true
      stop('stopped')
    },
  }
}

/** Null if the shift has one already: then nothing names what was drawn. */
export async function keepPack(
  work: Work,
  { place: { place, kind }, times, numbers, orders, kept }: Drawn,
  { shiftAt, madeBy }: { shiftAt: Date | null; madeBy: string },
) {
  const path = `downtime/${place || 'provider'}/${randomUUID()}.pdf`
  const until = nextShift(work.now, times)
  const pack = await addPack(work, { place, shiftAt, madeBy, until, numbers, orders, path })
  if (!pack) return null
  await nameFile(work.db, path, kept)
  for (const old of await dropOldPacks(work, place)) await unnameFiles(work.db, old)
  const papers = `${paperNumber(place, numbers.first)} to ${paperNumber(place, numbers.last)}`
  await work.record({
    ...{ kind: 'downtime-pack-made', subjectId: place || 'provider', detail: { papers, orders } },
    ...{ hospitalId: kind === 'hospital' ? place : null, bankId: kind === 'bank' ? place : null },
  })
  return pack
}

async function gather(
  db: Db,
  place: PackPlace,
  { first, now, times }: { first: number; now: Date; times: readonly string[] },
): Promise<{ data: DowntimeData; orders: number }> {
  const { orders, count } = await openOrders(db, place)
  const others = orders.flatMap(({ hospitalId, bankId }) => [hospitalId, bankId])
  const ids = [...new Set(others)].filter((id): id is string => id !== null && id !== place.place)
  const places = await phonesOf(db, ids, place.kind === 'provider')
  const drivers = new Map(orders.map(({ driver, driverPhone }) => [driver ?? '', driverPhone ?? '']))
  drivers.delete('')
  const phones = [
    // its number is nowhere in the product: whoever prints the pack writes it down
    ...(place.kind === 'provider' ? [] : [{ what: 'Provider', name: 'Provider', phones: '' }]),
    ...places.map(({ kind, name, phones }) => ({
      ...{ what: kind === 'bank' ? 'Blood bank' : 'Hospital', name, phones: phones.join(', ') },
    })),
    ...[...drivers].map(([name, phone]) => ({ what: 'Driver', name, phones: phone })),
  ]
  const papers = Array.from({ length: formsInPack }, (_, at) => paperNumber(place.place, first + at))
  const table = packTable(place.kind, orders)
  return {
    orders: count,
    data: {
      ...{ name: place.name, madeAt: now, until: nextShift(now, times), count, ...table },
      ...{ phones, papers, forms: packForms[place.kind] },
    },
  }
}
