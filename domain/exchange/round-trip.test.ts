import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sized } from '#testing/harness/size.ts'
import { bloodGroups, componentCodes } from '../basics/blood.ts'
import { sexes } from '../basics/person.ts'
import { tidy } from '../basics/text.ts'
import { campCategories } from '../camps/company.ts'
import { bagTypes, fitnesses, quantities } from '../donors/findings.ts'
import { deferralKeys, questionKeys } from '../donors/questions.ts'
import { accountStatuses } from '../people/actor.ts'
import { deliveriesFor } from '../requests/delivering.ts'
import { picturePath, pictureStates } from '../requests/pictures.ts'
import { noHands, orderTypes, requestStatuses } from '../requests/request.ts'
import { companyDocument, donorDocument, inventoryDocument } from './bank-documents.ts'
import { readCompany, readDonorForm, readInventory } from './bank-readers.ts'
import {
  deliveryPricesDocument,
  driversDocument,
  organisationDocument,
  pictureTypesDocument,
} from './config-document.ts'
import { type ConfigRow, readConfig } from './config-reader.ts'
import { readFileName } from './file-paths.ts'
import { requestDocument } from './request-document.ts'
import { readRequest } from './request-reader.ts'
import { Instant, type Reading } from './shapes.ts'

const id = fc.stringMatching(/^[0-9a-f]{8}$/)
const place = fc.stringMatching(/^[a-z0-9][a-z0-9.+-]{0,20}$/)
const text = (max: number) =>
  fc
    .string({ maxLength: max, unit: 'grapheme' })
    .map(tidy)
    .filter((one) => one.length <= max)
const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[a-z]$/)
const email = fc.stringMatching(/^[a-z][a-z0-9._]{0,15}@[a-z]{1,8}\.example$/)
const instant = fc.date({
  min: new Date('1971-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const day = instant.map((at) => at.toISOString().slice(0, 10))
const paise = fc.integer({ min: 0, max: 5_00_000_00 })
const orNull = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: null })
const status = fc.constantFrom(...requestStatuses)

/** As it is written to a file and read from it. */
const onPaper = (document: unknown): unknown => JSON.parse(JSON.stringify(document))

function rowOf<Row>(reading: Reading<Row> | undefined): Row {
  if (!reading || 'why' in reading) throw new Error(reading?.why ?? 'nothing was read')
  return reading.row
}

const holds = <Value>(of: fc.Arbitrary<Value>, property: (value: Value) => void) =>
  fc.assert(
    fc.property(of, (value) => void property(value)),
    { numRuns: sized(50, 1_000) },
  )

const aRequest = fc
  .record({
    id,
    hospitalId: place,
    bank: place,
    isLinked: fc.boolean(),
    patientName: text(60),
    patientId: text(40),
    age: fc.integer({ min: 0, max: 120 }),
    sex: fc.constantFrom(...sexes),
    bloodGroup: fc.constantFrom(...bloodGroups),
    component: fc.constantFrom(...componentCodes),
    units: fc.integer({ min: 1, max: 30 }),
    orderType: fc.constantFrom(...orderTypes),
    reason: text(100),
    status,
    deliveryStatus: word.map((one) => one.toLowerCase()),
    note: text(100),
    times: fc.tuple(instant, instant, instant, instant),
    approvedAt: orNull(instant),
    deliveredAt: orNull(instant),
    isLate: fc.boolean(),
    expired: fc.boolean(),
    deliveryTemperature: orNull(fc.integer({ min: -400, max: 400 }).map((tenths) => tenths / 10)),
    drivers: fc.uniqueArray(email, { minLength: 1, maxLength: 3 }),
    isDriven: fc.boolean(),
    hasPaths: fc.boolean(),
    amounts: orNull(fc.tuple(paise, paise, paise)),
    number: fc.integer({ min: 1, max: 999_999 }),
    shares: fc.array(status, { maxLength: 3 }),
  })
  .map(({ bank, isLinked, times, drivers, isDriven, hasPaths, amounts, number, shares, ...rest }) => {
    const [raisedAt, pickupAt, deadlineAt, updatedAt] = times
    const driverEmail = isDriven ? (drivers[0] ?? null) : null
    const paths = { hospitalId: rest.hospitalId, bankId: bank }
    return {
      ...rest,
      ...{ raisedAt, pickupAt, deadlineAt, updatedAt, driverEmail },
      bankId: isLinked ? bank : null,
      regeneratingUntil: null,
      hospitalInvoicePath: hasPaths
        ? `invoices/${rest.id}/${rest.id}-hospital-${paths.hospitalId}-invoice.pdf`
        : null,
      bankInvoicePath: hasPaths
        ? `invoices/${rest.id}/${rest.id}-bloodbank-${paths.bankId}-invoice.pdf`
        : null,
      ...{
        refusedBy: [],
        ...noHands,
        linkedAt: null,
        firstCompletedAt: null,
        invoiceKind: 'NORMAL' as const,
        version: 7,
      },
      drivers: isDriven ? drivers : [],
      driverHistory: driverEmail
        ? shares.map((startStatus, at) => ({
            driverEmail,
            startStatus,
            endStatus: at === shares.length - 1 ? null : startStatus,
          }))
        : [],
      invoice:
        amounts && isLinked
          ? {
              invoiceId: `INV-2026-${String(number).padStart(6, '0')}`,
              pricePaise: amounts[0],
              deliveryPaise: amounts[1],
              feePaise: amounts[2],
              totalPaise: amounts[0] + amounts[1] + amounts[2],
            }
          : null,
    }
  })

describe('there and back', () => {
  test('DATA-01 DATA-02 DATA-03 a request: the document is the same, whatever the row was', () => {
    holds(aRequest, (request) => {
      const document = requestDocument(request)
      const back = rowOf(readRequest(onPaper(document)))
      expect(requestDocument(back)).toEqual(document)
      expect(back.deliveries.map(({ units }) => units)).toEqual(deliveriesFor(request.units))
    })
  })

  test('DATA-04 an entry of the configuration', () => {
    const entry = fc.record({
      id: place,
      kind: fc.constantFrom('hospital' as const, 'bank' as const),
      name: word,
      address: text(60),
      phones: fc.array(fc.stringMatching(/^\+\d{7,15}$/), { maxLength: 2 }),
      email: fc.oneof(email, fc.constant('')),
      accountStatus: fc.constantFrom(...accountStatuses),
      referenceBankId: orNull(place),
      paise: fc.dictionary(fc.constantFrom(...componentCodes), paise),
    })
    holds(entry, (organisation) => {
      const [row] = readConfig(onPaper(organisationDocument(organisation))).map(rowOf<ConfigRow>)
      expect(row).toEqual({ kind: 'organisation', organisation })
    })
  })

  test('DATA-06 delivery prices under their names, beside the entityID', () => {
    const document = {
      id: 'x',
      entityID: 'delivery_related_prices',
      convenience_Fee: 49.5,
      delivery_rate: 120,
    }
    expect(readConfig(document).map(rowOf<ConfigRow>)).toEqual([
      { kind: 'delivery-price', price: { name: 'convenience_Fee', paise: 49_50 } },
      { kind: 'delivery-price', price: { name: 'delivery_rate', paise: 120_00 } },
    ])
    expect(readConfig({ ...document, delivery_rate: 'free' })).toContainEqual({
      why: expect.stringContaining('delivery_related_prices.1.value'),
    })
  })

  test('DATA-06 drivers, picture types and delivery prices', () => {
    const drivers = fc.array(fc.record({ name: word, phone: fc.stringMatching(/^\+\d{7,15}$/), email }))
    holds(drivers, (some) => {
      const rows = readConfig(onPaper(driversDocument(some))).map(rowOf<ConfigRow>)
      expect(rows).toEqual(some.map((driver) => ({ kind: 'driver', driver })))
    })
    holds(fc.array(fc.record({ name: word, paise })), (some) => {
      const rows = readConfig(onPaper(deliveryPricesDocument(some))).map(rowOf<ConfigRow>)
      expect(rows).toEqual(some.map((price) => ({ kind: 'delivery-price', price })))
    })
    const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9]{1,20}$/), { minLength: 1, maxLength: 4 })
    holds(fc.tuple(fc.uniqueArray(fc.constantFrom(...pictureStates)), names), ([states, some]) => {
      const types = states.flatMap((state) => some.map((name, at) => ({ state, name, position: at + 1 })))
      const rows = readConfig(onPaper(pictureTypesDocument(types))).map(rowOf<ConfigRow>)
      expect(rows).toEqual(types.map((type) => ({ kind: 'picture-type', type })))
    })
  })

  test('DATA-08 DATA-09 an inventory and a company', () => {
    const cells = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 32, maxLength: 32 })
    holds(fc.tuple(place, instant, cells), ([bankId, countedAt, counted]) => {
      const rows = componentCodes.flatMap((component, column) =>
        bloodGroups.map((bloodGroup, at) => ({
          ...{ component, bloodGroup, countedAt },
          quantity: counted[column * bloodGroups.length + at] ?? 0,
        })),
      )
      const document = inventoryDocument(bankId, rows)
      const back = rowOf(readInventory(onPaper(document)))
      const again = back.cells.map((cell) => ({ ...cell, countedAt: back.countedAt ?? new Date(0) }))
      expect(inventoryDocument(back.bankId, again)).toEqual(document)
    })
    const company = fc.record({
      name: fc.stringMatching(/^[a-z0-9&.]{1,40}[a-z]$/),
      category: fc.constantFrom(...campCategories),
      donationDays: fc.array(day, { minLength: 3, maxLength: 3 }),
      updatedAt: instant,
    })
    holds(company, (one) => {
      expect(rowOf(readCompany(onPaper(companyDocument(one))))).toEqual(one)
    })
  })

  test('DATA-10 DATA-11 DATA-12 DATA-13 a donor form', () => {
    const ticks = <Key extends string>(keys: readonly Key[]) =>
      fc
        .array(fc.boolean(), { minLength: keys.length, maxLength: keys.length })
        .map((marks) => Object.fromEntries(keys.map((key, at) => [key, marks[at]])) as Record<Key, boolean>)
    const base = fc.record({
      id,
      bankId: place,
      language: fc.constantFrom('en' as const, 'ta' as const),
      submittedOn: day,
      submittedAt: instant,
      name: fc.constantFrom('Gayathri', 'கயல்விழி', 'O’Neil 🩸'),
      email: fc.oneof(email, fc.constant('')),
      gender: fc.constantFrom(...sexes),
      bloodGroup: fc.constantFrom(...bloodGroups),
      phone: fc.stringMatching(/^\d{10}$/),
      address: word,
      altAddress: text(40),
      bornOn: day,
      age: fc.integer({ min: 18, max: 99 }),
      weightKg: fc.integer({ min: 3_000, max: 15_000 }).map((hundredths) => hundredths / 100),
      lastDonatedOn: orNull(day),
      lastMeal: text(40),
      donations: fc.integer({ min: 0, max: 100 }),
      donorType: fc.constantFrom('voluntary' as const, 'replacement' as const),
      consent: fc.constant(true as const),
      screeningDeclared: fc.boolean(),
      deferrals: ticks(deferralKeys),
      answers: ticks(questionKeys),
      findings: orNull(
        fc.record({
          ...{
            haemoglobin: word,
            pulse: word,
            temperature: word,
            bloodPressure: word,
            heart: word,
            lungs: word,
          },
          ...{ reason: word, bagNumber: word, segmentNumber: word, phlebotomist: word },
          ...{ startedAt: word, endedAt: word },
          bloodGroup: fc.constantFrom(...bloodGroups),
          fitness: fc.constantFrom(...fitnesses),
          quantity: fc.constantFrom(...quantities),
          bagType: fc.constantFrom(...bagTypes),
        }),
      ),
    })
    holds(
      fc.tuple(base, fc.constantFrom('complete', 'incomplete', 'rejected'), fc.boolean()),
      ([form, is, drawn]) => {
        const row = {
          ...form,
          status: is as 'complete' | 'incomplete' | 'rejected',
          completedAt: is === 'complete' ? form.submittedAt : null,
          signatureName: drawn ? null : form.name,
          signaturePath: drawn ? `signatures/${form.bankId}/${form.id}-0123456789abcdef.png` : null,
        }
        expect(rowOf(readDonorForm(onPaper(donorDocument(row))))).toEqual(row)
      },
    )
  })
})

test('DATA-01 an instant is read as ISO text and in both spellings of the hosted database', () => {
  holds(instant, (at) => {
    const seconds = Math.floor(at.getTime() / 1000)
    const nanoseconds = (at.getTime() - seconds * 1000) * 1_000_000
    expect(Instant.parse(at.toISOString())).toEqual(at)
    expect(Instant.parse({ seconds, nanoseconds })).toEqual(at)
    expect(Instant.parse({ _seconds: seconds, _nanoseconds: nanoseconds })).toEqual(at)
  })
  for (const wrong of ['yesterday', 5, null, { seconds: 1 }, { seconds: 1, nanoseconds: -1 }, '2026-11-15'])
    expect(Instant.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

describe('the path of a file', () => {
  test.each([
    ['invoices/cccc0001/cccc0001-hospital-firm-invoice.pdf', 'invoice'],
    ['invoices/cccc0001/cccc0001-bloodbank-redbank-invoice.pdf', 'invoice'],
    ['images/cccc0001/cccc0001-InTransit-Bag.jpeg', 'picture'],
    ['signatures/redbank/dddd0001-0123456789abcdef.png', 'signature'],
  ])('DATA-18 %s is one of ours', (path, kind) => {
    expect(readFileName(path)?.kind).toBe(kind)
  })

  test.each([
    ['', 1, 0],
    ['-2', 2, 0],
    ['-10', 10, 0],
    ['-aside1', 1, 1],
    ['-3-aside12', 3, 12],
  ])('DATA-18 a picture that ends in Bag%s.jpeg is of delivery %i, aside %i', (end, seq, aside) => {
    const path = `images/cccc0001/cccc0001-InTransit-Bag${end}.jpeg`
    expect(picturePath('cccc0001', 'InTransit', 'Bag', { seq, aside })).toBe(path)
    expect(readFileName(path)).toMatchObject({ state: 'InTransit', name: 'Bag', seq, aside })
  })

  test.each([
    'invoices/cccc0001/cccc0002-hospital-firm-invoice.pdf',
    'invoices/cccc0001/../cccc0001-hospital-firm-invoice.pdf',
    'invoices/cccc0001/cccc0001-hospital-../x-invoice.pdf',
    'invoices/cccc0001/cccc0001-hospital-firm-invoice.pdf\n',
    '../invoices/cccc0001/cccc0001-hospital-firm-invoice.pdf',
    '/invoices/cccc0001/cccc0001-hospital-firm-invoice.pdf',
    'images/cccc0001/cccc0001-Elsewhere-Bag.jpeg',
    'images/cccc0001/cccc0001-InTransit-Bag.html',
    'images/cccc0001/cccc0001-InTransit-Bag-1.jpeg',
    'images/cccc0001/cccc0001-InTransit-Bag-11.jpeg',
    'images/cccc0001/cccc0001-InTransit-Bag-2-aside0.jpeg',
    'images/cccc0001/cccc0001-InTransit-Bag-aside1-2.jpeg',
    'signatures/../dddd0001-0123456789abcdef.png',
    'auth.secret',
  ])('DATA-18 %j is not', (path) => {
    expect(readFileName(path)).toBeNull()
  })
})
