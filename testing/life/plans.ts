import fc from 'fast-check'
import { type World, walk } from './walking.ts'

const dice = fc.integer({ min: 0, max: 2 ** 31 - 1 })

/** Other lives each time; a failure names its seed, and LIFE_SEED brings it back. */
const seed = process.env.LIFE_SEED === undefined ? {} : { seed: Number(process.env.LIFE_SEED) }

/** Walks so many worlds, each of so many orders and at most so many rounds. How much was done in all. */
export async function walkAll(
  aWorld: () => World | Promise<World>,
  size: { worlds: number; orders: number; rounds: { minLength: number; maxLength: number } },
): Promise<number> {
  let done = 0
  const plan = fc.record({
    orders: fc.array(dice, { minLength: size.orders, maxLength: size.orders }),
    rounds: fc.array(dice, size.rounds),
  })
  await fc.assert(
    fc.asyncProperty(plan, async (one) => {
      done += await walk(await aWorld(), one)
    }),
    // of several orders the one is told that went wrong; to look for a shorter life would take minutes
    { numRuns: size.worlds, endOnFailure: size.orders > 1, ...seed },
  )
  return done
}
