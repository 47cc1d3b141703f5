import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import type { Route } from './route.ts'

/** Every shape inside this one, itself included. */
function shapesIn(shape: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (seen.has(shape)) return seen
  seen.add(shape)
  const look = (value: unknown): void => {
    if (value instanceof z.core.$ZodType) shapesIn(value, seen)
    else if (Array.isArray(value)) value.forEach(look)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
  }
  look({ ...shape._zod.def })
  return seen
}

const isStrict = (shape: z.core.$ZodType): boolean =>
  shape instanceof z.core.$ZodObject && shape._zod.def.catchall instanceof z.core.$ZodNever

/** A form that is shown and sent back: a page that did not know an answer would send it without. Better none, and a reload. */
const goesBack = 'consent.'

const rows: [string, Route][] = Object.entries(contract).flatMap(([capability, table]) =>
  Object.entries(table).map(([verb, row]): [string, Route] => [`${capability}.${verb}`, row]),
)

test('X26 a page of the version before reads an answer with a field that it does not know, on every route', () => {
  const strict = rows.filter(
    ([name, { output }]) => !name.startsWith(goesBack) && [...shapesIn(output)].some(isStrict),
  )
  expect(strict.map(([name]) => name)).toEqual([])
  // the walk sees what it looks for
  expect([...shapesIn(z.object({ a: z.array(z.strictObject({}).nullable()) }))].some(isStrict)).toBe(true)
})
