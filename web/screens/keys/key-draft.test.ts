import { expect, test } from 'vitest'
import { draftFrom, emptyKey } from './key-draft.ts'

test('AMB-317 networks are read line by line, and no day is the usual one', () => {
  const draft = draftFrom({ ...emptyKey, name: ' HIS ', networks: '203.0.113.7,\n 2001:db8::/32 \n' })
  expect(draft).toEqual({
    ...{ name: 'HIS', scopes: [], isTest: false, lastDay: null },
    networks: ['203.0.113.7', '2001:db8::/32'],
  })
  expect(draftFrom({ ...emptyKey, lastDay: '2027-01-31' }).lastDay).toBe('2027-01-31')
})
