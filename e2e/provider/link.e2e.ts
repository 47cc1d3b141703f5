import { orders } from '#contract/orders.ts'
import { organisations } from '#contract/organisations.ts'
import { earlier, hours, minutes } from '#domain/basics/time.ts'
import { stockOf } from '#server/demo/makers/banks.ts'
import { linksIn, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aBank, aRequest, nextNumber } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { choose, fields, letOthersRunOut, linkPath, linksOf } from '../pages/link-form.ts'

const approved = { status: 'hospital-admin-approved' } as const
const notSubmitted = 'Data Not Submitted'

test('LINK-01 LINK-07 LINK-08 LINK-20 an id, a bank of the list or others, and a driver; the order is one press away and in the address; others takes a name, kept in small letters without spaces', {
  tag: '@long',
}, async ({ signedIn, server, db }) => {
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', linkPath)
  const { submit, order, ...on } = fields(page)
  const options = page.getByRole('listbox').getByRole('option')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Blood Bank / Driver')
  await expect(on.id).toBeVisible()
  const support = server.as('bloodsupport')
  const banks = (await support.done(organisations.bankChoices, {})).items.filter(({ isListed }) => isListed)
  await on.bank.click()
  await expect(options).toHaveText([...banks.map(({ name }) => name), 'others'])
  await page.keyboard.press('Escape')
  await on.driver.click()
  for (const { name } of (await support.done(organisations.drivers, {})).items)
    await expect(options.filter({ hasText: name }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await on.id.fill(` ${id.toUpperCase()} `)
  await expect(order.getByRole('heading')).toHaveText(id)
  await expect(page).toHaveURL(new RegExp(`order=.*${id}`, 'i'))
  await page.reload()
  await expect(on.id).toHaveValue(new RegExp(id, 'i'))
  await expect(order.getByRole('heading')).toHaveText(id)
  for (const [button, title] of [
    ['Timestamps', 'Timestamps'],
    ['Details', 'Order'],
  ] as const) {
    await order.getByRole('button', { name: button }).click()
    const popup = page.getByRole('dialog')
    await expect(popup).toContainText(`${title} ${id}`)
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }

  await choose(page, 'bank', 'others')
  await on.other.fill('City Blood Center')
  await expect(page.getByText('Kept as citybloodcenter')).toBeVisible()
  await choose(page, 'driver', 'John Peter')
  await submit.click()
  await closeAlert(page, 'Data Submitted', 'Data has been successfully submitted')
  expect(await linksIn(db).rowOf(id)).toMatchObject({ bankId: 'citybloodcenter' })
  await on.bank.click()
  await expect(options.filter({ hasText: 'others' })).toBeVisible()
  await expect(options.filter({ hasText: 'City Blood Center' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await on.id.fill(id)
  await expect(on.offers).toBeVisible()
  await choose(page, 'bank', 'others')
  await on.other.fill('Noble')
  await choose(page, 'driver', 'John Peter')
  await submit.click()
  await closeAlert(page, notSubmitted, 'This name belongs to a hospital.')
  await expect(on.other).toBeFocused()
})

test('LINK-09 LINK-10 LINK-13 LINK-16 LINK-17 LINK-18 ERRORS-04 an order is taken, looked at, linked once, and the driver told', async ({
  signedIn,
  server,
  db,
}) => {
  await letOthersRunOut(db)
  const { id } = await aRequest(db, { ...approved, units: 5, component: 'FFP', bloodGroup: 'AB-' })
  const page = await signedIn('bloodsupport', linkPath)
  const { submit, order, offers, ...on } = fields(page)
  await page.getByRole('button', { name: id }).click()
  await expect(on.id).toHaveValue(id)
  await expect(order.getByRole('heading')).toHaveText(id)
  for (const fact of [
    'AB NEG FFP, 5 units, 2 deliveries',
    'hospital-admin-approved',
    'Firm',
    'immediate',
    'Karthik Subramanian, FH-118160',
    'Upper GI bleed',
  ])
    await expect(order).toContainText(fact)

  await offers.getByRole('button', { name: 'Bluebank' }).click()
  await expect(on.bank).toHaveValue('Bluebank')
  await expect(offers.getByRole('button', { name: 'Bluebank' })).toHaveAttribute('aria-pressed', 'true')
  await choose(page, 'driver', 'Meena Raj')
  await expect(page.getByText('Text message to +919840130002')).toBeVisible()

  const links = linksOf(page)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const words = 'The text message to Meena Raj goes out at noon.'
  await page.route('**/link', async (route) => {
    await answered
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), message: words } })
  })
  await submit.click()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await submit.click({ force: true })
  await on.id.press('Enter')
  answer()
  await closeAlert(page, 'Data Submitted', 'Data has been successfully submitted')
  await expect(page.getByRole('status').filter({ hasText: id })).toContainText(words)
  for (const field of [on.id, on.bank, on.driver]) await expect(field).toHaveValue('')
  await expect(on.id).toBeFocused()
  expect(links).toHaveLength(1)
  expect(await linksIn(db).rowOf(id)).toMatchObject({
    bankId: 'bluebank',
    driverEmail: meena,
    status: 'bloodbank-approved',
  })
  expect(await linksIn(db).historyOf(id)).toEqual([
    { driverEmail: meena, startStatus: 'bloodbank-approved', endStatus: null },
  ])
  await expect(page.getByRole('button', { name: id })).toHaveCount(0)
  const text = await server.texts.find(({ to, body }) => to === '+919840130002' && body.includes(id), 8_000)
  expect(text.body.endsWith(`/driver/${id}`)).toBe(true)

  // had it failed, it would be told on the order and in the list, with the number to call
  const texts = () => db.selectFrom('notifications').select('state').where('requestId', '=', id).execute()
  await expect.poll(texts).toEqual([{ state: 'sent' }])
  await db.updateTable('notifications').set({ state: 'failed' }).where('requestId', '=', id).execute()
  await page.reload()
  await on.id.fill(id)
  const failed = 'The text message to Meena Raj failed: please call +919840130002.'
  await expect(order).toContainText(failed)
  await page.getByRole('link', { name: /^Orders/ }).click()
  await page.getByPlaceholder('Search by Request ID...').fill(id)
  await expect(page.getByRole('row', { name: id })).toContainText(failed)
})

test('LINK-01 what somebody else does to the order shows at once, and the offers follow', async ({
  signedIn,
  server,
  db,
}) => {
  const now = new Date()
  const blood = { component: 'SDP', bloodGroup: 'B-', units: 3 } as const
  const bankWith = async (name: string, units: number, age: number) => {
    const { id } = await aBank(db, { name: `${name} ${nextNumber()}` })
    await stockOf(db, id, { SDP: { 'B-': units } }, { at: earlier(now, age) })
    return id
  }
  const much = await bankWith('Much', 7, hours(2))
  const some = await bankWith('Some', 2, minutes(5))
  const none = await bankWith('None', 0, hours(26))
  await db.insertInto('bankPrices').values({ bankId: much, component: 'SDP', paise: 10_500_00 }).execute()
  const first = await aRequest(db, { ...approved, ...blood })
  const second = await aRequest(db, { ...approved, ...blood })

  const page = await signedIn('bloodsupport', `${linkPath}?order=${first.id}`)
  const { order, offers } = fields(page)
  const cells = (name: string) => offers.getByRole('row').filter({ hasText: name }).getByRole('cell')
  // as it is seen: on a phone the stock stands elsewhere
  const seen = { useInnerText: true }
  await expect(cells('Much')).toHaveText([/^Much/, '7', '7', '2 h ago', '₹10,500'], seen)
  const short = 'Only 2 free, the order needs 3.'
  await expect(cells('Some')).toHaveText(
    [/^Some/, '2', '2', '5 min ago', 'no price', new RegExp(`${short}$`)],
    seen,
  )
  await expect(cells('None')).toHaveText(
    [/^None/, '0', '0', '26 h ago', 'no price', /None in stock\.$/],
    seen,
  )
  const ours = offers.getByRole('row').filter({ hasText: /^(Much|Some|None) / })
  await expect(ours).toHaveText([/^Much/, /^Some/, /: Only 2/, /^None/, /: None in stock/])
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const support = server.as('bloodsupport')
  await support.done(orders.link, wishFor({ id: second.id, bankId: much }))
  await expect(cells('Much').nth(2)).toHaveText('4', seen)
  await support.done(orders.link, wishFor({ id: first.id, bankId: some }))
  await expect(order).toContainText(`${some}-approved`)
  await expect(order).toHaveAttribute('data-changed')
  await expect(cells('Some').first()).toContainText('linked now')
  // no other test's list has them
  await db
    .updateTable('organisations')
    .set({ isListed: false })
    .where('id', 'in', [much, some, none])
    .execute()
})
