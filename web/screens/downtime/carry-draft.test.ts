import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { carryFields, carryOf, emptyCarry, fieldOfLine, gapIn, withDelivery } from './carry-draft.ts'

const today = '2026-11-17'
const begun = { ...emptyCarry(today), id: ' 0A1B2C3D ', paperNumber: 'P-000001' }

test('AMB-344 lines without a time are left out, and a link that nobody began', () => {
  const steps = begun.steps.map((line, at) =>
    at === 0 ? { ...line, time: '10:20', receiver: 'Mary' } : line,
  )
  expect(carryOf({ ...begun, steps })).toEqual({
    ...{ id: '0a1b2c3d', paperNumber: 'P-000001' },
    steps: [{ seq: 1, step: 'sample acquired', doneAt: instantOf(today, '10:20'), receiver: 'Mary' }],
  })
})

test('AMB-344 a link is whole or not there', () => {
  expect(gapIn(begun)).toBeNull()
  expect(gapIn({ ...begun, bankId: 'redbank' })?.field).toBe('driverEmail')
  expect(gapIn({ ...begun, bankId: 'redbank', driverEmail: 'a@b.in' })?.field).toBe('linkedAt')
  expect(gapIn({ ...begun, linkTime: '09:40' })?.text).toContain('all three')
  expect(gapIn({ ...begun, id: '' })?.field).toBe('id')
  const whole = { ...begun, bankId: 'redbank', driverEmail: 'a@b.in', linkTime: '09:40' }
  expect(gapIn(whole)).toBeNull()
  expect(carryOf(whole).link).toEqual({
    ...{ bankId: 'redbank', driverEmail: 'a@b.in', at: instantOf(today, '09:40') },
  })
})

test('AMB-344 a further delivery is issued and delivered', () => {
  const { steps } = withDelivery(begun)
  expect(steps.slice(4).map(({ seq, step }) => [seq, step])).toEqual([
    [2, 'issued'],
    [2, 'delivered'],
  ])
})

test('AMB-344 a step is named as the server counts it, without the lines that were left out', () => {
  const steps = begun.steps.map((line, at) => (at === 1 ? line : { ...line, time: '10:20' }))
  expect([0, 1, 2].map((at) => fieldOfLine({ steps }, at, 'temperature'))).toEqual([
    ...['steps.0.temperature', 'line.1.temperature', 'steps.1.temperature'],
  ])
  expect(carryFields).toContain(fieldOfLine({ steps }, 2, 'doneAt'))
})
