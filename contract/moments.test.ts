import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import type { Route } from './route.ts'

test('every instant that a call takes is of years that can be written down', () => {
  const open = Object.entries(contract).flatMap(([name, table]) =>
    Object.entries<Route>(table)
      .filter(([, row]) => hasOpenInstant(row.input))
      .map(([call]) => `${name}.${call}`),
  )
  // since whenever: the notes of all time
  expect(open).toEqual(['fates.notes'])
})

/** One without an earliest and a latest. */
function hasOpenInstant(shape: z.ZodType): boolean {
  const told = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      if (_zod.def.type === 'date') jsonSchema.isOpen = (_zod.def.checks ?? []).length < 2
    },
  })
  return JSON.stringify(told).includes('"isOpen":true')
}
