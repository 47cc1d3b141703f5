import { haltedAmong, isInDoubt } from '#domain/matching/handing-over.ts'
import { countingTube } from '#domain/matching/sample.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { packedBagsOf, tubesOf } from '../db/packed-bags.ts'
import { recordOn } from '../db/requests.ts'
import type { Work } from '../db/work.ts'

/** Of one bank and one delivery, by their numbers. */
type Halted = { requestId: string; seq: number; bankId: string; ended: string[]; inDoubt: string[] }

/** Packed bags that nobody is to hand over as they are (ruling AMB-409). */
export async function haltedOf(
  { db, now }: { db: Db; now: Date },
  requests: readonly BloodRequest[],
): Promise<Halted[]> {
  const packed = requests.length === 0 ? [] : await packedBagsOf(db, idsOf(requests))
  if (packed.length === 0) return []
  const tubes = await tubesOf(
    db,
    idsOf(requests.filter(({ id }) => packed.some(({ requestId }) => requestId === id))),
  )
  const isDoubted = (request: BloodRequest): boolean => {
    const own = tubes.filter(({ requestId }) => requestId === request.id)
    const asked = { ...request, bloodGroup: own[0]?.bombay ?? request.bloodGroup }
    return isInDoubt(asked, request.bankId === null ? null : countingTube(own, request.bankId, asked), now)
  }
  return requests.flatMap((request) => {
    const own = packed.filter(({ requestId }) => requestId === request.id)
    const { ended, inDoubt } = haltedAmong(own, isDoubted(request), now)
    const places = new Map([...ended, ...inDoubt].map((bag) => [`${bag.seq} ${bag.bankId}`, bag]))
    return [...places.values()].map(({ requestId, seq, bankId }) => {
      const numbers = (some: typeof own) =>
        some.filter((bag) => bag.seq === seq && bag.bankId === bankId).map(({ number }) => number)
      return { requestId, seq, bankId, ended: numbers(ended), inDoubt: numbers(inDoubt) }
    })
  })
}

const idsOf = (requests: readonly BloodRequest[]) => requests.map(({ id }) => id)

/** That a delivery left is a fact, whatever was packed for it: hospital, bank and driver are rung. The order is held. */
export async function tellHalted(work: Work, request: BloodRequest, seq: number): Promise<void> {
  for (const one of await haltedOf(work, [request])) {
    if (one.seq !== seq) continue
    const { bankId: bank, ended, inDoubt } = one
    await recordOn(work, request, { kind: 'bags-halted', detail: { seq, bank, ended, inDoubt } })
  }
}
