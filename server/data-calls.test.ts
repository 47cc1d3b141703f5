import { beforeAll, describe, expect, test } from 'vitest'
import { billing } from '#contract/billing.ts'
import { camps } from '#contract/camps.ts'
import { consent } from '#contract/consent.ts'
import { contract } from '#contract/contract.ts'
import { donors } from '#contract/donors.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { orders } from '#contract/orders.ts'
import { accounts, organisations } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { pictures } from '#contract/pictures.ts'
import { requests } from '#contract/requests.ts'
import type { Route, Routes } from '#contract/route.ts'
import { stock } from '#contract/stock.ts'
import { bloodGroups } from '#domain/basics/blood.ts'
import { days, instantOf, later } from '#domain/basics/time.ts'
import { ConsentForm, draftOf } from '#domain/donors/consenting.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { aCompany, stockOf } from '#server/demo/makers/banks.ts'
import { aDonorDraft, aDonorForm } from '#server/demo/makers/donors.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { arun, meena } from '#testing/makers/linked-orders.ts'
import { aDraft, anAccount, aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'

/** The reads and writes of §7.2, by the calls that answer them here. */
const now = instantOf('2026-11-16', '10:00')
let service: TestService
beforeAll(async () => {
  service = await aService({ now, settings: { ROLE: 'web' } })
  await thePrices(service.db)
})
const provider = () => service.as('bloodsupport')
const bank = () => service.as('redbank_bloodbank')

/** Nobody but these gets past the door. */
async function onlyFor(email: string, rows: readonly Route[]) {
  const others = ['firm', 'firm_pilot', 'city_admin', 'redbank_bloodbank', 'arun.driver', 'bloodsupport']
  for (const row of rows) {
    for (const other of others.filter((one) => one !== email)) {
      const body = row.method === 'GET' ? {} : { body: {} }
      expect((await service.as(other).raw(row.method, row.path, body)).status, `${other} ${row.path}`).toBe(
        403,
      )
    }
    expect((await service.anonymous.raw(row.method, row.path)).status, row.path).toBe(401)
  }
}

describe('requests', () => {
  test('API-10 all of them with their prices, those of a driver, and those raised between two days: for the provider alone', async () => {
    const [early, late] = [later(now, -days(40)), later(now, -days(1))]
    const old = await aRequest(
      service.db,
      { status: 'completed', raisedAt: early, units: 3, driverEmail: meena },
      now,
    )
    const young = await aRequest(service.db, { status: 'issued', raisedAt: late, units: 2 }, now)
    const all = await provider().done(billing.track, { size: 100 })
    expect(all.items.map(({ id }) => id)).toEqual([young.id, old.id])
    expect(all.total).toBe(2)
    const driven = await provider().done(orders.ofDriver, { driver: arun, view: 'history' })
    expect(driven.items.map(({ id }) => id)).toEqual([young.id])
    const range = { from: '2026-11-10', to: '2026-11-16' }
    expect((await provider().done(billing.components, range)).items).toEqual([
      { bloodGroup: young.bloodGroup, component: young.component, units: 2 },
    ])
    await onlyFor('bloodsupport', [billing.track, orders.ofDriver, billing.components])
  })
})

describe('writing a request', () => {
  /** Each write of §7.2: its call, whose it is, the request that it may be made on, and what that becomes. */
  const writes: [string, Route, string, RequestWish, object, RequestStatus][] = [
    ['approve', requests.approve, 'firm', { status: 'pending' }, {}, 'hospital-admin-approved'],
    ['reject', requests.reject, 'firm', { status: 'pending' }, {}, 'hospital-admin-rejected'],
    [
      'Update DB',
      orders.move,
      'bloodsupport',
      { status: 'issued' },
      { status: 'delivery-completed' },
      'delivery-completed',
    ],
    [
      'link',
      orders.link,
      'bloodsupport',
      { status: 'hospital-admin-approved' },
      { bankId: 'redbank', driverEmail: arun },
      'bloodbank-approved',
    ],
    [
      'reservation approval',
      orders.approveReservation,
      'bloodsupport',
      { status: 'bloodbank-approved', orderType: 'reservation' },
      {},
      'reservation-approved',
    ],
    [
      'invoice approval',
      orders.approveInvoice,
      'bloodsupport',
      { status: 'delivery-completed' },
      {},
      'completed',
    ],
  ]
  const rowOf = (id: string) =>
    service.db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test.each(writes)(
    'API-09 %s is one call that changes the status, and no field by its name',
    async (_, route, email, wish, input, status) => {
      const { id, version } = await aRequest(service.db, { hospitalId: 'firm', ...wish }, now)
      const before = await rowOf(id)
      const send = (body: object) =>
        service.as(email).raw(route.method, route.path.replace(':id', id), { body })
      const whole = { version, ...input }
      for (const name of ['patientName', 'units', 'hospitalId', 'updatedAt', 'RequestStatus', 'invented']) {
        const answer = await send({ ...whole, [name]: before.patientId })
        expect([answer.status, answer.json()], name).toMatchObject([422, { field: name }])
      }
      expect(await rowOf(id)).toEqual(before)
      expect((await send(whole)).status).toBe(200)
      const after = await rowOf(id)
      expect(after.status).toBe(status)
      expect(after.updatedAt > before.updatedAt).toBe(true)
      const { patientName, units, hospitalId } = before
      expect(after).toMatchObject({ patientName, units, hospitalId })
    },
  )

  test('API-09 a raise adds one, as it was filled in and with nothing else', async () => {
    const count = async () => (await service.db.selectFrom('requests').select('id').execute()).length
    const [before, draft] = [await count(), aDraft(now)]
    for (const name of ['status', 'hospitalId', 'invented']) {
      const body = { ...draft, [name]: 'noble' }
      const answer = await service.as('firm_pilot').raw('POST', '/api/requests', { body })
      expect([answer.status, answer.json()], name).toMatchObject([422, { field: name }])
    }
    const { id } = await service.as('firm_pilot').done(requests.raise, draft)
    const { reservationHours: _, ...filled } = draft
    expect(await rowOf(id)).toMatchObject({ ...filled, hospitalId: 'firm', status: 'pending' })
    expect(await count()).toBe(before + 1)
  })

  test('API-09 no call takes a field that it does not name', () => {
    // it takes whatever §7.1 sends with it, and looks at three names (ruling AMB-96)
    const tolerant: Route[] = [namedCalls.generateInvoice]
    const generous = Object.values<Routes>(contract)
      .flatMap((table) => Object.values(table))
      .filter((row) => row.method !== 'GET' && !tolerant.includes(row))
      .filter((row) => {
        const issues = row.input.safeParse({ invented: true }).error?.issues ?? []
        return !issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0)
      })
    expect(generous.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })
})

describe('configuration', () => {
  test('API-11 DATA-07 REQSTATUS-05 every entry, the hospitals without dev and test, the banks with their prices, drivers, picture types and delivery prices', async () => {
    const everything = await provider().done(accounts.list, {})
    expect(everything.items.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['firm', 'redbank', 'dev', 'test']),
    )
    const hospitals = (await provider().done(organisations.hospitalChoices, {})).items.map(({ id }) => id)
    expect(hospitals).toEqual(expect.arrayContaining(['firm', 'noble', 'city']))
    expect(hospitals.filter((id) => ['dev', 'test', 'redbank'].includes(id))).toEqual([])
    // whoever belongs to them can sign in all the same
    await anAccount(service.db, { email: 'test_pilot' })
    for (const name of ['dev_admin', 'dev_pilot', 'test_pilot']) {
      const visitor = clientOf({ url: service.url, origin: service.settings.publicUrl })
      expect((await visitor.signIn(emailOf(name))).status, name).toBe(200)
      const { actor } = await visitor.done(people.session, {})
      expect(actor).toMatchObject({ organisationId: name.split('_')[0], accountStatus: 'active' })
    }
    const banks = (await provider().done(billing.bankPrices, {})).items
    expect(banks.find(({ bankId }) => bankId === 'redbank')?.paise).toMatchObject({
      PRBC: 1_450_00,
      FFP: 380_00,
    })
    const { items: drivers } = await provider().done(organisations.drivers, {})
    expect(drivers).toContainEqual({ email: arun, name: 'Arun Kumar', phone: expect.any(String) })
    expect((await provider().done(pictures.types, {})).items).toContainEqual({
      state: 'InTransit',
      name: 'Bag',
    })
    expect((await provider().done(billing.deliveryPrices, {})).items).toMatchObject([
      { name: 'convenience_Fee', paise: 49_50 },
      { name: 'delivery_rate', paise: 120_00 },
    ])
    await onlyFor('bloodsupport', [
      accounts.list,
      organisations.hospitalChoices,
      billing.bankPrices,
      organisations.drivers,
      pictures.types,
      billing.deliveryPrices,
    ])
  })

  test("API-12 drivers, delivery prices and a bank's prices are written by the provider alone", async () => {
    await provider().done(billing.setBankPrices, { bankId: 'redbank', paise: { PRBC: 1, FFP: 2 } })
    const { items } = await provider().done(billing.bankPrices, {})
    expect(items.find(({ bankId }) => bankId === 'redbank')?.paise).toEqual({ PRBC: 1, FFP: 2 })
    await provider().done(billing.setDeliveryPrices, {
      items: [
        { name: 'convenience_Fee', paise: 7 },
        { name: 'delivery_rate', paise: 8 },
      ],
    })
    expect((await provider().done(billing.deliveryPrices, {})).items.map(({ paise }) => paise)).toEqual([
      7, 8,
    ])
    const draft = { name: 'New Driver', phone: '9840012345', email: 'new.driver@crossmatch.example' }
    await provider().done(namedCalls.createUser, { ...draft, password: 'crossmatch' })
    const { items: drivers } = await provider().done(organisations.drivers, {})
    expect(drivers.map(({ email }) => email)).toContain(draft.email)
    await onlyFor('bloodsupport', [billing.setBankPrices, billing.setDeliveryPrices, namedCalls.createUser])
  })
})

test('API-13 a company is found by its name and changed, or added; banks ask for the days of a category', async () => {
  const donationDays: [string, string, string] = ['2026-12-01', '2026-12-08', '2026-12-15']
  const save = (category: '0-50' | '100+') =>
    provider().done(camps.saveCompany, { name: 'AdyarLabs', category, days: donationDays })
  await save('0-50')
  await save('100+')
  const kept = await service.db.selectFrom('companies').selectAll().where('name', '=', 'adyarlabs').execute()
  expect(kept).toMatchObject([{ category: '100+', donationDays }])
  await aCompany(
    service.db,
    { category: '0-50', donationDays: ['2026-12-02', '2026-12-03', '2026-12-04'] },
    now,
  )
  expect((await bank().done(camps.days, { category: '100+' })).items).toEqual(donationDays)
  await onlyFor('bloodsupport', [camps.saveCompany])
})

test("API-14 a bank's own inventory is read, added the first time and updated after", async () => {
  await stockOf(service.db, 'bluebank', { PRBC: { 'A+': 99 } })
  const count = (units: number, seenAt: Date | null) =>
    bank().done(stock.count, {
      component: 'PRBC',
      seenAt,
      quantities: Object.fromEntries(bloodGroups.map((group) => [group, units])) as never,
    })
  const first = await count(3, null)
  const second = await count(4, first.countedAt)
  const { items } = await bank().done(stock.list, {})
  expect(items.find(({ component }) => component === 'PRBC')).toEqual(second)
  expect(Object.values(second.shelves).map(({ units }) => units)).toEqual(Array(8).fill(4))
  const rows = await service.db.selectFrom('stock').selectAll().where('bankId', '=', 'redbank').execute()
  expect(rows).toHaveLength(8)
  await onlyFor('redbank_bloodbank', [stock.list])
})

test('API-15 donor forms are added by the donor, read by location, 20 of them, and by donation ID, one, and updated; none of another bank', async () => {
  const own = []
  for (let number = 0; number < 22; number++) own.push(await aDonorForm(service.db, {}, later(now, -number)))
  const foreign = await aDonorForm(service.db, { bankId: 'bluebank' }, now)
  const { items } = await bank().done(consent.list, {})
  expect(items.map(({ id }) => id)).toEqual(own.slice(0, 20).map(({ id }) => id))
  const found = (id: string) => bank().done(consent.find, { id })
  expect((await found(own[21]?.id ?? '')).items.map(({ id }) => id)).toEqual([own[21]?.id])
  expect((await found(foreign.id)).items).toEqual([])

  const { id } = await service.anonymous.done(donors.submit, { bankId: 'redbank', ...aDonorDraft() })
  expect((await found(id)).items).toMatchObject([{ id, status: 'incomplete' }])
  const { seen, ...form } = await bank().done(consent.show, { id })
  const draft = { ...draftOf(ConsentForm.parse(form)), address: '1 New Street, Chennai' }
  await bank().done(consent.save, { id, seen, draft })
  expect(await bank().done(consent.show, { id })).toMatchObject({ address: '1 New Street, Chennai' })
  await onlyFor('redbank_bloodbank', [consent.list])
})
