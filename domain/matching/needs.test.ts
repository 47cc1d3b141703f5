import { expect, test } from 'vitest'
import { isNothingMore, isSameMore, moreLines, nothingMore } from './needs.ts'

test.each([
  ['nothing', {}, true],
  ['a space', { ward: ' ' }, true],
  ['a need', { needs: ['washed'] }, false],
  ['other needs', { needsNote: 'warm' }, false],
  ['a ward', { ward: '3' }, false],
  ['a bed', { bed: '14' }, false],
  ['a doctor', { doctor: 'Dr. S. Anand' }, false],
  ['a diagnosis', { diagnosis: 'Open femur' }, false],
  ['that there was no transfusion', { transfusedBefore: 'no' }, false],
] as const)('AMB-222 %s is nothing said: %o %s', (_, part, isNothing) => {
  const more = { ...nothingMore, ...part, needs: [...('needs' in part ? part.needs : [])] }
  expect(isNothingMore(more)).toBe(isNothing)
})

test('AMB-222 the same needs ticked in another order are the same', () => {
  const one = { ...nothingMore, needs: ['washed' as const, 'irradiated' as const], ward: '3 ' }
  expect(isSameMore(one, { ...one, needs: one.needs.toReversed(), ward: '3' })).toBe(true)
  expect(isSameMore(one, { ...one, needs: ['washed'] })).toBe(false)
})

test('AMB-222 it is read in the order of the form, and what was not said is not there', () => {
  const more = { ...nothingMore, needs: ['cmv-negative' as const], needsNote: 'small bags', bed: '14' }
  expect(moreLines({ ...more, transfusedBefore: 'yes' })).toEqual([
    { label: 'Needs', text: 'CMV negative, small bags' },
    { label: 'Bed', text: '14' },
    { label: 'Transfused before', text: 'yes' },
  ])
  expect(moreLines(nothingMore)).toEqual([])
})
