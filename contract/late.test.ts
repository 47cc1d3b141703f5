import { expect, test } from 'vitest'
import { z } from 'zod'
import { sheetLines } from '#domain/downtime/sheet-lines.ts'
import { late } from './late.ts'

type Described = {
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
  type?: string
}

/** Every value that can be sent, by its place; of a list once. */
function placesIn({ properties, items, anyOf }: Described, place: string): string[] {
  if (properties) return Object.entries(properties).flatMap(([key, one]) => placesIn(one, `${place}.${key}`))
  const inside = items ?? anyOf?.find((one) => one.type !== 'null')
  return inside ? placesIn(inside, place) : [place]
}

const placesOf = (route: 'issue' | 'carry') =>
  placesIn(z.toJSONSchema(late[route].input, { io: 'input', unrepresentable: 'any' }) as Described, route)

const told = Object.values(sheetLines).flatMap((lines) => lines.flatMap(([, ...tells]) => tells))

test('AMB-420 a bank’s sheet has a line for all that is asked when it is entered, and asks nothing that is entered nowhere', () => {
  const asked = placesOf('issue')
  expect(asked).toContain('issue.sample.takenAt')
  // it is printed on each half
  expect(asked.filter((place) => !told.includes(place))).toEqual(['issue.paperNumber'])
  expect(told.filter((place) => ![...asked, ...placesOf('carry')].includes(place))).toEqual([])
  for (const [, ...tells] of Object.values(sheetLines).flat()) expect(tells).not.toEqual([])
})
