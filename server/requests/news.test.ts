import { expect, test } from 'vitest'
import type { About } from '../db/about.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import { newsOf } from './news.ts'

const order = { id: '1a2b3c4d', hospitalId: 'firm', bankId: 'redbank', deadlineAt: new Date() }
const about = { request: () => order, organisation: () => undefined } as unknown as About
const told = (kind: string, detail: object) =>
  newsOf(
    'driver',
    'driver',
    {
      ...{ id: 7, kind, at: new Date(), subjectId: order.id, driverEmail: 'arun@driver.test' },
      ...{ from: 'issued', to: 'issued', hospitalId: 'firm', bankId: 'redbank', detail },
    } as unknown as RecordedEvent,
    about,
  )

test.each([
  ['bag-recalled', { bag: 'RB-1', bank: 'redbank' }, 'do not hand over bag RB-1'],
  ['bags-misfit', { slip: 'RB-2026-1', bank: 'redbank', bags: ['RB-1'] }, 'do not hand over its bags'],
  ['owed-result-came', { bag: 'RB-1', result: 'incompatible' }, 'do not hand over its bags'],
  ['bags-halted', { seq: 1, bank: 'redbank', ended: ['RB-1'], inDoubt: [] }, 'do not hand over all its bags'],
])('AMB-332 what a driver hears of %s says so, and is overtaken by nothing', (kind, detail, title) => {
  const [one] = told(kind, detail)
  expect(one?.title).toBe(`Order ${order.id}: ${title}`)
  expect(one?.thread).toBeUndefined()
})
