import { expect, test } from 'vitest'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { organisations } from '#contract/organisations.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { idsOf, newestFirst, pagesOf } from '#testing/makers/listed-requests.ts'
import { aDriver, aRequest, emailOf } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const support = service.as('bloodsupport')

/** Each with a time of its own, so that there is one right order. */
function carriedBy(driverEmail: string) {
  let n = 0
  return (wish: RequestWish = {}) =>
    aRequest(
      db,
      {
        status: 'issued',
        bankId: 'redbank',
        raisedAt: later(now, -minutes(300 + n++)),
        driverEmail,
        ...wish,
      },
      now,
    )
}

const shown = async (driver: string, view: 'ongoing' | 'history') =>
  (await pagesOf(support, orders.ofDriver, { driver, view })).flat()

test('ADMIN-ORDERS-02 the drivers there are, by name, are there to be chosen', async () => {
  const { items } = await support.done(organisations.drivers, {})
  expect(items.map(({ name, email }) => [name, email])).toEqual([
    ['Arun Kumar', emailOf('arun.driver')],
    ['John Peter', emailOf('john.driver')],
    ['Meena Raj', emailOf('meena.driver')],
  ])
})

test('ADMIN-ORDERS-03 ADMIN-ORDERS-04 of the thirteen statuses eight are ongoing, the history has all', async () => {
  const { email } = await aDriver(db)
  const carry = carriedBy(email)
  const made = []
  for (const status of requestStatuses) made.push(await carry({ status }))
  const ended: RequestStatus[] = [
    'pending',
    'hospital-admin-rejected',
    'cancelled',
    'bloodbank-rejected',
    'completed',
  ]
  const ongoing = made.filter(({ status }) => !ended.includes(status))
  expect(ongoing).toHaveLength(8)
  expect(await shown(email, 'ongoing')).toEqual(newestFirst(ongoing))
  expect(await shown(email, 'history')).toEqual(newestFirst(made))
})

test('ADMIN-ORDERS-05 orders of dev and test are in neither view', async () => {
  const { email } = await aDriver(db)
  const carry = carriedBy(email)
  await carry({ hospitalId: 'dev' })
  const one = await carry()
  await carry({ hospitalId: 'test' })
  for (const view of ['ongoing', 'history'] as const) expect(await shown(email, view)).toEqual([one.id])
})

test('ADMIN-ORDERS-06 a driver who was replaced still has the order in the history, as has the new one', async () => {
  const [first, second] = [await aDriver(db), await aDriver(db)]
  const order = await aRequest(db, { status: 'hospital-admin-approved' }, now)
  await support.done(orders.link, { id: order.id, version: 2, bankId: 'redbank', driverEmail: first.email })
  await support.done(orders.link, { id: order.id, version: 3, bankId: 'redbank', driverEmail: second.email })
  await support.done(orders.move, { id: order.id, version: 4, status: 'completed' })
  for (const { email } of [first, second]) {
    expect(await shown(email, 'history')).toEqual([order.id])
    expect(await shown(email, 'ongoing')).toEqual([])
  }
})

test('ADMIN-ORDERS-03 AMB-241 an order that another has now, or nobody, is ongoing by its status, and says whose it is', async () => {
  const [first, second] = [await aDriver(db), await aDriver(db, { name: 'Second Driver' })]
  const order = await aRequest(db, { status: 'hospital-admin-approved' }, now)
  const wish = { id: order.id, bankId: 'redbank' }
  const told = async ({ email }: { email: string }) => {
    const { items } = await support.done(orders.ofDriver, { driver: email, view: 'ongoing' })
    return items.map(({ status, nowWith }) => [status, nowWith])
  }
  await support.done(orders.link, { ...wish, version: 2, driverEmail: first.email })
  expect(await told(first)).toEqual([['bloodbank-approved', null]])
  await support.done(orders.link, { ...wish, version: 3, driverEmail: second.email })
  expect(await told(first)).toEqual([['bloodbank-approved', 'Second Driver']])
  expect(await told(second)).toEqual([['bloodbank-approved', null]])
  const refusal = { id: order.id, version: 4, reason: 'Nothing of this group' }
  await service.as('redbank_bloodbank').done(issuing.refuse, refusal)
  for (const driver of [first, second]) expect(await told(driver)).toEqual([['hospital-admin-approved', '']])
})

test('ADMIN-ORDERS-03 a row has what the screen shows, and nothing of the patient', async () => {
  const { email } = await aDriver(db)
  const order = await carriedBy(email)({
    patientName: 'Canary Zanzibar',
    patientId: 'CANARY-1',
    reason: 'canary-reason',
    component: 'FFP',
    bloodGroup: 'AB-',
  })
  const answer = await support.raw('GET', `/api/requests/of-driver?driver=${email}&view=ongoing`)
  expect(answer.text).not.toMatch(/canary|patient|reason|"age"|"sex"/i)
  const { items } = await support.done(orders.ofDriver, { driver: email, view: 'ongoing' })
  expect(items).toEqual([
    {
      id: order.id,
      hospitalName: 'Firm Hospital',
      bankId: 'redbank',
      bankName: 'Redbank',
      bloodGroup: 'AB-',
      component: 'FFP',
      units: 2,
      orderType: 'immediate',
      status: 'issued',
      isLate: false,
      invoiceKind: 'NORMAL',
      pickupAt: order.pickupAt,
      deadlineAt: order.deadlineAt,
      raisedAt: order.raisedAt,
      version: order.version,
      nowWith: null,
    },
  ])
})

test('ADMIN-ORDERS-04 twelve come as a page of 10 and one of 2, newest first', async () => {
  const { email } = await aDriver(db)
  const carry = carriedBy(email)
  const made = []
  for (let n = 0; n < 12; n++) made.push(await carry())
  for (const view of ['ongoing', 'history'] as const) {
    const pages = await pagesOf(support, orders.ofDriver, { driver: email, view })
    expect(pages.map((page) => page.length)).toEqual([10, 2])
    expect(pages.flat()).toEqual(newestFirst(made))
  }
})

test('ADMIN-ORDERS-03 a page that is read again keeps its end when a new order comes on top', async () => {
  const { email } = await aDriver(db)
  const carry = carriedBy(email)
  const made = []
  for (let n = 0; n < 12; n++) made.push(await carry())
  const ask = { driver: email, view: 'ongoing' } as const
  const first = await support.done(orders.ofDriver, ask)
  const newer = await carry({ raisedAt: now })
  const again = await support.done(orders.ofDriver, { ...ask, through: first.next ?? '' })
  expect(idsOf(again.items)).toEqual([newer.id, ...newestFirst(made).slice(0, 10)])
  expect(again.next).toBe(first.next)
})

test('ADMIN-ORDERS-07 a driver without orders, or one that is none, has an empty page', async () => {
  const { email } = await aDriver(db)
  for (const driver of [email, 'nobody@crossmatch.example', '']) {
    for (const view of ['ongoing', 'history'] as const) {
      expect(await support.done(orders.ofDriver, { driver, view })).toEqual({ items: [], next: null })
    }
  }
})

test('AMB-251 what each driver has to carry: orders, late ones, and which is due last; who has the fewest comes first', async () => {
  const [busy, free] = [await aDriver(db, { name: 'Zara' }), await aDriver(db, { name: 'Zoya' })]
  const carry = carriedBy(busy.email)
  const at = (count: number) => later(now, minutes(count))
  await carry({ deadlineAt: at(-10) })
  await carry({ deadlineAt: at(300), hospitalId: 'noble' })
  // a pickup that is over is late as well, and what is still to come is not
  await carry({ status: 'bloodbank-approved', pickupAt: at(-1), deadlineAt: at(200) })
  await carry({ status: 'reservation-approved', pickupAt: at(60), deadlineAt: at(240) })
  // neither what is done nor a trial is carried
  for (const status of ['delivery-completed', 'completed', 'cancelled'] as const)
    await carry({ status, deadlineAt: at(400) })
  await carry({ hospitalId: 'dev', deadlineAt: at(500) })

  const { items } = await support.done(orders.drivers, {})
  const loadOf = ({ email }: { email: string }) => items.find((driver) => driver.email === email)
  expect(loadOf(busy)).toMatchObject({
    orders: 4,
    late: 2,
    lastDueAt: at(300),
    lastHospital: 'Noble Hospital',
  })
  expect(loadOf(free)).toMatchObject({ orders: 0, late: 0, lastDueAt: null, lastHospital: null })
  const counts = items.map((driver) => driver.orders)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
})
