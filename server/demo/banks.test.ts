import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bloodGroups, componentCodes } from '#domain/basics/blood.ts'
import { dayOf } from '#domain/basics/time.ts'
import { deferralKeys, questionKeys } from '#domain/donors/questions.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { type ClonedDatabase, cloneDatabase } from '../../testing/harness/database.ts'
import { demoDonorForms } from './donors.ts'
import { fillDemonstration } from './fill.ts'
import { aCamp, aCompany, stockOf } from './makers/banks.ts'
import { aDonorForm } from './makers/donors.ts'

const now = new Date('2026-11-15T10:42:00+05:30')
const banks = ['bluebank', 'greenbank', 'redbank']
let cloned: ClonedDatabase
let database: Database

beforeAll(async () => {
  cloned = await cloneDatabase('nothing')
  database = openDatabase(cloned.url, { connections: 2 })
  await fillDemonstration(database.db, { now, secret: 'of nobody' })
})

afterAll(async () => {
  await database.close()
  await cloned.drop()
})

describe('what the demonstration has of the banks', () => {
  test('DATA-06 drivers, picture types of each state and delivery prices are there to be read', async () => {
    const { db } = database
    const drivers = await db.selectFrom('drivers').select(['name', 'phone', 'email']).execute()
    expect(drivers).toHaveLength(3)
    const pictures = await db.selectFrom('pictureTypes').selectAll().orderBy('position').execute()
    expect(Object.groupBy(pictures, ({ state }) => state)).toMatchObject({
      SampleAcquired: [{ name: 'Sample' }, { name: 'Form' }, { name: 'HandOver' }],
      CrossMatching: [{ name: 'Report' }],
      InTransit: [{ name: 'Bag' }, { name: 'Temperature' }],
      Completed: [{ name: 'Delivery' }, { name: 'Receipt' }, { name: 'HandOver' }],
    })
    const prices = await db.selectFrom('deliveryPrices').selectAll().orderBy('name').execute()
    expect(prices).toEqual([
      { name: 'convenience_Fee', paise: expect.any(Number) },
      { name: 'delivery_rate', paise: expect.any(Number) },
    ])
  })

  test('DATA-08 each bank has a quantity of each component and group, and when it was counted', async () => {
    const stock = await database.db.selectFrom('stock').selectAll().execute()
    const found = stock.map(({ bankId, component, bloodGroup }) => `${bankId} ${component} ${bloodGroup}`)
    const wished = banks.flatMap((bank) =>
      componentCodes.flatMap((component) => bloodGroups.map((group) => `${bank} ${component} ${group}`)),
    )
    expect(found.sort()).toEqual(wished.sort())
    expect(stock.some(({ quantity }) => quantity === 0)).toBe(true)
    expect(stock.every(({ countedAt }) => countedAt < now)).toBe(true)
  })

  test('prices are at or under the ceilings, and one bank has none for SDP', async () => {
    const ceilings = { PRBC: 155_000, FFP: 40_000, RDP: 40_000, SDP: 1_100_000 }
    const prices = await database.db.selectFrom('bankPrices').selectAll().execute()
    expect(prices.filter(({ component, paise }) => paise > ceilings[component] || paise === 0)).toEqual([])
    expect(prices).toHaveLength(11)
    expect(prices.some(({ bankId, component }) => bankId === 'greenbank' && component === 'SDP')).toBe(false)
  })

  test('DATA-09 each category has companies with three days, most of them to come', async () => {
    const companies = await database.db
      .selectFrom('companies')
      .select(['name', 'category', 'updatedAt'])
      .select(({ cast }) => cast<string>('donationDays', 'text').as('days'))
      .execute()
    const byCategory = Object.groupBy(companies, ({ category }) => category)
    expect(Object.keys(byCategory).sort()).toEqual(['0-50', '100+', '50-100'])
    const days = companies.map((company) => company.days.slice(1, -1).split(','))
    expect(days.every((three) => three.length === 3)).toBe(true)
    expect(days.flat().filter((day) => day < dayOf(now))).toHaveLength(2)
    expect(companies.every(({ updatedAt }) => updatedAt < now)).toBe(true)
  })

  test('banks have asked for camps, some of which are still to come', async () => {
    const camps = await database.db
      .selectFrom('camps')
      .select(({ cast }) => cast<string>('heldOn', 'text').as('day'))
      .execute()
    expect(camps.length).toBeGreaterThan(3)
    expect(new Set(camps.map(({ day }) => day > dayOf(now)))).toEqual(new Set([true, false]))
  })
})

describe.each(['10:42', '00:05', '23:55'])('donor forms filled at %s', (time) => {
  const at = new Date(`2026-11-15T${time}:00+05:30`)
  const forms = demoDonorForms(at)

  test.each(banks)('%s has every status in both languages between them', (bank) => {
    const own = forms.filter(({ bankId }) => bankId === bank)
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set(['incomplete', 'complete', 'rejected']))
    expect(new Set(own.map(({ language }) => language))).toEqual(new Set(['en', 'ta']))
  })

  test('the first bank has more than a page, and a donor who came twice', () => {
    const own = forms.filter(({ bankId }) => bankId === 'redbank')
    expect(own.length).toBeGreaterThan(20)
    expect(own.length - new Set(own.map(({ phone }) => phone)).size).toBe(1)
  })

  test('nothing lies ahead, nobody is too young, and a Tamil form is in Tamil', () => {
    for (const form of forms) {
      expect(form.submittedAt < at && (form.completedAt ?? form.submittedAt) < at).toBe(true)
      expect(form.age).toBeGreaterThanOrEqual(18)
      expect(form.donations > 0).toBe(form.lastDonatedOn !== null)
      expect(/\p{Script=Tamil}/u.test(form.name + form.address)).toBe(form.language === 'ta')
      if (form.status === 'complete') expect(form.findings).toMatchObject({ fitness: 'FIT' })
    }
  })

  test('it is the same every time', () => {
    expect(demoDonorForms(at)).toEqual(forms)
  })
})

test('DATA-11, DATA-12 a stored form answers every deferral and every question', async () => {
  const forms = await database.db.selectFrom('donorForms').select(['deferrals', 'answers']).execute()
  expect(forms.length).toBeGreaterThan(30)
  for (const { deferrals, answers } of forms) {
    expect(Object.keys(deferrals).sort()).toEqual([...deferralKeys].sort())
    expect(Object.keys(answers).sort()).toEqual([...questionKeys].sort())
    expect(
      [...Object.values(deferrals), ...Object.values(answers)].every((tick) => typeof tick === 'boolean'),
    ).toBe(true)
  }
})

describe('what the tables refuse', () => {
  const refusal = (act: Promise<unknown>) =>
    act.then(
      () => 'taken',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    )

  test.each<[string, (db: Database['db']) => Promise<unknown>, string]>([
    ['a negative count', (db) => stockOf(db, 'redbank', { PRBC: { 'A+': -1 } }), 'stock_quantity_check'],
    ['a bank that is none', (db) => stockOf(db, 'nobank', { PRBC: {} }), 'stock_bank_id_fkey'],
    ['a name with a space', (db) => aCompany(db, { name: 'acme corp' }), 'companies_name_check'],
    ['a name with a capital', (db) => aCompany(db, { name: 'Acme' }), 'companies_name_check'],
    [
      'two days',
      (db) => aCompany(db, { donationDays: ['2026-12-01', '2026-12-02'] }),
      'companies_donation_days_check',
    ],
    ['a form without consent', (db) => aDonorForm(db, { consent: false }), 'donor_forms_consent_check'],
    ['a donor of 17', (db) => aDonorForm(db, { bornOn: '2008-11-16' }, now), 'donor_forms_age_check'],
    ['a short phone', (db) => aDonorForm(db, { phone: '984000001' }), 'donor_forms_phone_check'],
    [
      'two signatures',
      (db) => aDonorForm(db, { status: 'complete', signaturePath: 'signatures/x.png' }),
      'donor_forms_one_signature',
    ],
    [
      'complete without a time',
      (db) => aDonorForm(db, { status: 'complete', completedAt: null }),
      'donor_forms_completed_when',
    ],
    [
      'complete without a signature',
      (db) => aDonorForm(db, { status: 'complete', signatureName: null }),
      'donor_forms_signed',
    ],
  ])('%s', async (_, act, constraint) => {
    expect(await refusal(act(database.db))).toBe(constraint)
  })

  test.each(['complete', 'rejected'] as const)('a change of a form that is %s', async (status) => {
    const { db } = database
    const { id } = await aDonorForm(db, { status }, now)
    const frozen = `donor form ${id} is ${status} and cannot change`
    const change = db.updateTable('donorForms').where('id', '=', id)
    expect(await refusal(change.set({ name: 'Somebody Else' }).execute())).toBe(frozen)
    expect(await refusal(change.set({ status: 'incomplete', completedAt: null }).execute())).toBe(frozen)
    expect(await refusal(db.deleteFrom('donorForms').where('id', '=', id).execute())).toBe(frozen)
  })

  test('a form that waits can change until it is decided', async () => {
    const { db } = database
    const { id } = await aDonorForm(db, {}, now)
    const change = db.updateTable('donorForms').where('id', '=', id)
    expect(await refusal(change.set({ donorType: 'replacement' }).execute())).toBe('taken')
    expect(await refusal(change.set({ status: 'rejected' }).execute())).toBe('taken')
  })
})

test('a later count replaces an earlier one, a camp has its number', async () => {
  const { db } = database
  await stockOf(db, 'redbank', { SDP: { 'O+': 2 } }, { at: now, by: 'Asha' })
  const counted = await db
    .selectFrom('stock')
    .select(['bloodGroup', 'quantity', 'countedBy'])
    .where('bankId', '=', 'redbank')
    .where('component', '=', 'SDP')
    .where('quantity', '>', 0)
    .execute()
  expect(counted).toEqual([{ bloodGroup: 'O+', quantity: 2, countedBy: 'Asha' }])
  expect((await aCamp(db)).id).toBeLessThan((await aCamp(db)).id)
})
