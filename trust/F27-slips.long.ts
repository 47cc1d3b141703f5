import { expect, test } from 'vitest'
import { codeFiles, isTest, type Source } from '../checks/source.ts'
import { tellFault } from './access/judging.ts'
import { figure } from './figure.ts'
import { type CodeMutant, mutantsIn, withMutants } from './mutants/code-mutants.ts'
import { equivalentMutants } from './mutants/equivalent-mutants.ts'
import { killedOf } from './mutants/trying-mutants.ts'

const leastPercent = 90
const parts = 8

/** Who may, what may become of an order, what a form may say, sums: not words, nor how something is shown or moved out. */
const isPolicy = ({ path }: Source): boolean =>
  /^domain\/(?!exchange\/)/.test(path) &&
  !isTest(path) &&
  !/[/-](words|policy|facts)|showing|telling|timeline|audit-sheet|fhir\/(capability|systems)/.test(path)

const all = codeFiles().filter(isPolicy).flatMap(mutantsIn)
const few = all.filter(({ path }) => path === 'domain/people/passwords.ts')

figure<{ mutants: readonly CodeMutant[] }>({
  id: 'F27',
  promise: 'changed code that a test sees',
  target: `${leastPercent} % of every small change to the rules of who may, of states, forms and sums, by tests of rules alone; each that lives is told, and counts unless it changes nothing`,
  small: { mutants: few },
  full: { parts, size: { mutants: all }, minutes: 6 },
  async part({ mutants }, part) {
    const chosen = part === 0 ? mutants : mutants.filter((_, at) => at % parts === part % parts)
    const numbered = chosen.map((mutant, id) => ({ ...mutant, id }))
    const dead = await killedOf(numbered)
    const living = numbered.filter(({ id }) => !dead.has(id))
    const equal = living.filter(({ what }) => what in equivalentMutants)
    for (const mutant of living)
      if (!equal.includes(mutant)) tellFault(mutant.what, 'lives: no test of the rules turns red')
    return { mutants: numbered.length, died: dead.size, equal: equal.length }
  },
  whyMissed: (seen, size) => {
    const percent = percentOf(seen)
    // the few of the small size are all seen
    return percent < (size === 'small' ? 100 : leastPercent) ? `${percent.toFixed(1)} %` : null
  },
  say: (seen) =>
    `${percentOf(seen).toFixed(1)} %: of ${seen.mutants} changes ${seen.died} turned a test red, ${seen.equal} change nothing (\`trust/mutants/equivalent-mutants.ts\`)`,
})

function percentOf({ mutants = 0, died = 0, equal = 0 }: Record<string, number>): number {
  return (100 * died) / Math.max(1, mutants - equal)
}

test('F27 a change stands beside what it changes, one inside the other, and is asked for by its number', () => {
  const text = "export const may = (a: number, b: string) => a < 3 && b !== '' ? no('x') : null"
  const mutants = mutantsIn({ path: 'a.ts', text })
  expect(mutants.map(({ what }) => what.replace('a.ts may: ', ''))).toEqual([
    "a < 3 && b !== '' → true",
    "a < 3 && b !== '' → false",
    "a < 3 && b !== '' → a < 3 || b !== ''",
    'a < 3 → a <= 3',
    '3 → 4',
    '3 → 2',
    "b !== '' → b === ''",
    "'' → 'mutant'",
    "no('x') → null",
    "'x' → ''",
  ])
  const written = withMutants(
    text,
    mutants.map((mutant, id) => ({ ...mutant, id })),
  )
  const runs = (on: number, a: number, b: string) => {
    const made = written.replace('export const may = (a: number, b: string) =>', 'return (a, b) =>')
    return new Function('__mutant', 'no', made)(
      (id: number) => id === on,
      (code: string) => code,
    )(a, b)
  }
  expect([runs(-1, 2, 'b'), runs(-1, 3, 'b'), runs(-1, 2, '')]).toEqual(['x', null, null])
  expect([runs(0, 9, ''), runs(1, 2, 'b'), runs(2, 3, 'b'), runs(3, 3, 'b')]).toEqual(['x', null, 'x', 'x'])
  expect([runs(4, 3, 'b'), runs(5, 2, 'b'), runs(6, 2, ''), runs(7, 2, 'mutant')]).toEqual([
    'x',
    null,
    'x',
    null,
  ])
  expect([runs(8, 2, 'b'), runs(9, 2, 'b')]).toEqual([null, ''])
})

test('F27 what every object has is no slip', () => {
  const text = 'export const shown = (a: number) => a.toLocaleString().toString()'
  expect(mutantsIn({ path: 'a.ts', text })).toEqual([])
})

test('F27 whatever changes nothing is a mutant', () => {
  const known = new Set(all.map(({ what }) => what))
  expect(Object.keys(equivalentMutants).filter((what) => !known.has(what))).toEqual([])
})
