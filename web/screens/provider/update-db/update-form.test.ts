import { expect, test } from 'vitest'
import { emptyForm, isForAnother, whatIsSet, withFile } from './update-form.ts'

const scan = new File(['x'], 'scan.pdf')
const notes = new File(['x'], 'notes.txt')

test('UPDATEDB-01 what a form still holds is told in the order of its fields', () => {
  expect(whatIsSet(emptyForm)).toEqual([])
  expect(
    whatIsSet({
      status: 'issued',
      note: ' At the desk ',
      deliveryText: 'At The Gate',
      invoices: { bloodbank: scan },
      refused: { hospital: { file: notes, why: 'x' } },
    }),
  ).toEqual([
    'status issued',
    'note “At the desk”',
    'delivery status “At The Gate”',
    'bloodbank invoice scan.pdf',
    'hospital invoice notes.txt (not taken)',
  ])
})

test('UPDATEDB-12 a file that is removed or replaced goes with its refusal, and the other party keeps its own', () => {
  const refused = { hospital: { file: notes, why: 'x' } }
  const form = { ...emptyForm, invoices: { hospital: scan, bloodbank: scan }, refused }
  expect(withFile(form, 'hospital', undefined)).toEqual({ ...emptyForm, invoices: { bloodbank: scan } })
  expect(withFile({ ...emptyForm, refused }, 'hospital', scan)).toEqual({
    ...emptyForm,
    invoices: { hospital: scan },
  })
})

test.each([
  [undefined, '0a1b2c3d', false],
  ['0a1b2c3d', undefined, false],
  ['0a1b2c3d', '0a1b2c3d', false],
  ['0a1b2c3d', '4e5f6a7b', true],
])('UPDATEDB-03 what was set for %s and meets the id %s is for another: %s', (setFor, next, isAnother) => {
  expect(isForAnother(setFor, next)).toBe(isAnother)
})
