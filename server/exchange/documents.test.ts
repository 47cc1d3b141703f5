import { beforeAll, describe, expect, test } from 'vitest'
import { type Collection, exchange } from '#contract/exchange.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { requests } from '#contract/requests.ts'
import { bloodGroups } from '#domain/basics/blood.ts'
import { instantOf, later } from '#domain/basics/time.ts'
import { deferralKeys, questionKeys } from '#domain/donors/questions.ts'
import { aCompany, stockOf } from '#server/demo/makers/banks.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'

const now = instantOf('2026-11-16', '10:00')
let service: TestService
beforeAll(async () => {
  service = await aService({ now, settings: { ROLE: 'web' } })
  await thePrices(service.db)
})

type Document = Record<string, unknown> & { id: string }

async function everything(collection: Collection) {
  const all: Document[] = []
  let after: string | null | undefined
  do {
    const page = await service
      .as('bloodsupport')
      .done(exchange.documents, { collection, ...(after ? { after } : {}) })
    all.push(...(page.items as Document[]))
    after = page.next
  } while (after)
  return all
}

describe('a request', () => {
  test('DATA-01 DATA-02 DATA-03 LINK-13 INVOICES-05 by the names of §3.1, all of them, with an id of its own', async () => {
    const made = await aRequest(
      service.db,
      {
        status: 'completed',
        units: 7,
        patientId: 'P-1',
        deliveryTemperature: 4.5,
        isLate: true,
        note: 'Hurry',
      },
      now,
    )
    const generate = { docID: made.id, type: 'NORMAL', InvoiceType: 'hospital' } as const
    await service.as('bloodsupport').done(namedCalls.generateInvoice, generate)
    const document = (await everything('hospitalDB')).find(({ RequestID }) => RequestID === made.id)
    expect(Object.keys(document ?? {})).toEqual([
      ...['id', 'RequestID', 'PatientName', 'UHID', 'Age', 'Sex', 'BloodGroup', 'Component', 'OrderType'],
      ...['NoOfUnits', 'Reason', 'RequestTimestamp', 'Hospital', 'RequestStatus', 'DeliveryStatus'],
      ...['BloodBankID', 'Note', 'DeliveryTemp', 'SamplePickupTime', 'DeliveryDeadline'],
      ...['LastUpdatedTimestamp', 'ApprovalTimestamp', 'DeliveryTimestamp', 'HospitalInvoicePath'],
      ...['BloodBankInvoicePath', 'isLate', 'expired', 'invoiceID', 'price', 'convenience_Fee'],
      ...['delivery_rate', 'total', 'DriverID', 'driverList', 'driverHistory'],
    ])
    expect(document).toEqual({
      id: expect.stringContaining(made.id),
      RequestID: made.id,
      PatientName: 'Karthik Subramanian',
      UHID: 'P-1',
      Age: 47,
      Sex: 'Male',
      BloodGroup: 'O+',
      Component: 'Packed Red Blood Cells',
      OrderType: 'immediate',
      NoOfUnits: 7,
      Reason: 'Upper GI bleed',
      RequestTimestamp: made.raisedAt.toISOString(),
      Hospital: 'firm',
      RequestStatus: 'completed',
      DeliveryStatus: 'delivered',
      BloodBankID: 'redbank',
      Note: 'Hurry',
      DeliveryTemp: 4.5,
      SamplePickupTime: made.pickupAt.toISOString(),
      DeliveryDeadline: made.deadlineAt.toISOString(),
      LastUpdatedTimestamp: made.updatedAt.toISOString(),
      ApprovalTimestamp: made.approvedAt?.toISOString(),
      DeliveryTimestamp: made.deliveredAt?.toISOString(),
      isLate: true,
      expired: false,
      HospitalInvoicePath: `invoices/${made.id}/${made.id}-hospital-firm-invoice.pdf`,
      BloodBankInvoicePath: '',
      invoiceID: expect.stringMatching(/^INV-2026-/),
      price: 10_150,
      delivery_rate: 360,
      convenience_Fee: 49.5,
      total: 10_559.5,
      DriverID: arun,
      driverList: [arun],
      driverHistory: [{ DriverID: arun, startStatus: 'bloodbank-approved', endStatus: '-' }],
    })
    expect(document?.id).not.toBe(made.id)
  })

  test('DATA-01 one that was just raised has what §3.1 says it begins with', async () => {
    const made = await aRequest(service.db, {}, now)
    const document = (await everything('hospitalDB')).find(({ RequestID }) => RequestID === made.id)
    expect(document).toMatchObject({
      RequestStatus: 'pending',
      DeliveryStatus: '-',
      BloodBankID: '',
      Note: '-',
      DeliveryTemp: '-',
      ApprovalTimestamp: null,
      DeliveryTimestamp: null,
      LastUpdatedTimestamp: made.raisedAt.toISOString(),
      invoiceID: '',
      total: null,
      DriverID: '',
      driverList: [],
      driverHistory: [],
    })
  })

  test('DATA-01 API-10 more than a page, each once', async () => {
    for (let number = 0; number < 105; number++) await aRequest(service.db, {}, now)
    const ids = (await everything('hospitalDB')).map(({ id }) => id)
    const stored = await service.db.selectFrom('requests').select('id').orderBy('id').execute()
    expect(stored.length).toBeGreaterThan(105)
    expect(ids).toEqual(stored.map(({ id }) => `hospitalDB-${id}`))
  })
})

describe('the configuration', () => {
  test('DATA-04 API-11 an entry for each hospital and bank, with the prices of a bank', async () => {
    const all = await everything('configDB')
    const entry = (id: string) => all.find(({ entityID }) => entityID === id)
    expect(entry('city')).toEqual({
      id: 'configDB-city',
      entityType: 'hospital',
      entityID: 'city',
      entityName: 'City Hospital',
      entityAddress: '120 West Masi Street, Madurai 625001',
      contactNums: ['+914522340120', '+919840110120'],
      email: 'city@crossmatch.example',
      accountStatus: 'active',
      referenceBloodbank: 'redbank',
      componentPricePerUnit: {},
    })
    expect(entry('redbank')).toMatchObject({
      entityType: 'bloodbank',
      componentPricePerUnit: { PRBC: 1_450, FFP: 380 },
    })
    expect(entry('dev')).toBeDefined()
  })

  test('DATA-06 one document has the drivers, one the picture types, one the delivery prices', async () => {
    const all = await everything('configDB')
    const drivers = all.find((document) => 'Drivers' in document)?.Drivers as object[]
    expect(drivers).toContainEqual({ name: 'Arun Kumar', phone: expect.any(String), email: arun })
    expect(all.find((document) => 'pictureTypes' in document)?.pictureTypes).toEqual({
      SampleAcquired: ['Sample', 'Form', 'HandOver'],
      CrossMatching: ['Report'],
      InTransit: ['Bag', 'Temperature'],
      Completed: ['Delivery', 'Receipt', 'HandOver'],
    })
    const prices = all.find((document) => 'delivery_related_prices' in document)
    expect(prices?.entityID).toBe('delivery_related_prices')
    expect(prices?.delivery_related_prices).toEqual([
      { name: 'convenience_Fee', value: 49.5 },
      { name: 'delivery_rate', value: 120 },
    ])
  })
})

test('the summary of an invoice, by the ten names of §3.3', async () => {
  const [document] = await everything('invoiceSummaries')
  const request = (await everything('hospitalDB')).find(({ invoiceID }) => invoiceID === document?.invoiceID)
  expect(document).toEqual({
    id: `invoiceSummaries-${request?.RequestID}`,
    invoiceID: expect.stringMatching(/^INV-2026-/),
    date: expect.stringMatching(/^2026-11-16T/),
    hospital: 'firm',
    bloodgroup: request?.BloodGroup,
    bloodbank: 'redbank',
    component: request?.Component,
    price: request?.price,
    delivery_rate: 360,
    convenience_Fee: request?.convenience_Fee,
    total: request?.total,
  })
})

test('DATA-08 an inventory has four components with eight groups each', async () => {
  const at = later(now, -5_000)
  const counted = { PRBC: { 'A+': 3 }, SDP: { 'O-': 1 }, RDP: { 'B+': 2 }, FFP: { 'AB-': 4 } }
  await stockOf(service.db, 'redbank', counted, { at })
  const document = (await everything('BloodBankInventory')).find(
    ({ BloodBankId }) => BloodBankId === 'redbank',
  )
  expect(Object.keys(document ?? {})).toEqual([
    ...['id', 'BloodBankId', 'PRBC', 'SDP', 'RDP', 'FFP', 'LastUpdatedTimestamp'],
  ])
  for (const code of ['PRBC', 'SDP', 'RDP', 'FFP']) {
    expect(Object.keys(document?.[code] as object)).toEqual([...bloodGroups])
  }
  expect(document).toMatchObject({ ...counted, PRBC: { 'A+': 3, 'A-': 0 } })
  expect(document?.LastUpdatedTimestamp).toBe(at.toISOString())
})

test('DATA-09 a company', async () => {
  const company = await aCompany(service.db, { category: '50-100' }, now)
  const document = (await everything('CompanyDB')).find(({ Company_Name }) => Company_Name === company.name)
  expect(document).toEqual({
    id: `CompanyDB-${company.name}`,
    Company_Name: company.name,
    LastUpdated_Timestamp: now.toISOString(),
    Donation_Dates: company.donationDays,
    Category: '50-100',
  })
})

describe('a donor form', () => {
  const own = async () =>
    (await service.as('redbank_bloodbank').done(exchange.donorForms, {})).items as Document[]

  test('DATA-10 DATA-11 DATA-12 DATA-13 by the names of §3.3', async () => {
    const form = await aDonorForm(
      service.db,
      {
        status: 'complete',
        deferred: ['faints'],
        answered: ['cold'],
        screeningDeclared: false,
        email: 'g@example.com',
        altAddress: 'Madurai',
        donations: 2,
        lastDonatedOn: '2026-05-02',
      },
      now,
    )
    const document = (await own()).find(({ donationID }) => donationID === form.id)
    expect(Object.keys(document ?? {})).toEqual([
      ...['id', 'donationID', 'language', 'date', 'status', 'location', 'age', 'name', 'email', 'gender'],
      ...['bloodGroup', 'phone', 'address', 'alt_address', 'dob', 'weight', 'last_don_date', 'last_meal'],
      ...['no_donations', 'donor_type', 'screen_test', 'consent', 'timestamp', 'CompletedTimeStamp'],
      ...['signName', 'permanent_deferral', 'donor_questionnaire', 'bloodBankData'],
    ])
    expect(document).toMatchObject({
      language: 'en',
      date: '2026-11-16',
      status: 'complete',
      location: 'redbank',
      age: 32,
      name: form.name,
      email: 'g@example.com',
      gender: 'Female',
      bloodGroup: 'B+',
      phone: form.phone,
      address: form.address,
      alt_address: 'Madurai',
      dob: '1994-03-18',
      weight: 58.5,
      last_don_date: '2026-05-02',
      last_meal: form.lastMeal,
      no_donations: 2,
      donor_type: 'voluntary',
      screen_test: false,
      consent: true,
      timestamp: now.toISOString(),
      CompletedTimeStamp: form.completedAt?.toISOString(),
      signName: form.name,
    })
    const ticked = (part: unknown) =>
      Object.entries(part as Record<string, boolean>).flatMap(([key, is]) => (is ? [key] : []))
    expect(Object.keys(document?.permanent_deferral as object)).toEqual([...deferralKeys])
    expect(Object.keys(document?.donor_questionnaire as object).toSorted()).toEqual(questionKeys.toSorted())
    expect(ticked(document?.permanent_deferral)).toEqual(['faints'])
    expect(ticked(document?.donor_questionnaire)).toEqual(['cold'])
    expect(document?.bloodBankData).toEqual({
      ...{ bloodGroup: 'B+', HB: '13.4', pulse: '76', temperature: '98.4', BP: '118/76', CVS: 'Normal' },
      ...{ RS: 'Clear', reason: '', fitness: 'FIT', blood_quantity: '350ml', bloodbag_type: 'TRIPLE' },
      ...{ bloodbagNo: 'RB-260417', segmentNo: '8841207', phlebo: 'S. Kala' },
      ...{ bd_start: '10:12', bd_end: '10:21' },
    })
  })

  test('DATA-10 a drawn signature is named by its path, and no name is', async () => {
    const path = 'signatures/redbank/dddd0002-0123456789abcdef.png'
    const wish = { status: 'complete', signatureName: null, signaturePath: path } as const
    const form = await aDonorForm(service.db, wish, now)
    const document = (await own()).find(({ donationID }) => donationID === form.id)
    expect([document?.signURL, 'signName' in (document ?? {})]).toEqual([path, false])
  })

  test('DATA-10 ROLES-25 only for its own bank', async () => {
    const foreign = await aDonorForm(service.db, { bankId: 'bluebank' }, now)
    expect((await own()).map(({ donationID }) => donationID)).not.toContain(foreign.id)
    for (const email of ['bloodsupport', 'firm', 'arun.driver']) {
      expect((await service.as(email).call(exchange.donorForms, {})).status, email).toBe(403)
    }
  })
})

test('DATA-18 what is kept in files is reached only through the server, by those who may', async () => {
  const { id } = await aRequest(service.db, { status: 'completed' }, now)
  const generate = { docID: id, type: 'NORMAL', InvoiceType: 'hospital' } as const
  await service.as('bloodsupport').done(namedCalls.generateInvoice, generate)
  const { hospitalInvoicePath: path } = await service.as('firm').done(requests.show, { id })
  for (const address of [`/${path}`, `/files/${path}`, `/data/files/${path}`, `/api/files/${path}`]) {
    const { bytes } = await service.as('firm').raw('GET', address)
    expect(bytes.subarray(0, 5).toString(), address).not.toBe('%PDF-')
  }
  const there = invoiceFiles.download.path.replace(':id', id).replace(':party', 'hospital')
  expect((await service.as('firm').raw('GET', there)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await service.anonymous.raw('GET', there)).status).toBe(401)
})
