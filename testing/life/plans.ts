import fc from 'fast-check'
import { type Kind, type Model, type Walked, type World, walk } from './walking.ts'

const dice = fc.integer({ min: 0, max: 2 ** 31 - 1 })

let walks = 0
/**
 * In `npm run trust` other lives each time; a failure names its seed, and LIFE_SEED brings it back. In the tests the same
 * each time, so that a change is red for what it changed and not for what was drawn.
 */
function seeded(): { seed?: number } {
  if (process.env.LIFE_SEED !== undefined) return { seed: Number(process.env.LIFE_SEED) }
  return process.env.TEST_TIER === 'trust' ? {} : { seed: ++walks }
}

export type Size = { worlds: number; lives: number; rounds: { minLength: number; maxLength: number } }

/** Walks so many worlds, each of so many lives and at most so many rounds. How much was done in all. */
export async function walkAll<K extends Kind>(
  model: Model<K>,
  aWorld: () => World<K> | Promise<World<K>>,
  size: Size,
): Promise<Walked> {
  const all: Walked = { commands: 0, done: 0 }
  const plan = fc.record({
    lives: fc.array(dice, { minLength: size.lives, maxLength: size.lives }),
    rounds: fc.array(dice, size.rounds),
  })
  await fc.assert(
    fc.asyncProperty(plan, async (one) => {
      const { commands, done } = await walk(model, await aWorld(), one)
      all.commands += commands
      all.done += done
    }),
    // of several lives the one is told that went wrong; to look for a shorter one would take minutes
    { numRuns: size.worlds, endOnFailure: size.lives > 1, ...seeded() },
  )
  return all
}
