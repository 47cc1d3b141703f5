import { describe, expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { checkCharacter, isDonationNumber, numberParts, readLabels } from './isbt.ts'

const labelsOf = (scanned: string) => {
  const reading = readLabels(scanned)
  return 'labels' in reading ? reading.labels : reading.fault
}

describe('the check character', () => {
  // published values, and the serials of our own pictures
  test.each([
    ['G123498654321', 'H'],
    ['G123417654321', 'A'],
    ['A999917123456', '9'],
    ['A999916123456', 'Q'],
    ['A999914123456', 'N'],
    ['A999922654321', 'S'],
    ['A999922123458', 'J'],
    ['A999922012346', '*'],
  ])('of %s is %s', (number, check) => {
    expect(checkCharacter(number)).toBe(check)
  })

  test('a changed character changes it, and so do two that changed places', () => {
    const number = 'A999922123458'
    for (let at = 0; at < number.length; at++) {
      const other = number[at] === '7' ? '8' : '7'
      expect(checkCharacter(number.slice(0, at) + other + number.slice(at + 1))).not.toBe('J')
    }
    expect(checkCharacter('A999922123485')).not.toBe('J')
  })

  test('a number is printed in its parts', () => {
    expect(numberParts('A999922123458')).toEqual({
      facility: 'A9999',
      year: '22',
      serial: '123458',
      check: 'J',
    })
  })

  test.each([
    ['A999922123458', true],
    ['1999922123458', true],
    ['O999922123458', false],
    ['0999922123458', false],
    ['a999922123458', false],
    ['A99992212345', false],
    ['A9999221234580', false],
    ['A99992212345X', false],
    ['A9999X2123456', false],
    ['AZZZZ22123458', true],
  ])('%s is a donation number: %s', (text, is) => {
    expect(isDonationNumber(text)).toBe(is)
  })
})

describe('a donation number', () => {
  test.each([
    ['=A99992212345800', 'no flags'],
    ['=A99992212345819', 'the copy on which it stood'],
    ['=A99992212345859', 'a flag below the check values'],
    // J is 19 in the alphabet
    ['=A99992212345879', 'the check value'],
    ['=A99992212345897', 'a flag above the check values'],
    ['=A999922123458AB', 'flags that are no number'],
  ])('%s: %s', (scanned) => {
    expect(labelsOf(scanned)).toEqual([{ kind: 'number', number: 'A999922123458' }])
  })

  test.each([
    ['=A99992212345860', 'flags-wrong'],
    ['=A99992212345878', 'flags-wrong'],
    ['=A99992212345880', 'flags-wrong'],
    ['=A99992212345896', 'flags-wrong'],
    ['=A9999221234580', 'cut-short'],
    ['=A9999221234XX00', 'not-isbt'],
    ['', 'not-isbt'],
    ['A99992212345800', 'not-isbt'],
    ['=', 'not-isbt'],
    ['= A9999', 'not-isbt'],
  ])('%s is refused: %s', (scanned, fault) => {
    expect(labelsOf(scanned)).toBe(fault)
  })
})

describe('a group', () => {
  test.each([
    ['=%9500', 'O-', false],
    ['=%5100', 'O+', false],
    ['=%0600', 'A-', false],
    ['=%6200', 'A+', false],
    ['=%1700', 'B-', false],
    ['=%7300', 'B+', false],
    ['=%2800', 'AB-', false],
    ['=%8400', 'AB+', false],
    ['=%G600', 'Oh-', false],
    ['=%H600', 'Oh+', false],
    ['=%0200', 'A-', true],
    ['=%0900', 'A-', true],
    // a public parser calls these AB POS
    ['=%2400', 'AB-', true],
    ['=%3100', 'AB-', true],
    ['=%4700', 'O+', true],
    ['=%5400', 'O+', true],
    ['=%8700', 'AB+', true],
    ['=%9800', 'O-', true],
  ])('%s is %s, for one patient alone: %s', (scanned, group, isForOne) => {
    expect(labelsOf(scanned)).toEqual([{ kind: 'group', group, isForOne }])
  })

  test.each([
    '=%0100',
    '=%1000',
    '=%1200',
    '=%3200',
    '=%4600',
    '=%5500',
    '=%8800',
    '=%9000',
    '=%9900',
    '=%A600',
    '=%X600',
    '=%6 00',
  ])('%s is none that we know', (scanned) => {
    expect(labelsOf(scanned)).toBe('group-unknown')
  })

  test('the identifier says what it is: the same digits are a list of antigens elsewhere', () => {
    expect(labelsOf('=\\620000000000000000')).toEqual([{ kind: 'other', identifier: '=\\' }])
  })
})

describe('a product', () => {
  test.each([
    ['=<E0336V00', 'E0336', ''],
    ['=<E0336VA0', 'E0336', 'A0'],
    ['=<E0336VAa', 'E0336', 'Aa'],
    ['=<F1234d00', 'F1234', ''],
  ])('%s is %s, division "%s"', (scanned, code, division) => {
    expect(labelsOf(scanned)).toEqual([{ kind: 'product', code, division }])
  })

  test.each([
    ['=<E0336V0', 'cut-short'],
    ['=<00336V00', 'not-isbt'],
    ['=<E03 6V00', 'not-isbt'],
  ])('%s is refused: %s', (scanned, fault) => {
    expect(labelsOf(scanned)).toBe(fault)
  })
})

describe('days and times', () => {
  test.each([
    ['=>026319', 'expiry', '2026-11-15', '23:59', false],
    ['&>0263191610', 'expiry', '2026-11-15', '16:10', true],
    ['&>0263190000', 'expiry', '2026-11-15', '00:00', true],
    ['=*026001', 'collected', '2026-01-01', '23:59', false],
    ['&*0260010905', 'collected', '2026-01-01', '09:05', true],
    ['=>028060', 'expiry', '2028-02-29', '23:59', false],
    ['=>028366', 'expiry', '2028-12-31', '23:59', false],
    ['=>026365', 'expiry', '2026-12-31', '23:59', false],
    ['=>999365', 'expiry', '1999-12-31', '23:59', false],
    ['=>100001', 'expiry', '2100-01-01', '23:59', false],
  ])('%s is %s %s %s', (scanned, kind, day, time, hasTime) => {
    expect(labelsOf(scanned)).toEqual([{ kind, day, at: instantOf(day, time), hasTime }])
  })

  test.each([
    ['=>026366', 'no leap year'],
    ['=>026000', 'no day'],
    ['=>026367', 'no year is so long'],
    ['=>226319', 'a century that nobody lives in'],
    ['=>0A6319', 'no number'],
    ['&>0263192400', 'no hour'],
    ['&>0263191260', 'no minute'],
    ['&>026319XX00', 'no time'],
  ])('%s is no day: %s', (scanned) => {
    expect(labelsOf(scanned)).toBe('day-unknown')
  })

  test.each(['=>02631', '&>026319161', '&*026319', '=*0'])('%s is cut short', (scanned) => {
    expect(labelsOf(scanned)).toBe('cut-short')
  })
})

describe('several in one scan', () => {
  const number = { kind: 'number', number: 'A999922123458' }
  const group = { kind: 'group', group: 'O+', isForOne: false }
  const product = { kind: 'product', code: 'E0336', division: '' }
  const expiry = {
    kind: 'expiry',
    day: '2026-11-15',
    hasTime: true,
    at: instantOf('2026-11-15', '23:59'),
  }

  test.each([
    ['number and group', '=A99992212345800=%5100', [number, group]],
    ['product and expiry', '=<E0336V00&>0263192359', [product, expiry]],
    [
      'a message of two dimensions',
      '=+04000=A99992212345800=%5100=<E0336V00&>0263192359',
      [number, group, product, expiry],
    ],
    [
      'what we do not ask for is passed over',
      '=A99992212345800&(AB123=%5100&)XYZ',
      [number, { kind: 'other', identifier: '&(' }, group, { kind: 'other', identifier: '&)' }],
    ],
  ])('%s', (_, scanned, labels) => {
    expect(labelsOf(scanned)).toEqual(labels)
  })

  test.each([
    ['a message that has lost one', '=+03000=A99992212345800=%5100', 'count-wrong'],
    ['a message with one too many', '=+01000=A99992212345800=%5100', 'count-wrong'],
    ['a message of nothing', '=+00000', 'not-isbt'],
    ['the second is cut short', '=A99992212345800=%51', 'cut-short'],
    ['something else behind it', '=A99992212345800hello', 'not-isbt'],
  ])('%s is not read at all', (_, scanned, fault) => {
    expect(labelsOf(scanned)).toBe(fault)
  })
})
