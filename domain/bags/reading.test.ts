import { describe, expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { isLabelText, isRefused, labelName, labelsIn, readBag, readingWords, scannedText } from './reading.ts'

const isbt = (number: string) => ({ number, numberKind: 'isbt', labels: [] })
const own = (number: string) => ({ number, numberKind: 'own', labels: [] })
const said = (typed: string): string => {
  const read = readBag(typed)
  return isRefused(read) ? say(readingWords, read).text : 'taken'
}

describe('what fingers type', () => {
  test.each([
    ['A999922123458', isbt('A999922123458')],
    ['A999922123458J', isbt('A999922123458')],
    [' a9999 22 123458 j ', isbt('A999922123458')],
    ['A999922012346*', isbt('A999922012346')],
    ['rb26-11931', own('RB26-11931')],
    ['RB 26 / 11931', own('RB26/11931')],
    ['1234', own('1234')],
    ['A'.repeat(30), own('A'.repeat(30))],
    // thirteen digits are somebody's own, and so is what is longer
    ['1999922123458', own('1999922123458')],
    ['A9999221234580J', own('A9999221234580J')],
  ])('%s', (typed, read) => {
    expect(readBag(typed)).toEqual(read)
  })

  test('a wrong check character is told with the right one', () => {
    expect(readBag('A999922123458K')).toEqual({
      code: 'check-wrong',
      field: 'number',
      values: { expected: 'J', typed: 'K' },
    })
    expect(said('A999922123458K')).toBe('Please scan again. Typed by hand? Expected J, not K.')
  })

  test('whoever says that it is their own number has it as they typed it', () => {
    expect(readBag('A999922123458K', true)).toEqual(own('A999922123458K'))
    expect(readBag('A999922123458', true)).toEqual(own('A999922123458'))
  })

  test.each(['123', 'A'.repeat(31), 'RB26_1', 'தமிழ்1', 'RB26;DROP'])('%s is no number', (typed) => {
    expect(readBag(typed)).toEqual({ code: 'not-a-number', field: 'number' })
  })

  test.each(['', '  ', '\r\n'])('nothing is told as nothing', (typed) => {
    expect(readBag(typed)).toEqual({ code: 'nothing-read', field: 'number' })
  })
})

describe('what a scanner types', () => {
  test('the number, with its line end and the name of its symbology', () => {
    const read = { ...isbt('A999922123458'), labels: [{ kind: 'number', number: 'A999922123458' }] }
    expect(readBag('=A99992212345800\r')).toEqual(read)
    expect(readBag(']C0=A99992212345800')).toEqual(read)
    expect(scannedText(']d1=%5100\n')).toBe('=%5100')
    // nobody's number is taken apart for a bracket in it
    expect(scannedText('RB]C01')).toBe('RB]C01')
  })

  test('all that one message says', () => {
    const read = readBag('=+03000=A99992212345800=%5100&>0263192359')
    expect(isRefused(read) ? [] : read.labels.map(({ kind }) => kind)).toEqual(['number', 'group', 'expiry'])
  })

  test.each([
    ['=%5100', 'This is not a bag number: it is a blood group.'],
    ['=<E0336V00', 'This is not a bag number: it is a product code.'],
    ['=>026319', 'This is not a bag number: it is an expiry date.'],
    ['&*0263191200', 'This is not a bag number: it is a collection date.'],
    ['&(AB123', 'This is not a bag number: it is another code of the label.'],
    ['=A999922123458', 'The label was not read whole. Please scan again.'],
    ['=A99992212345860', 'The label was not read whole. Please scan again.'],
    ['=A99992212345800x', 'The label was not read whole. Please scan again.'],
    ['=A99992212345800=>026366', 'The label was not read whole. Please scan again.'],
    ['=+09000=A99992212345800', 'The label was not read whole. Please scan again.'],
    [
      '=A99992212345800=%3400',
      'The label has a group that is not known here. Please read it and choose the group.',
    ],
    [
      '=A99992212345800=%5000',
      'The label says that this bag is kept for one patient. It does not go on the common shelf.',
    ],
    ['=A99992212345800=A99992212345900', 'Two bag numbers came in one scan. Please scan one bag at a time.'],
  ])('%s: %s', (typed, text) => {
    expect(said(typed)).toBe(text)
  })

  test('a label in another field is read by what it says', () => {
    expect(labelsIn('=%5100\n')).toEqual({ read: [{ kind: 'group', group: 'O+', isForOne: false }] })
    expect(labelsIn('=%5000')).toEqual({ code: 'for-one-patient', field: 'number' })
    expect(labelsIn('hello')).toEqual({ code: 'label-unreadable', field: 'number' })
    expect(labelName(undefined)).toBe('another code')
    expect(labelName({ kind: 'number', number: 'A999922123458' })).toBe('a bag number')
  })

  test.each([
    ['=%5100', true],
    ['&>0263192359', true],
    [']C0=%5100', true],
    ['RB26-1', false],
    ['', false],
  ])('%s is a code of the standard: %s', (typed, is) => {
    expect(isLabelText(typed)).toBe(is)
  })
})
