import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VitestPluginContext } from 'vitest/node'

/** One piece of one file that stands for another. */
export type Mutant = { path: string; from: number; to: number; text: string; what: string }

const root = join(import.meta.dirname, '../..')

/** Puts the mutant that the environment names in the place of its file, before anything reads it. */
export function mutating() {
  const given = process.env.MUTANT
  const mutant: Mutant | null = given ? JSON.parse(given) : null
  const isIt = (id: string): boolean => mutant !== null && id.split('?')[0] === join(root, mutant.path)
  return {
    name: 'mutant',
    enforce: 'pre' as const,
    // what was read of the file before, or with another mutant in it, is not this one
    configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
      defineCacheKeyGenerator(({ id }) => (isIt(id) ? false : undefined)),
    load(id: string): string | null {
      if (!mutant || !isIt(id)) return null
      const source = readFileSync(join(root, mutant.path), 'utf8')
      return source.slice(0, mutant.from) + mutant.text + source.slice(mutant.to)
    },
  }
}
