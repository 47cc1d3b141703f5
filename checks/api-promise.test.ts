import { expect, test } from 'vitest'
import { type Api, breaksIn, type Operation } from '../scripts/api-breaks.ts'
import { apiShape, apiText, promisedApi } from '../scripts/api-shape.ts'

const promised = promisedApi()
const now = apiShape()

test('nothing that a caller of this first number relies on is gone (contract/api-changes.ts)', () => {
  expect(breaksIn(promised, now)).toEqual([])
})

test('docs/api-shape.json is the API as it is (npm run api-shape writes what was added)', () => {
  expect(apiText(promised)).toBe(apiText(now))
})

const one: Operation = {
  ...{ call: 'PUT /api/things/{id}', scope: 'orders:write', headers: ['Idempotency-Key'] },
  takes: {
    fields: {
      ...{ id: 'string', units: 'integer', 'note?': 'string' },
      kind: { values: ['a', 'b'] },
      'day?': { either: ['date-time', 'null'] },
    },
  },
  answers: {
    fields: {
      ...{ id: 'string', 'note?': 'string', at: 'date-time' },
      kind: { values: ['a', 'b'] },
      items: { each: { fields: { name: 'string', age: 'integer' } } },
      fact: { either: [{ fields: { what: { values: ['raised'] } } }, 'null'] },
    },
  },
}
const apiOf = (operation: Operation | null, version = '1.1.0'): Api => ({
  version,
  operations: operation ? { 'things.save': operation } : {},
})
/** The same operation, with a piece of its text put in place of another. */
function changed(from: string, to: string): Operation {
  const text = JSON.stringify(one)
  expect(text.split(from), from).toHaveLength(2)
  return JSON.parse(text.replace(from, to)) as Operation
}

test.each([
  ['"units":"integer"', '"units":"integer","ward":"string"', 'takes.ward: is new and has to be sent'],
  ['"units":"integer"', '"units":"string"', 'takes.units: was integer and is string'],
  ['"units":"integer",', '', 'takes.units: is gone'],
  [
    '"units":"integer","note?":"string"',
    '"units":"integer","note":"string"',
    'takes.note: has to be sent now',
  ],
  ['"kind":{"values":["a","b"]},"day?"', '"kind":{"values":["b"]},"day?"', 'takes.kind: a is gone'],
  ['"day?":{"either":["date-time","null"]}', '"day?":"date-time"', 'takes.day: a form of it is gone, null'],
  ['"at":"date-time",', '', 'answers.at: is gone'],
  ['"at":"date-time"', '"at?":"date-time"', 'answers.at: may be missing now'],
  ['"at":"date-time"', '"at":{"either":["date-time","null"]}', 'answers.at: may be null now'],
  ['"name":"string",', '', 'answers.items[].name: is gone'],
  ['"age":"integer"', '"age":"number"', 'answers.items[].age: was integer and is number'],
  ['"what":{"values":["raised"]}', '"why":"string"', 'answers.fact: a form of it is gone, an object'],
  ['PUT /api/things', 'POST /api/things', 'was PUT /api/things/{id} and is POST /api/things/{id}'],
  ['"scope":"orders:write",', '', 'was open to keys with orders:write'],
  ['"headers":["Idempotency-Key"],', '', 'does not know Idempotency-Key any more'],
])('%s in place of which %s breaks a caller', (from, to, said) => {
  expect(breaksIn(apiOf(one), apiOf(changed(from, to)))).toEqual([`things.save ${said}`])
})

test.each([
  ['"units":"integer"', '"units?":"number","ward?":"string"'],
  ['"kind":{"values":["a","b"]},"day?"', '"kind":{"values":["a","b","c"]},"day?"'],
  ['"kind":{"values":["a","b"]},"day?"', '"kind":"string","day?"'],
  ['"kind":{"values":["a","b"]},"items"', '"kind":{"values":["b","c"]},"items"'],
  ['"at":"date-time"', '"at":"date-time","by":"string"'],
  ['"age":"integer"', '"age":"integer","born?":"string"'],
  [
    '{"fields":{"what":{"values":["raised"]}}}',
    '{"fields":{"what":{"values":["raised"]}}},{"fields":{"x":"string"}}',
  ],
])('%s in place of which %s adds to it', (from, to) => {
  expect(breaksIn(apiOf(one), apiOf(changed(from, to)))).toEqual([])
})

test('an operation that goes breaks its callers; with another first number all may go', () => {
  expect(breaksIn(apiOf(one), apiOf(null))).toEqual(['things.save is gone'])
  expect(breaksIn(apiOf(one), apiOf(null, '1.2.0'))).toEqual(['things.save is gone'])
  expect(breaksIn(apiOf(one), apiOf(null, '2.0.0'))).toEqual([])
  expect(breaksIn(apiOf(null), apiOf(one))).toEqual([])
})
