import { expect, test } from 'vitest'
import { isNothingMore, isSameMore, MoreForBank, moreLines, nothingMore } from './needs.ts'

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

test.each<[object, boolean]>([
  [{ needs: Array(5).fill('washed') }, true],
  [{ needs: Array(6).fill('washed') }, false],
  ...(
    [
      ['needsNote', 200],
      ['ward', 60],
      ['bed', 20],
      ['doctor', 80],
      ['diagnosis', 200],
    ] as const
  ).flatMap(([field, most]): [object, boolean][] => [
    [{ [field]: 'x'.repeat(most) }, true],
    [{ [field]: 'x'.repeat(most + 1) }, false],
  ]),
])('AMB-222 %j', (more, isRead) => {
  expect(MoreForBank.safeParse(more).success).toBe(isRead)
})

test('AMB-222 what was said is read line by line, and what was not is not there', () => {
  const more = {
    needs: ['washed'],
    needsNote: 'slowly',
    ward: 'ICU',
    bed: '4',
    doctor: 'Dr. Rao',
    diagnosis: 'anaemia',
  }
  const lines = moreLines(MoreForBank.parse({ ...more, transfusedBefore: 'no' }))
  expect(lines.map(({ label }) => label)).toEqual([
    'Needs',
    'Ward',
    'Bed',
    'Doctor',
    'Diagnosis',
    'Transfused before',
  ])
  expect(lines.at(-1)?.text).toBe('no')
  expect(moreLines(MoreForBank.parse({ needs: ['washed'] }))).toEqual([{ label: 'Needs', text: 'Washed' }])
})
