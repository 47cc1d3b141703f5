import fc from 'fast-check'
import { type Kind, type Model, type Walked, type World, walk } from './walking.ts'

const dice = fc.integer({ min: 0, max: 2 ** 31 - 1 })

/** Other lives each time; a failure names its seed, and LIFE_SEED brings it back. */
const seed = process.env.LIFE_SEED === undefined ? {} : { seed: Number(process.env.LIFE_SEED) }

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
    { numRuns: size.worlds, endOnFailure: size.lives > 1, ...seed },
  )
  return all
}
