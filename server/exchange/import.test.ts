import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#testing/harness/database.ts'
import { aFolder, aHouse, type House, openHouse, tallyOf } from '#testing/harness/documents-house.ts'
import { spawnApp } from '#testing/harness/process.ts'
import { aPdfWith } from '#testing/makers/pdfs.ts'
import { aPdf } from '#testing/makers/pictures.ts'

const request = {
  RequestID: 'cccc0001',
  PatientName: 'Karthik',
  UHID: 'FH-1',
  Age: 47,
  Sex: 'Male',
  BloodGroup: 'O+',
  Component: 'Packed Red Blood Cells',
  OrderType: 'immediate',
  NoOfUnits: 7,
  Reason: 'Upper GI bleed',
  RequestTimestamp: '2026-11-15T10:42:00.000Z',
  Hospital: 'firm',
  RequestStatus: 'pending',
  SamplePickupTime: { seconds: 1_794_744_000, nanoseconds: 250_000_000 },
  DeliveryDeadline: { _seconds: 1_794_754_800, _nanoseconds: 0 },
  LastUpdatedTimestamp: '2026-11-15T16:12:00.000+05:30',
}
const invoice = {
  invoiceID: 'INV-2026-000777',
  price: 100,
  convenience_Fee: 49.5,
  delivery_rate: 0,
  total: 149.5,
}
const summary = {
  ...invoice,
  ...{ date: '2026-11-15T12:00:00.000Z', hospital: 'firm', bloodbank: 'redbank', bloodgroup: 'O+' },
  component: request.Component,
}
const form = {
  ...{
    donationID: 'dddd0001',
    language: 'en',
    date: '2026-11-15',
    status: 'incomplete',
    location: 'redbank',
  },
  ...{
    age: 30,
    name: 'Gayathri',
    gender: 'Female',
    bloodGroup: 'B+',
    phone: '9840000001',
    address: 'Chennai',
  },
  ...{ dob: '1996-01-01', weight: 58.5, no_donations: 0, donor_type: 'Voluntary', consent: true },
  timestamp: '2026-11-15T10:42:00.000Z',
}
const hospital = {
  ...{ entityType: 'hospital', entityID: 'newplace', entityName: 'New Place', accountStatus: 'active' },
  referenceBloodbank: 'redbank',
}
const driver = { name: 'Kavi', phone: '+919840139999', email: 'kavi@drivers.example' }

const lineOf = (document: unknown) => (typeof document === 'string' ? document : JSON.stringify(document))

async function written(lines: Record<string, unknown[]>): Promise<string> {
  const folder = await aFolder()
  for (const [name, documents] of Object.entries(lines))
    await writeFile(join(folder, `${name}.jsonl`), documents.map((one) => `${lineOf(one)}\n`).join(''))
  return folder
}

describe('lines that cannot be taken are named and skipped', () => {
  // none of them writes anything, so one house is enough
  let shared: House
  let end: () => Promise<void>
  beforeAll(async () => {
    ;[shared, end] = await openHouse('people', '/nowhere')
  })
  afterAll(() => end())

  test.each<[string, unknown, string]>([
    ['hospitalDB', '{"RequestID":', 'is not JSON'],
    ['hospitalDB', 'x'.repeat(1_000_001), 'is too long'],
    ['hospitalDB', '[1]', 'expected object'],
    ['hospitalDB', { ...request, RequestID: '../../etc' }, 'RequestID'],
    ['hospitalDB', { ...request, RequestStatus: 'lost' }, 'RequestStatus'],
    ['hospitalDB', { ...request, Hospital: 'nowhere' }, 'there is no hospital nowhere'],
    ['hospitalDB', { ...request, Hospital: 'redbank' }, 'there is no hospital redbank'],
    ['hospitalDB', { ...request, BloodBankID: 'city' }, 'there is no blood bank city'],
    ['hospitalDB', { ...request, DriverID: 'x@y.example' }, 'there is no driver x@y.example'],
    ['hospitalDB', { ...request, driverList: ['x@y.example'] }, 'there is no driver x@y.example'],
    ['hospitalDB', { ...request, SamplePickupTime: 'tomorrow' }, 'SamplePickupTime: must be an instant'],
    ['hospitalDB', { ...request, NoOfUnits: 31 }, 'NoOfUnits'],
    ['hospitalDB', { ...request, ...invoice }, 'an invoice needs a blood bank'],
    ['hospitalDB', { ...request, ...invoice, BloodBankID: 'redbank', total: 1 }, 'is not the sum'],
    ['hospitalDB', { ...request, HospitalInvoicePath: 'invoices/../x.pdf' }, 'path of its own invoice'],
    [
      'hospitalDB',
      { ...request, HospitalInvoicePath: 'invoices/cccc0002/cccc0002-hospital-firm-invoice.pdf' },
      'path of its own invoice',
    ],
    ['configDB', { ...hospital, entityID: 'New Place' }, 'entityID'],
    ['configDB', { ...hospital, accountStatus: 'free' }, 'accountStatus'],
    ['configDB', { ...hospital, referenceBloodbank: 'nobank' }, 'there is no blood bank nobank'],
    ['configDB', { Drivers: [{ ...driver, email: 'bloodsupport@x.example' }] }, 'is reserved'],
    ['configDB', { Drivers: [{ ...driver, email: 'firm@x.example' }] }, 'is reserved'],
    ['configDB', { Drivers: [{ ...driver, phone: 'ring me' }] }, 'Drivers.0.phone'],
    ['configDB', { pictureTypes: { Completed: ['../Receipt'] } }, 'pictureTypes.Completed.name'],
    ['configDB', { delivery_related_prices: [{ name: 'delivery_rate', value: -1 }] }, 'value'],
    ['CompanyDB', { Company_Name: 'Big Co', Category: '0-50', Donation_Dates: [] }, 'Company_Name'],
    [
      'BloodBankInventory',
      { BloodBankId: 'firm', LastUpdatedTimestamp: request.RequestTimestamp },
      'no blood bank firm',
    ],
    ['BloodBankInventory', { BloodBankId: 'redbank', PRBC: { 'A+': -1 } }, 'PRBC.A+'],
    ['BloodBankInventory', { BloodBankId: 'redbank', PRBC: { 'A+': 3 } }, 'must say when'],
    ['donorForms', { ...form, location: 'firm' }, 'there is no blood bank firm'],
    ['donorForms', { ...form, status: 'complete' }, 'CompletedTimeStamp'],
    ['donorForms', { ...form, consent: false }, 'consent'],
    [
      'donorForms',
      { ...form, signURL: 'signatures/bluebank/dddd0001-0123456789abcdef.png' },
      'own signature',
    ],
  ])('DATA-01 %s %#', async (name, document, why) => {
    const folder = await written({ [name]: ['', document] })
    for (const args of [['--dry-run'], []]) {
      const { code, said } = await shared.run('import', folder, ...args)
      expect(said[0]).toContain(why)
      expect(said[0]).toMatch(new RegExp(`^${name}\\.jsonl:2: `))
      expect([code, tallyOf(said, name).slice(1)]).toEqual([1, [0, 0, 1]])
    }
  })

  test('DATA-01 DATA-06 the good ones among them come in; who comes twice comes once', async () => {
    const house = await aHouse('people')
    const other = {
      ...request,
      RequestID: 'cccc0002',
      BloodBankID: 'redbank',
      RequestStatus: 'completed',
      ...invoice,
    }
    const folder = await written({
      configDB: [hospital, { Drivers: [driver, { ...driver, email: 'firm@x.example' }] }],
      invoiceSummaries: [
        summary,
        { ...summary, invoiceID: 'INV-2026-000778' },
        summary,
        { ...summary, date: 'x' },
      ],
      hospitalDB: [request, '{', { ...request, Age: 3 }, other, { ...other, RequestID: 'cccc0003' }],
      donorForms: [form, { ...form, timestamp: 'never' }],
    })
    const { code, said } = await house.run('import', folder)
    expect(code).toBe(1)
    expect(tallyOf(said, 'hospitalDB')).toEqual([5, 2, 1, 2])
    // of the invoices one came, though two have a summary
    expect(tallyOf(said, 'invoiceSummaries')).toEqual([4, 1, 2, 1])
    expect(tallyOf(said, 'donorForms')).toEqual([2, 1, 0, 1])
    expect(tallyOf(said, 'configDB')).toEqual([3, 2, 0, 1])
    expect(said).toContain('hospitalDB.jsonl:5: invoiceID: INV-2026-000777 belongs to cccc0002')
    const rows = await house.db.selectFrom('requests').selectAll().orderBy('id').execute()
    expect(rows).toMatchObject([
      {
        id: 'cccc0001',
        age: 47,
        pickupAt: new Date(1_794_744_000_250),
        deadlineAt: new Date(1_794_754_800_000),
        updatedAt: new Date('2026-11-15T10:42:00.000Z'),
      },
      { id: 'cccc0002', status: 'completed' },
    ])
    expect(await house.db.selectFrom('invoiceNumbers').selectAll().execute()).toEqual([
      { year: 2026, last: 777 },
    ])
    const parts = await house.db
      .selectFrom('deliveries')
      .select(['units', 'state'])
      .orderBy('requestId')
      .execute()
    expect(parts.map(({ state }) => state)).toEqual(['-', '-', '-', 'delivered', 'delivered', 'delivered'])
  })

  test('DATA-01 what is newer here is left as it is', async () => {
    const house = await aHouse('people')
    await house.db.insertInto('invoiceNumbers').values({ year: 2026, last: 900 }).execute()
    const folder = await written({ hospitalDB: [{ ...request, ...invoice, BloodBankID: 'redbank' }] })
    await house.run('import', folder)
    await house.db.updateTable('requests').set({ note: 'changed here' }).execute()
    const { code, said } = await house.run('import', folder)
    expect([code, tallyOf(said, 'hospitalDB')]).toEqual([0, [1, 0, 1, 0]])
    expect(await house.db.selectFrom('requests').select('note').execute()).toEqual([{ note: 'changed here' }])
    expect(await house.db.selectFrom('invoiceNumbers').select('last').execute()).toEqual([{ last: 900 }])
  })
})

describe('files', () => {
  const pdf = aPdf()
  const path = 'invoices/cccc0001/cccc0001-hospital-firm-invoice.pdf'

  async function put(folder: string, at: string, bytes = pdf): Promise<void> {
    await mkdir(dirname(join(folder, 'files', at)), { recursive: true })
    await writeFile(join(folder, 'files', at), bytes)
  }

  test('DATA-18 T52 only what a row names, of the paths that are ours, no link, and no PDF that does more than show pages', async () => {
    const house = await aHouse('people')
    const bankPath = 'invoices/cccc0001/cccc0001-bloodbank-redbank-invoice.pdf'
    const folder = await written({
      hospitalDB: [{ ...request, HospitalInvoicePath: path, BloodBankInvoicePath: bankPath }],
    })
    await put(folder, path)
    await put(folder, bankPath, aPdfWith({ more: ['<< /S /JavaScript >>'] }))
    await put(folder, 'invoices/cccc0001/cccc0001-bloodbank-bluebank-invoice.pdf')
    await put(folder, 'images/cccc0001/cccc0001-Completed-Receipt.jpeg')
    await put(folder, 'images/cccc0001/cccc0001-Completed-Nothing.jpeg', Buffer.from([0xff, 0xd8, 0xff]))
    await put(folder, 'images/cccc0001/cccc0001-Completed-Delivery.jpeg', Buffer.from([0xff, 0xd8, 0xff]))
    await put(folder, 'auth.secret')
    await symlink('/etc/hostname', join(folder, 'files/images/cccc0001/cccc0001-InTransit-Bag.jpeg'))
    await symlink('/etc', join(folder, 'files/signatures'))
    const { code, said } = await house.run('import', folder)
    expect(said.filter((line) => line.startsWith('files/')).toSorted()).toEqual([
      'files/auth.secret: is not a path of a file that is kept',
      'files/images/cccc0001/cccc0001-Completed-Nothing.jpeg: no document names it',
      'files/images/cccc0001/cccc0001-Completed-Receipt.jpeg: is not a JPEG',
      'files/images/cccc0001/cccc0001-InTransit-Bag.jpeg: is not a file',
      'files/invoices/cccc0001/cccc0001-bloodbank-bluebank-invoice.pdf: no document names it',
      expect.stringContaining(`files/${bankPath}: This PDF has a script.`),
      'files/signatures: is not a file',
    ])
    expect([code, tallyOf(said, 'files')]).toEqual([1, [9, 2, 0, 7]])
    expect(await house.files.get(path)).toEqual(pdf)
    expect(await house.files.get(bankPath)).toBeNull()
    expect(await house.db.selectFrom('pictures').select(['name', 'bytes']).execute()).toEqual([
      { name: 'Delivery', bytes: 3 },
    ])
    expect(await house.files.get('images/cccc0001/cccc0001-InTransit-Bag.jpeg')).toBeNull()
    expect(said.join()).toContain('put it in the place of this one and import again')
    await put(folder, bankPath)
    await house.run('import', folder)
    expect(await house.files.get(bankPath)).toEqual(pdf)
  })

  test('DATA-18 neither the documents nor the folder of files may be a link', async () => {
    const house = await aHouse('people')
    const [folder, elsewhere] = [await aFolder(), await written({ hospitalDB: [request] })]
    await put(elsewhere, path)
    await symlink(join(elsewhere, 'hospitalDB.jsonl'), join(folder, 'hospitalDB.jsonl'))
    await symlink(join(elsewhere, 'files'), join(folder, 'files'))
    const { code, said } = await house.run('import', folder)
    expect([code, said.slice(0, 2)]).toEqual([
      1,
      ['hospitalDB.jsonl: is not a file', 'files: is not a folder'],
    ])
    expect(await house.db.selectFrom('requests').select('id').execute()).toEqual([])
  })
})

test('DATA-01 asked in another way it says how to ask; a folder with nothing in it is no import', async () => {
  const house = await aHouse()
  for (const args of [[], ['export'], ['import', 'a', 'b'], ['move', 'a'], ['export', 'a', '--dry-run']]) {
    const { code, said } = await house.run(...args)
    expect([code, said.join()]).toEqual([2, expect.stringContaining('npm run documents -- export DIR')])
  }
  const { code, said } = await house.run('import', await aFolder())
  expect([code, said]).toEqual([2, [expect.stringContaining('nothing to import')]])
})

test('DATA-01 as its own process, as npm runs it', async () => {
  const { url, drop } = await cloneDatabase('people')
  onTestFinished(drop)
  const [folder, data] = [await written({ hospitalDB: [request, '{'] }), await aFolder()]
  const app = await spawnApp({ DATABASE_URL: url, DATA_DIR: data }, ['documents', 'import', folder])
  expect(await app.exited).toBe(1)
  expect(app.printed()).toMatch(/^hospitalDB\.jsonl:2: is not JSON\n.*\nhospitalDB +2 +1 +0 +1\n$/s)
})
