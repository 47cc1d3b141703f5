import { expect, test } from 'vitest'
import { readBag } from '#domain/bags/reading.ts'
import { instantOf } from '#domain/basics/time.ts'
import { codesIn } from '#testing/harness/codes.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aBag } from '#testing/makers/bags.ts'
import { labelsPdf } from './labels.ts'
import { type SlipData, slipPdf } from './slip.ts'

const numbers = ['A999926014381', 'A999926014402', 'A999926014396']
const matched = {
  isInspected: true,
  setAside: null,
  method: 'gel',
  result: 'compatible',
  doneAt: instantOf('2026-11-16', '10:31'),
  doneBy: 'S. Meena',
} as const
const code = `https://blood.example/verify#${'eyJhbGciOiJFZERTQSJ9'.repeat(30)}`
const data: SlipData = {
  slip: 'REDBANK-2026-004423',
  kid: 'redbank-1',
  seq: 1,
  deliveries: 2,
  issuedAt: instantOf('2026-11-16', '10:48'),
  issuedBy: 'S. Meena',
  checkedBy: 'K. Revathi',
  isEmergency: false,
  releasedBy: '',
  reason: '',
  bank: {
    name: 'Redbank Blood Centre',
    address: '14 Poonamallee High Road, Kilpauk, Chennai 600 010',
    phones: ['044 2641 2200'],
  },
  hospital: { name: 'Firm Hospital', address: 'Anna Salai, Teynampet' },
  request: {
    id: 'e19b5d30',
    patientName: 'Mohammed Irfan',
    patientId: 'FH-20817',
    age: 34,
    sex: 'Male',
    bloodGroup: 'O+',
  },
  ward: 'Ward 3',
  bed: '14',
  doctor: 'Dr. S. Anand',
  diagnosis: 'Road traffic accident',
  ...{ foundGroup: 'O+', knownGroup: null },
  sample: {
    takenAt: instantOf('2026-11-16', '09:20'),
    takenBy: 'T. Kavitha',
    receivedAt: instantOf('2026-11-16', '10:05'),
    antibodyScreen: 'negative',
    validUntil: instantOf('2026-11-19', '09:20'),
  },
  bags: numbers.map((number) => ({ ...aBag({ number, segment: 'M6 41 7702' }), ...matched })),
  code,
}

test('AMB-314 a slip on one page: patient, order, bags with segment and cross-match, and its codes are read again', async () => {
  const pdf = await slipPdf(data)
  const { pages, text } = await readPdf(pdf)
  expect(pages).toBe(1)
  for (const words of [
    'Slip REDBANK-2026-004423',
    'Delivery 1 of 2, 3 bags. Order e19b5d30 of Firm Hospital.',
    'Mohammed Irfan',
    'FH-20817',
    'A9999 26 014381 [4]',
    'M6 41 7702',
    'Compatible, gel',
    '16 Nov 2026, 10:31 am, S. Meena',
    'K. Revathi',
  ])
    expect(text).toContain(words)
  expect(text).toContain('Blood group O POS')
  for (const words of ['NOT CROSS-MATCHED', 'asked for']) expect(text).not.toContain(words)
  const codes = await codesIn(pdf)
  expect(codes.filter(({ format }) => format === 'QRCode')).toEqual([{ format: 'QRCode', text: code }])
  const read = codes.flatMap(({ format, text: said }) => (format === 'Code128' ? [readBag(said)] : []))
  expect(read).toEqual(expect.arrayContaining(numbers.map((number) => expect.objectContaining({ number }))))
})

test('AMB-358 printed again, a slip says which of its bags were set aside, and why', async () => {
  const [first, ...others] = data.bags
  if (!first) throw new Error('no bag')
  const part = await readPdf(
    await slipPdf({ ...data, bags: [{ ...first, setAside: 'recalled' }, ...others] }),
  )
  expect(part.pages).toBe(1)
  expect(part.text).toContain('SET ASIDE: called back')
  expect(part.text).toContain('Some bags are SET ASIDE. Do not transfuse those.')
  const whole = await readPdf(
    await slipPdf({ ...data, bags: data.bags.map((bag) => ({ ...bag, setAside: 'new-bag' })) }),
  )
  expect(whole.text).toContain('SET ASIDE. Do not transfuse on this slip.')
  expect(whole.text).toContain('SET ASIDE: replaced by a new bag')
  expect(JSON.stringify((await readPdf(await slipPdf(data))).text)).not.toContain('SET ASIDE')
})

test('AMB-382 two parts of one donation are told apart on the paper, on one page', async () => {
  const [bag] = data.bags
  if (!bag) throw new Error('no bag')
  const bags = ['A0', 'B0', 'C0'].map((division) => ({ ...bag, division }))
  const { pages, text } = await readPdf(await slipPdf({ ...data, bags }))
  expect(pages).toBe(1)
  expect(text).toContain('A9999 26 014381 [4] part A0')
  expect(text).toContain('A9999 26 014381 [4] part C0')
})

test('AMB-314 an emergency says NOT CROSS-MATCHED in English and Tamil, on whose word and why, and what is owed', async () => {
  const pdf = await slipPdf({
    ...data,
    isEmergency: true,
    releasedBy: 'Dr. K. Meenakshi',
    reason: 'Blood loss 2 litres, no time for a match.',
    ...{ foundGroup: null, sample: null },
    bags: data.bags.map((bag) => ({ ...bag, method: null, result: null, doneAt: null, doneBy: null })),
  })
  const { pages, text } = await readPdf(pdf)
  expect(pages).toBe(1)
  for (const words of [
    'NOT CROSS-MATCHED',
    'Dr. K. Meenakshi',
    'Blood loss 2 litres',
    'NOT DONE',
    'owed by 17 Nov 2026',
    'Blood group asked for O POS Group found not known',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('antibody screen')
  expect(text).toMatch(/\p{Script=Tamil}/u)
})

test('AMB-384 an emergency’s slip says the group asked for, the one found and its tube, on one page', async () => {
  const emergency: SlipData = {
    ...data,
    ...{ isEmergency: true, releasedBy: 'Dr. K. Meenakshi', reason: 'Bleeding, no time. '.repeat(10) },
    ...{ request: { ...data.request, bloodGroup: 'B+' }, foundGroup: 'A+' },
  }
  const { pages, text } = await readPdf(await slipPdf(emergency))
  expect(pages).toBe(1)
  expect(text).toContain('Blood group asked for B POS Group found A POS')
  expect(text).toMatch(/Released on the word of.*Group found A POS, antibody screen negative.*Good until/)
  const untested = await readPdf(await slipPdf({ ...emergency, foundGroup: null }))
  expect(untested.text).toContain('Group found not known')
  expect(untested.text).toContain('Group found not found, antibody screen negative')
  // by a tube that is over
  const bombay = await readPdf(await slipPdf({ ...emergency, foundGroup: 'Oh+', sample: null }))
  expect(bombay.text).toContain('Group found Oh (Bombay) POS')
  expect(bombay.text).not.toContain('antibody screen')
})

test('AMB-424 a group known from elsewhere stands in place of one that nobody found here, and beside another', async () => {
  const said = async (foundGroup: SlipData['foundGroup']) => {
    const known = { foundGroup, knownGroup: 'Oh+', sample: null } as const
    return (await readPdf(await slipPdf({ ...data, isEmergency: true, ...known }))).text
  }
  const none = await said(null)
  expect(none).toContain('Blood group asked for O POS Group known from elsewhere Oh (Bombay) POS')
  expect(none).not.toContain('Group found')
  expect(await said('O+')).toContain('Group found O POS Group known from elsewhere Oh (Bombay) POS')
})

test('AMB-314 labels: 14 on a sheet, and our own reader reads bars and square back', async () => {
  const own = aBag({ number: 'RB/26-00812', numberKind: 'own' })
  const labels = [own, ...Array.from({ length: 14 }, (_, at) => aBag({ number: `A9999260143${81 + at}` }))]
  const pdf = await labelsPdf(labels.map((bag) => ({ ...bag, bankName: 'Redbank' })))
  expect((await readPdf(pdf)).pages).toBe(2)
  const codes = await codesIn(pdf)
  for (const format of ['Code128', 'DataMatrix']) {
    const read = codes.flatMap((one) => (one.format === format ? [readBag(one.text)] : []))
    const wanted = labels
      .slice(0, 14)
      .map(({ number, numberKind }) => expect.objectContaining({ number, numberKind }))
    expect(read).toEqual(expect.arrayContaining(wanted))
  }
})
