import type { Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { stock } from '#contract/stock.ts'
import { bloodGroups, groupName } from '#domain/basics/blood.ts'
import { days, earlier, hours } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { stockOf } from '#server/demo/makers/banks.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aFreeBag } from '#testing/makers/shelves.ts'
import { closeAlert } from '../pages/alerts.ts'
import { aBankWithBags, yesterday } from '../pages/bag-shelf.ts'
import { aStaffedBank } from '../pages/bank-people.ts'
import { expect, test } from '../pages/fixtures.ts'
import { submit } from '../pages/provider-forms.ts'

const path = (topic: string) => `/dashboard/bloodbank/${topic}`
const inputs = (page: Page) => page.getByRole('spinbutton')
const input = (page: Page, group: string) => page.getByRole('spinbutton', { name: group, exact: true })
const done = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Inventory has been successfully updated' })
const lastCount = (page: Page) => page.getByRole('region', { name: 'Last count' })
const stillCorrect = (page: Page) => page.getByRole('button', { name: 'Still correct' })

test('INVENTORY-01 INVENTORY-02 INVENTORY-03 INVENTORY-04 INVENTORY-05 each of the four screens has eight inputs, filled with what was counted', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aStaffedBank(db)
  const countOf = (more: number) =>
    Object.fromEntries(bloodGroups.map((group, at) => [group, at * 10 + more]))
  const counts = { PRBC: countOf(1), SDP: countOf(2), FFP: countOf(3), RDP: countOf(4) }
  await stockOf(db, bank.id, counts, { by: 'anitha' })
  const page = await signedIn(bank.first, null)
  for (const [topic, title, more] of [
    ['prbc', 'Packed Red Blood Cells', 1],
    ['sdp', 'Single Donor Platelets', 2],
    ['ffp', 'Fresh Frozen Plasma', 3],
    ['rdp', 'Random Donor Platelets', 4],
  ] as const) {
    await page.goto(path(topic))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(inputs(page)).toHaveCount(8)
    for (const [at, group] of bloodGroups.entries()) {
      await expect(input(page, groupName(group))).toHaveValue(String(at * 10 + more))
      await expect(input(page, groupName(group))).toHaveAttribute('type', 'number')
      await expect(input(page, groupName(group))).toHaveAttribute('min', '0')
    }
    await expect(page.getByRole('button', { name: 'SUBMIT DETAILS' })).toBeVisible()
    await expect(lastCount(page)).toContainText('Counted just now by anitha')
    await expect(page.getByText(`Total ${280 + 8 * more} units`)).toBeVisible()
  }
  // AMB-346
  await db.updateTable('stock').set({ isBySystem: true }).where('bankId', '=', bank.id).execute()
  await page.reload()
  await expect(lastCount(page)).toContainText('Counted just now by system, anitha')
})

test('INVENTORY-06 INVENTORY-07 INVENTORY-09 AMB-120 ERRORS-04 a count is saved, 7.9 as 7 and a blank as 0, and is there after a reload; one press says that it is still correct', async ({
  signedIn,
  db,
}) => {
  const bank = await aStaffedBank(db)
  const [yesterday, last] = [earlier(new Date(), hours(30)), earlier(new Date(), days(6))]
  await stockOf(db, bank.id, { PRBC: { 'A+': 40, 'O-': 2, 'B-': 6 } }, { at: yesterday })
  await stockOf(db, bank.id, { RDP: { 'O+': 9 } }, { at: last, by: 'anitha' })
  const page = await signedIn(bank.second, path('prbc'))
  await expect(lastCount(page)).toContainText('Counted 30 h ago, count again')
  await input(page, 'A POS').fill('7.9')
  await input(page, 'O NEG').fill('')
  await submit(page)
  await expect(done(page)).toBeVisible()
  await expect(lastCount(page)).toContainText(`Counted just now by ${bank.second}`)
  await expect(input(page, 'A POS')).toHaveValue('7')
  await page.reload()
  await expect(input(page, 'A POS')).toHaveValue('7')
  await expect(input(page, 'O NEG')).toHaveValue('0')
  await expect(input(page, 'B NEG')).toHaveValue('6')

  await page.goto(path('rdp'))
  await expect(lastCount(page)).toContainText(
    'Counted 6 days ago, past its shelf life, count again by anitha',
  )
  await stillCorrect(page).click()
  await expect(done(page)).toBeVisible()
  await expect(lastCount(page)).toContainText(`Counted just now by ${bank.second}`)
  await expect(input(page, 'O POS')).toHaveValue('9')
  const events = await db
    .selectFrom('events')
    .select('kind')
    .where('subjectId', '=', `${bank.id}/RDP`)
    .execute()
  expect(events).toEqual([{ kind: 'stock-confirmed' }])
  // what is typed would be lost
  await input(page, 'O POS').fill('8')
  await expect(stillCorrect(page)).toHaveAttribute('aria-disabled', 'true')
})

test('INVENTORY-01 INVENTORY-05 SHELL-27 less than nought, too many and what is no number are told and marked, for everybody, and not saved; then by the keyboard alone a count is', {
  tag: '@looks',
}, async ({ signedIn, db, looksGood }) => {
  const bank = await aStaffedBank(db)
  const page = await signedIn(bank.first, path('sdp'))
  await expect(lastCount(page)).toContainText('Never counted')
  await expect(stillCorrect(page)).toHaveCount(0)
  const field = input(page, 'AB NEG')
  await field.fill('10000')
  await submit(page)
  await closeAlert(page, 'Invalid Quantity', 'Please enter at most 9999 units for AB NEG.')
  await field.fill('7')
  await expect(field).not.toHaveAttribute('aria-invalid')
  // a number field says of this that it is empty, and empty would be 0
  await field.fill('')
  await field.pressSequentially('-')
  await submit(page)
  await closeAlert(page, 'Invalid Quantity', 'Please enter a whole number of at least 0 for AB NEG.')
  await field.fill('-1')
  await submit(page)
  await closeAlert(page, 'Invalid Quantity', 'Please enter a whole number of at least 0 for AB NEG.')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('-1')
  await looksGood(page, 'narrow')
  expect(await db.selectFrom('stock').selectAll().where('bankId', '=', bank.id).execute()).toEqual([])
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(field).toHaveValue('0')

  await input(page, 'A POS').focus()
  for (const [at, group] of bloodGroups.entries()) {
    await expect(input(page, groupName(group))).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(String(at))
    if (at < 7) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(done(page)).toBeVisible()
  const rows = await db.selectFrom('stock').select('quantity').where('bankId', '=', bank.id).execute()
  expect(rows.map(({ quantity }) => quantity).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('AMB-120 until the stock is loaded nothing can be submitted, and a failed load can be tried again', {
  tag: '@long',
}, async ({ signedIn, db, allowFaults }) => {
  allowFaults(/status of 500/)
  const bank = await aStaffedBank(db)
  await stockOf(db, bank.id, { FFP: { 'A+': 12 } })
  const page = await signedIn(bank.first, null)
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/stock', async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await page.goto(path('ffp'))
  const button = page.getByRole('button', { name: 'SUBMIT DETAILS' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(input(page, 'A POS')).toBeDisabled()
  answer()
  await expect(page.getByText('The stock did not load.')).toBeVisible({ timeout: 15_000 })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/api/stock')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(input(page, 'A POS')).toHaveValue('12')
  await expect(button).not.toHaveAttribute('aria-disabled')
})

test('INVENTORY-08 two people of one bank: what is not touched follows, what is typed is kept, and the first press over a newer count is refused', async ({
  signedIn,
  db,
  server,
  allowFaults,
}) => {
  allowFaults(/status of 409/)
  const bank = await aStaffedBank(db)
  await stockOf(db, bank.id, { PRBC: byGroup(() => 5) }, { at: earlier(new Date(), hours(1)), by: 'anitha' })
  const page = await signedIn(bank.first, path('prbc'))
  const watching = await signedIn(bank.second, path('prbc'))
  await expect(input(watching, 'O NEG')).toHaveValue('5')
  await input(page, 'A POS').fill('11')

  const other = server.as(bank.second)
  const seen = (await other.done(stock.list, {})).items.find(({ component }) => component === 'PRBC')
  await other.done(stock.count, {
    component: 'PRBC',
    seenAt: seen?.countedAt ?? null,
    quantities: { ...byGroup(() => 5), 'A+': 8, 'O-': 1 },
  })
  await expect(input(watching, 'O NEG')).toHaveValue('1', { timeout: 15_000 })
  await expect(page.getByText(`${bank.second} counted this while you were typing.`)).toBeVisible({
    timeout: 15_000,
  })
  await expect(input(page, 'O NEG')).toHaveValue('1')
  await expect(input(page, 'A POS')).toHaveValue('11')
  await expect(input(page, 'A POS')).toHaveAccessibleDescription('Counted 8 meanwhile. Yours is not saved.')

  await submit(page)
  await closeAlert(page, 'Counted Meanwhile', `${bank.second} counted this on`)
  await expect(input(page, 'A POS')).toHaveValue('11')
  await expect(done(page)).toHaveCount(0)
  await submit(page)
  await expect(done(page)).toBeVisible()
  await expect(page.getByText('counted this while you were typing')).toHaveCount(0)
  await expect(input(watching, 'A POS')).toHaveValue('11', { timeout: 15_000 })
  await expect(input(watching, 'O NEG')).toHaveValue('1')
})

test('INVENTORY-08 a newer count that this screen has not heard of is refused by the server; sent again as it is it is one call', {
  tag: '@long',
}, async ({ signedIn, db, server, allowFaults }) => {
  allowFaults(/status of 409/, /ERR_FAILED/)
  const bank = await aStaffedBank(db)
  const page = await signedIn(bank.first, null)
  // deaf, as behind a proxy that holds the stream up
  await page.route('**/api/live', (route) => route.abort('failed'))
  await page.goto(path('sdp'))
  await input(page, 'O NEG').fill('4')
  await server
    .as(bank.second)
    .done(stock.count, { component: 'SDP', seenAt: null, quantities: byGroup(() => 2) })
  await submit(page)
  await closeAlert(page, 'Counted Meanwhile', bank.second)
  await expect(input(page, 'A POS')).toHaveValue('2')
  await expect(input(page, 'O NEG')).toHaveValue('4')

  const keys: (string | undefined)[] = []
  await page.route('**/api/stock/SDP', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // it arrives, and its answer does not
    await route.fetch()
    await route.abort('failed')
  })
  await submit(page)
  await closeAlert(page, 'Not Connected', 'The server could not be reached.')
  await expect(input(page, 'O NEG')).toHaveValue('4')
  await page.unroute('**/api/stock/SDP')
  await page.route('**/api/stock/SDP', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.continue()
  })
  await submit(page)
  await expect(done(page)).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0]])
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('subjectId', '=', `${bank.id}/SDP`)
    .execute()
  expect(events).toHaveLength(2)
})

test('INVENTORY-08 what is typed while a count is being saved stays, and is saved by the next press', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aStaffedBank(db)
  await stockOf(db, bank.id, { PRBC: { 'A+': 4, 'O+': 2 } })
  const page = await signedIn(bank.first, path('prbc'))
  let letGo = () => {}
  const isTyped = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/stock/**', async (route) => {
    if (route.request().method() !== 'GET') await isTyped
    await route.continue()
  })
  await input(page, 'A POS').fill('5')
  await submit(page)
  await expect(page.getByRole('button', { name: 'SUBMIT DETAILS' })).toHaveAttribute('aria-busy', 'true')
  await input(page, 'O POS').fill('1')
  letGo()
  await expect(done(page)).toBeVisible()
  await expect(input(page, 'A POS')).toHaveValue('5')
  await expect(input(page, 'O POS')).toHaveValue('1')
  await expect(page.getByText('counted this while you were typing')).toHaveCount(0)
  await submit(page)
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0)
  await page.reload()
  await expect(input(page, 'A POS')).toHaveValue('5')
  await expect(input(page, 'O POS')).toHaveValue('1')
})

test('AMB-121 the offers for an order follow a new count while they are looked at', { tag: '@long' }, async ({
  signedIn,
  db,
  server,
}) => {
  const bank = await aStaffedBank(db)
  const order = await aRequest(db, {
    status: 'hospital-admin-approved',
    component: 'SDP',
    bloodGroup: 'AB-',
    units: 2,
  })
  const page = await signedIn('bloodsupport', `/dashboard/admin/linkBloodBank?order=${order.id}`)
  const row = page.getByRole('row').filter({ hasText: bank.name })
  await expect(row).toContainText('not counted')
  await server
    .as(bank.first)
    .done(stock.count, { component: 'SDP', seenAt: null, quantities: { ...byGroup(() => 0), 'AB-': 6 } })
  await expect(row).toContainText('just now', { timeout: 15_000 })
  const { items } = await server.as('bloodsupport').done(orders.banksFor, { id: order.id })
  expect(items.find(({ bankId }) => bankId === bank.id)).toMatchObject({ units: 6, freeUnits: 6 })
})

test('AMB-292 the time of the daily reminder is kept, and stands on all four screens', async ({
  signedIn,
  db,
}) => {
  const bank = await aStaffedBank(db)
  const page = await signedIn(bank.first, path('prbc'))
  const time = page.getByLabel('Remind us at')
  await expect(time).toHaveValue('08:00')
  await time.fill('06:30')
  await page.getByRole('button', { name: 'Save time' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are reminded at 06:30' })).toBeVisible()
  await page.goto(path('rdp'))
  await expect(time).toHaveValue('06:30')
})

test('AMB-219 a bank that keeps bags reads how many lie free beside its count, and fills the count from them', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const bank = await aBankWithBags(db)
  const client = server.as(bank.first)
  await aFreeBag(client, { collectedOn: yesterday(), bloodGroup: 'O+' })
  await aFreeBag(client, { collectedOn: yesterday(), bloodGroup: 'O+' })
  const page = await signedIn(bank.first, path('prbc'))
  await expect(page.getByText('by bags: 2')).toBeVisible()
  await expect(page.getByText('by bags: 0')).toHaveCount(7)
  await page.getByRole('button', { name: 'Fill from bags' }).click()
  await expect(input(page, 'O POS')).toHaveValue('2')
  await expect(lastCount(page)).toContainText('Never counted')
  await submit(page)
  await expect(done(page)).toBeVisible()
  await expect(lastCount(page)).toContainText('just now')
})
