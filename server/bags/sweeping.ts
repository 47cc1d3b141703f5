import { isExpired } from '#domain/bags/bag.ts'
import { moveBag } from '#domain/bags/moving.ts'
import type { Clock } from '../basics/clock.ts'
import { lockEnded, moveBags, namesOf, openHoldsOf } from '../db/bags.ts'
import { theService } from '../db/event-trail.ts'
import type { Transact, Work } from '../db/work.ts'

/** So many in one transaction, and so many transactions in a minute: more is left for the next one. */
const batch = 500
const mostBatches = 20

/** Takes off the shelves what is past its end. Two workers share the work; somebody's bag in hand waits a minute. */
export async function sweepBags({ transact, clock }: { transact: Transact; clock: Clock }): Promise<number> {
  let done = 0
  for (let part = 0; part < mostBatches; part++) {
    const swept = await transact(theService, clock.now(), expireSome)
    done += swept
    if (swept < batch) break
  }
  return done
}

async function expireSome(work: Work): Promise<number> {
  const ended = (await lockEnded(work, batch)).filter((bag) => isExpired(bag, work.now))
  const holds = await openHoldsOf(work, ended)
  await moveBags(
    work,
    ended.map((from) => ({
      from,
      to: moveBag(from, 'expire'),
      happened: {
        kind: 'bag-expired',
        detail: { ...namesOf(from), requestId: holds.get(from.id)?.requestId ?? null },
      },
    })),
  )
  return ended.length
}
