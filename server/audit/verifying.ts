import type { Db } from '../db/database.ts'
import { headsFile, readHeads } from '../db/seal-heads.ts'
import { type Fault, type ReadEvent, verifyRead } from '../db/sealing.ts'
import { type FoundOfPlace, verificationStore, wholeTrail } from './verification-store.ts'

/** Of the faults of one organisation so many are named. */
const mostTold = 20
/** A batch of so many takes a few milliseconds: nobody who is answered by this process waits for longer. */
const batch = 250
const toldEveryMs = 1_000

export class StillRunning extends Error {}

/**
 * Reads all of the trail for those who asked. Whoever dies over it is not heard of any more, and the queue gives it to
 * another, who begins anew.
 */
export async function verifyTrail(
  { db, dataFolder }: { db: Db; dataFolder: string },
  id: number,
): Promise<void> {
  const store = verificationStore(db)
  const taken = await store.take(id)
  if (!taken) {
    if (await store.isOpen(id)) throw new StillRunning('somebody else is at it')
    return
  }
  const found = new Map<string, FoundOfPlace>()
  let toldAt = performance.now()
  let read = 0
  /** That it goes on: of whom nothing is heard, another takes it over. */
  const tell = async () => {
    if (performance.now() - toldAt < toldEveryMs) return
    toldAt = performance.now()
    await store.tell(id, read)
  }
  const verdict = await verifyRead(db, await readHeads(headsFile(dataFolder)), {
    batch,
    upTo: taken.upTo,
    async onRead(events, faults) {
      for (const event of events) count(found, event, faults)
      read += events.length
      await tell()
    },
    onSealed: tell,
  })
  const seals = verdict.faults.filter(({ eventId }) => eventId === null)
  const all = found.get(wholeTrail) ?? nothingFound()
  const told = [
    ...all.told,
    ...seals.map(({ sealId, what }) => ({ eventId: null, what: `Seal ${sealId} ${what}` })),
  ]
  const faults = verdict.faults.length + verdict.cut.length
  const cut = verdict.cut.map((head) => ({
    eventId: null,
    what: `Seal ${head.id} was kept outside and is gone`,
  }))
  found.set(wholeTrail, { ...all, faults, told: [...told, ...cut].slice(0, mostTold) })
  await store.end(id, { seals: verdict.seals, isWhole: faults === 0, read: verdict.events }, found)
}

const nothingFound = (): FoundOfPlace => ({ events: 0, firstAt: null, faults: 0, told: [] })

function count(found: Map<string, FoundOfPlace>, event: ReadEvent, faults: readonly Fault[]): void {
  const own = faults.filter(({ eventId }) => eventId === event.id)
  const places = [
    event.hospitalId,
    event.bankId,
    event.subjectKind === 'organisation' ? event.subjectId : null,
  ]
  for (const place of new Set([wholeTrail, ...places])) {
    if (place === null) continue
    const before = found.get(place) ?? nothingFound()
    const told = own.map(({ what }) => ({ eventId: event.id, what }))
    found.set(place, {
      events: before.events + 1,
      firstAt: before.firstAt ?? event.at,
      faults: before.faults + own.length,
      told: own.length === 0 ? before.told : [...before.told, ...told].slice(0, mostTold),
    })
  }
}
