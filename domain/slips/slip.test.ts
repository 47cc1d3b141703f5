import { describe, expect, test } from 'vitest'
import { fromBase64Url, textOf } from './base64url.ts'
import { longestSlip, patientMark, patientText, readSlip, signedId, slipNumber, typedIds } from './slip.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Another way round than the product's, so that one does not cover for the other. */
function encoded(text: string): string {
  const bits = [...text].map((one) => one.charCodeAt(0).toString(2).padStart(8, '0')).join('')
  const sixes = bits.match(/.{1,6}/g) ?? []
  return sixes.map((six) => letters[Number.parseInt(six.padEnd(6, '0'), 2)]).join('')
}

describe('base64 of addresses', () => {
  test.each(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar', '~~~???', 'a>b?c~'])(
    '%j is read back',
    (text) => {
      const bytes = fromBase64Url(encoded(text))
      expect(bytes && textOf(bytes)).toBe(text)
    },
  )

  test('every byte is read back', () => {
    const all = Array.from({ length: 256 }, (_, byte) => byte)
    expect([...(fromBase64Url(encoded(String.fromCharCode(...all))) ?? [])]).toEqual(all)
  })

  test.each([
    ['a letter too many', 'A'],
    ['five', 'AAAAA'],
    ['padding', 'Zg=='],
    ['the other alphabet', 'Z+8A'],
    ['bits left over after one byte', 'Zh'],
    ['bits left over after two', 'Zm9'],
  ])('%s is not as it is written', (_, text) => {
    expect(fromBase64Url(text)).toBeNull()
  })

  test.each([
    [0x1f, null],
    [0x20, ' '],
    [0x7e, '~'],
    [0x7f, null],
  ])('a slip is made of plain letters: byte %d is %j', (byte, text) => {
    expect(textOf(Uint8Array.of(byte))).toBe(text)
    // one that is not plain is enough
    expect(textOf(Uint8Array.of(65, byte))).toBe(text === null ? null : `A${text}`)
  })
})

test('AMB-314 slips are counted within bank and year, and a patient is eight digits of a mark', () => {
  expect(slipNumber('redbank', 2026, 4_423)).toBe('REDBANK-2026-004423')
  expect(slipNumber('redbank', 2026, 1_234_567)).toBe('REDBANK-2026-1234567')
  expect(patientText('REDBANK-2026-004423', 'FH-1')).toBe('REDBANK-2026-004423FH-1')
  expect(patientMark('0123456789abcdef')).toBe('01234567')
})

const bag = ['A999926014381', 'PRBC', 'O+', 1_795_000_000]
const payload = {
  ...{ v: 1, slip: 'REDBANK-2026-004423', request: 'e19b5d30', bank: 'redbank', at: 1_794_800_000 },
  ...{ seq: 1, emergency: false, bags: [bag], p: '1a2b3c4d' },
}
const head = { alg: 'EdDSA', kid: 'redbank-1' }
const signature = 'A'.repeat(86)
const written = (body: unknown, header: unknown = head, sealed = signature) =>
  `${encoded(JSON.stringify(header))}.${encoded(JSON.stringify(body))}.${sealed}`
const isRead = (text: string) => typeof readSlip(text) === 'object'

test('AMB-314 a slip says which key signed what', () => {
  const text = written(payload)
  expect(readSlip(text)).toEqual({
    ...{ kid: 'redbank-1', payload, signature: new Uint8Array(64) },
    signed: text.slice(0, text.lastIndexOf('.')),
  })
})

describe('AMB-314 what stands on a slip', () => {
  const last = 8_639_999_999_999
  test.each<[string, object, boolean]>([
    ['another version', { v: 2 }, false],
    ['one thing more', { name: 'Mohammed Irfan' }, false],
    ['one thing less', { seq: undefined }, false],
    ['a number of 80', { slip: `${'B'.repeat(60)}-2026-${'1'.repeat(9)}` }, true],
    ['a bank of 61 in the number', { slip: `${'B'.repeat(61)}-2026-000001` }, false],
    ['five digits', { slip: 'REDBANK-2026-00442' }, false],
    ['ten digits', { slip: 'REDBANK-2026-0000000001' }, false],
    ['a year too short', { slip: payload.slip.replace('2026', '26') }, false],
    ['something behind the number', { slip: 'REDBANK-2026-004423 x' }, false],
    ['a number that is none', { slip: 7 }, false],
    ['an order of 60', { request: 'x'.repeat(60) }, true],
    ['an order of 61', { request: 'x'.repeat(61) }, false],
    ['no order', { request: '' }, false],
    ['an order of one letter', { request: 'x' }, true],
    ['a bank of 60', { bank: 'x'.repeat(60) }, true],
    ['a bank of 61', { bank: 'x'.repeat(61) }, false],
    ['no bank', { bank: '' }, false],
    ['at no time', { at: 0 }, false],
    ['in the first second', { at: 1 }, true],
    ['in the last second there is', { at: last }, true],
    ['after it', { at: last + 1 }, false],
    ['half a second', { at: 1.5 }, false],
    ['a time in words', { at: '1794800000' }, false],
    ['no drive', { seq: 0 }, false],
    ['perhaps an emergency', { emergency: 0 }, false],
    ['an emergency', { emergency: true }, true],
    ['seven digits of a mark', { p: '1a2b3c4' }, false],
    ['nine', { p: '1a2b3c4d5' }, false],
    ['in capitals', { p: '1A2B3C4D' }, false],
    ['no bags', { bags: [] }, false],
    ['ten bags', { bags: Array(10).fill(bag) }, true],
    ['eleven', { bags: Array(11).fill(bag) }, false],
    ['bags in words', { bags: 'A999926014381' }, false],
    ['one that is no bag', { bags: [bag, null] }, false],
    ['a bag with more', { bags: [[...bag, 'x']] }, false],
    ['a bag with less', { bags: [bag.slice(0, 3)] }, false],
    ['a number of a bag of 30', { bags: [['9'.repeat(30), 'WB', 'Oh-', 1]] }, true],
    ['of 31', { bags: [['9'.repeat(31), 'WB', 'Oh-', 1]] }, false],
    ['no number of a bag', { bags: [['', 'WB', 'Oh-', 1]] }, false],
    ['a component that there is not', { bags: [['A1', 'TEA', 'O+', 1]] }, false],
    ['a group that there is not', { bags: [['A1', 'PRBC', 'X+', 1]] }, false],
    ['a bag without an end', { bags: [['A1', 'PRBC', 'O+', 0]] }, false],
  ])('%s', (_, change, isTaken) => {
    expect(isRead(written({ ...payload, ...change }))).toBe(isTaken)
  })

  test.each<[string, string]>([
    ['a list for a slip', written([])],
    ['nothing for a slip', written(null)],
    ['another way to sign', written(payload, { ...head, alg: 'none' })],
    ['a key that is no name', written(payload, { ...head, kid: 1 })],
    ['a header with more', written(payload, { ...head, typ: 'JWT' })],
    ['a header with less and other', written(payload, { alg: 'EdDSA', typ: 'JWT' })],
    ['a signature of 63 bytes', written(payload, head, 'A'.repeat(84))],
    ['a signature of 66', written(payload, head, 'A'.repeat(88))],
    ['no signature', written(payload, head, '')],
    ['a signature that is none', written(payload, head, '!')],
    ['two parts', written(payload).split('.').slice(0, 2).join('.')],
    ['four parts', `${written(payload)}.x`],
    ['a body that is no JSON', `${encoded(JSON.stringify(head))}.${encoded('{')}.${signature}`],
    [
      'a body with a tab',
      `${encoded(JSON.stringify(head))}.${encoded(`\t${JSON.stringify(payload)}`)}.${signature}`,
    ],
    ['too long to be read', `${written(payload)}${'A'.repeat(longestSlip)}`],
  ])('begins like ours and is not: %s', (_, text) => {
    expect(readSlip(text)).toBe('changed')
  })

  test.each([
    '',
    'eyJ',
    'eyJ.',
    'eyJ..',
    'xeyJhb.x.y',
    'https://pay.example/?id=7',
    `${'x'.repeat(longestSlip)}eyJ.x`,
  ])('of another system: %s', (text) => {
    expect(readSlip(text)).toBe('foreign')
  })

  test('one letter more than the longest is not read on', () => {
    const text = `eyJ.${'x'.repeat(longestSlip - 4)}`
    expect(text.length).toBe(4_096)
    expect([readSlip(text), readSlip(`${text}x`)]).toEqual(['changed', 'changed'])
    // what would make it ours stands behind the end
    expect(readSlip(`eyJ${'x'.repeat(longestSlip - 3)}.x`)).toBe('foreign')
    expect(readSlip(`eyJ${'x'.repeat(longestSlip - 5)}.x`)).toBe('changed')
  })
})

test('AMB-314 a patient ID is the same in any case and with room around it', () => {
  expect(typedIds('  Fh-1   b ')).toEqual(['Fh-1 b', 'FH-1 B', 'fh-1 b'])
  expect(typedIds(' Fh-1   b ')).toContain(signedId(' fh-1  B'))
  expect(typedIds('7')).toEqual(['7'])
  expect(typedIds('  ')).toEqual([])
  // AMB-419: signed with dashes or without
  const forms = ['22-7225-4829-5255', '22722548295255', '22 7225 4829 5255']
  for (const typed of forms) expect(typedIds(typed).sort()).toEqual([...forms].sort())
})
