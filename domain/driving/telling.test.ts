import { describe, expect, test } from 'vitest'
import { instantOf, later, minutes } from '../basics/time.ts'
import { deliveriesFor } from '../requests/delivering.ts'
import { type RequestStatus, requestStatuses } from '../requests/request.ts'
import { lifeOf } from '../requests/timeline.ts'
import { wrongCodesAtMost } from './reporting.ts'
import { driven } from './steps.ts'
import {
  factsOf,
  handOverText,
  lockedText,
  noCodeText,
  temperatureFact,
  toldLifeOf,
  whenToTell,
} from './telling.ts'

const doneAt = instantOf('2026-11-15', '11:10')
const told: Parameters<typeof factsOf>[0] = {
  step: 'cross matching',
  doneAt,
  arrivedAt: doneAt,
  temperature: null,
  verdict: null,
  receiver: null,
  handOver: null,
  keptAside: null,
}
const texts = (change: Partial<typeof told>) => factsOf({ ...told, ...change }).map(({ text }) => text)

describe('AMB-64 AMB-187 what a driver told, in words', () => {
  test.each<[string, Partial<typeof told>, string[]]>([
    ['a step that asks for nothing', {}, []],
    ['issued', { step: 'issued', temperature: 4.2, verdict: 'within' }, ['4.2 °C, within limits']],
    ['too warm', { step: 'issued', temperature: 12, verdict: 'ask' }, ['12 °C, ask the bank']],
    ['far too warm', { step: 'issued', temperature: 20.5, verdict: 'never' }, ['20.5 °C, do not use']],
    ['nought degrees', { step: 'issued', temperature: 0, verdict: 'never' }, ['0 °C, do not use']],
    ['not judged', { step: 'issued', temperature: -20 }, ['-20 °C, ask the bank']],
    [
      'a sample',
      { step: 'sample acquired', receiver: 'Sister Mary', handOver: 'code' },
      ['Given by Sister Mary', 'Handed over with code'],
    ],
    [
      'a delivery without a code',
      { step: 'delivered', temperature: 4, verdict: 'within', receiver: 'Priya', handOver: 'picture' },
      ['4 °C, within limits', 'Taken by Priya', 'Handed over without code, with a picture'],
    ],
    ['a delivery without any proof', { step: 'delivered' }, ['Handed over without code or picture']],
    ['told within a minute', { arrivedAt: later(doneAt, minutes(1)) }, []],
    ['told later', { arrivedAt: later(doneAt, minutes(30)) }, ['Told at 11:40 am']],
    ['told the day after', { arrivedAt: later(doneAt, minutes(780)) }, ['Told on 16 Nov 2026, 12:10 am']],
    [
      'stopped with bags that others came for',
      { step: 'delivered', temperature: 20, verdict: 'never', keptAside: 'replaced' },
      ['Given back for new bags', '20 °C, do not use'],
    ],
    ['kept aside', { keptAside: 'reassigned' }, ['Kept aside: reassigned']],
  ])('%s', (_, change, expected) => {
    expect(texts(change)).toEqual(expected)
  })
})

test('AMB-187 the temperature of a request bears the verdict of its last measurement that counted', () => {
  const measured = (celsius: number, verdict: 'within' | 'ask' | 'never', minute: number) => ({
    ...told,
    ...({ step: 'issued', temperature: celsius, verdict } as const),
    doneAt: later(doneAt, minutes(minute)),
  })
  const aside = { ...measured(5, 'never', 30), keptAside: 'reassigned' as const }
  const steps = [measured(5, 'within', 20), measured(5, 'ask', 10), aside]
  const of = (deliveryTemperature: number | null) =>
    temperatureFact({ deliveryTemperature, deliveries: [{ seq: 1, steps }] })
  expect(of(5)).toEqual({ kind: 'within', text: '5 °C, within limits' })
  // as the provider or an import wrote it
  expect(of(7)).toBeNull()
  expect(of(null)).toBeNull()
})

test('LIVE-06 ADMIN-STATUS-07 the timeline tells of a step what was told, at its own entry', () => {
  const entry = { by: 'Arun', from: null, to: null, bankId: null, reason: null, step: null }
  const { arrivedAt, keptAside, ...said } = told
  const step = { ...said, seq: 2, step: 'issued', temperature: 4, verdict: 'within' } as const
  const lost = { ...step, arrivedAt, keptAside: 'closed' } as const
  const request = {
    status: 'partially-completed',
    pickupAt: doneAt,
    deadlineAt: later(doneAt, minutes(90)),
    timeline: [
      { ...entry, at: doneAt, kind: 'request-raised' },
      { ...entry, at: later(doneAt, minutes(30)), kind: 'delivery-step-done', step },
      { ...entry, at: doneAt, kind: 'step-kept-aside', step },
    ],
    deliveries: [
      { seq: 1, units: 3, state: 'delivered', deliveredAt: doneAt, steps: [] },
      { seq: 2, units: 1, state: 'issued', deliveredAt: null, steps: [lost] },
    ],
  } satisfies Parameters<typeof toldLifeOf>[0]
  const life = toldLifeOf(request)
  expect(life.map(({ facts, ...rest }) => rest)).toEqual(lifeOf(request))
  expect(life.map(({ facts }) => facts.map(({ text }) => text))).toEqual([
    [],
    ['4 °C, within limits', 'Told at 11:40 am'],
    ['Kept aside: closed', '4 °C, within limits'],
    [],
  ])
})

describe('AMB-64 the code to tell the driver', () => {
  const deliveries = (units: number) =>
    deliveriesFor(units).map((some, at) => ({ seq: at + 1, units: some, state: '-', deliveredAt: null }))

  test.each([
    [7, 1, 'sample acquired', 'The sample of delivery 1', /when you give the sample/],
    [7, 2, 'delivered', 'Delivery 2 of 3, 3 units', /when the blood is in your hands/],
    [7, 3, 'delivered', 'Delivery 3 of 3, 1 unit', /when the blood is in your hands/],
    [2, 1, 'sample acquired', 'The sample', /when you give the sample/],
    [2, 1, 'delivered', 'Delivery of 2 units', /when the blood is in your hands/],
  ] as const)('of %i units, delivery %i, %s', (units, seq, step, text, when) => {
    expect(handOverText({ seq, step }, deliveries(units))).toBe(text)
    expect(whenToTell({ step })).toMatch(when)
  })

  test('locked, it names how often it was wrong', () => {
    expect(lockedText).toContain(['', 'once', 'twice', 'three', 'four', 'five'][wrongCodesAtMost])
  })

  test('where there is none, why', () => {
    const why = Object.groupBy(requestStatuses, (status) => noCodeText({ status, invoiceKind: 'NORMAL' }))
    expect(why['Nothing is handed over next.']?.toSorted()).toEqual(driven.toSorted())
    expect(Object.keys(why)).toHaveLength(4)
    const ended: RequestStatus[] = ['cancelled', 'bloodbank-rejected', 'hospital-admin-rejected']
    for (const status of ended) expect(noCodeText({ status, invoiceKind: 'NORMAL' })).toMatch(/has ended/)
    // AMB-211
    expect(noCodeText({ status: 'completed', invoiceKind: 'RESERVATION_DECLINED' })).toMatch(/has ended/)
  })
})
