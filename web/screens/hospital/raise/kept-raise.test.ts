import { expect, test } from 'vitest'
import { hours, later, minutes } from '#domain/basics/time.ts'
import { keptRaisesIn } from './kept-raise.ts'
import { emptyForm } from './raise-draft.ts'

const now = new Date('2026-11-16T10:00:00+05:30')
const begun = (patientName: string, at: Date) => ({
  form: { ...emptyForm, patientName },
  key: patientName,
  at,
})
const names = (draft: unknown, at: Date) => keptRaisesIn(draft, at).map(({ form }) => form.patientName)

test('AMB-217 one that is kept behind a newer one ends after its own 12 hours', () => {
  const kept = JSON.parse(JSON.stringify([begun('newer', now), begun('older', later(now, -hours(11)))]))
  expect(names(kept, now)).toEqual(['newer', 'older'])
  expect(names(kept, later(now, hours(1)))).toEqual(['newer'])
  expect(names(kept, later(now, hours(12) - minutes(1)))).toEqual(['newer'])
  expect(names(kept, later(now, hours(12)))).toEqual([])
})

test('AMB-217 AMB-222 one of a build that knew nothing beyond the form is still one', () => {
  const [{ form, ...rest }] = JSON.parse(JSON.stringify([begun('older', now)]))
  const { more: _, ...before } = form
  expect(keptRaisesIn([{ ...rest, form: before }], now).map(({ form }) => form)).toEqual([
    { ...emptyForm, patientName: 'older' },
  ])
})

test.each([
  ['nothing', null],
  ['one of an earlier build', begun('alone', now)],
  ['another shape', [{ form: {} }]],
])('AMB-217 in %s there is none', (_, draft) => {
  expect(keptRaisesIn(draft, now)).toEqual([])
})
