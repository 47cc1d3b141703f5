import { expect, test } from 'vitest'
import { driverTextSays, troubleOf, waysToPay } from './budget.ts'

const budget = { perDay: 1_000, forDrivers: 300, perHospital: 250 }
const purses = (kind: string, organisationId: string | null) =>
  waysToPay({ kind, organisationId }, budget).map((way) => way.map(({ key, max }) => `${key} ${max}`))

test.each([
  ['raised', 'firm', [['texts of firm 250', 'texts 700']]],
  ['approval', 'city', [['texts of city 250', 'texts 700']]],
  // nobody but a driver takes of the drivers' purse
  ['raised', null, [['texts 700']]],
  ['driver', null, [['texts drivers 300'], ['texts 700']]],
  ['driver', 'firm', [['texts drivers 300'], ['texts 700']]],
])('T28 a text of kind %s of %s is paid from %j', (kind, organisationId, ways) => {
  expect(purses(kind, organisationId)).toEqual(ways)
})

test('T28 what people have sent to their own numbers takes nothing of the desk’s, and a fifth of all at most', () => {
  const of = (organisationId: string | null) =>
    waysToPay({ kind: 'late', organisationId, accountId: 'a1' }, budget).map((way) =>
      way.map(({ key, max }) => `${key} ${max}`),
    )
  expect(of('firm')).toEqual([['texts to people of firm 50', 'texts to people 200', 'texts 700']])
  expect(of(null)).toEqual([['texts to people of the provider 50', 'texts to people 200', 'texts 700']])
})

test.each([
  [{ perDay: 1_000, forDrivers: 1_000, perHospital: 5 }, 0],
  [{ perDay: 1_000, forDrivers: 0, perHospital: 5 }, 1_000],
])('T28 of %j the common purse has what is not kept for drivers', (of, max) => {
  expect(waysToPay({ kind: 'raised', organisationId: null }, of)[0]?.[0]?.max).toBe(max)
})

test('T28 whose purse is empty is told by how many it held', () => {
  const [[own, common] = []] = waysToPay({ kind: 'raised', organisationId: 'firm' }, budget)
  expect(own?.empty).toBe('No more than 250 text messages are sent for one hospital or blood bank in a day.')
  expect(common?.empty).toBe('No more than 1000 text messages are sent in a day.')
})

test.each([
  ['sent', 1, null],
  ['kept', 0, null],
  ['waiting', 0, null],
  ['waiting', 1, 'late'],
  ['failed', 1, 'failed'],
])('a text that is %s after %i tries is trouble: %s', (state, tries, trouble) => {
  expect(troubleOf({ state, tries })).toBe(trouble)
})

test.each(['late', 'failed', 'held', 'kept'] as const)(
  'LINK-16 a text that is %s names the phone, and is not said to be on its way',
  (state) => {
    const said = driverTextSays(state, { name: 'Kumar', phone: '+919840012345' })
    expect(said).toMatch(/Kumar.*: please call \+919840012345\.$/)
    expect(said).not.toContain('on its way')
  },
)

test('LINK-16 AMB-118 of a driver without a number nobody is asked to call one', () => {
  const said = driverTextSays('no-phone', { name: 'Kumar', phone: '' })
  expect(said).toMatch(/^Kumar has no phone number .*please tell them another way\.$/)
})
