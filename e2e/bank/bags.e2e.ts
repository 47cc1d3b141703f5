import { readFile } from 'node:fs/promises'
import { bags, type ShelfBag } from '#contract/bags.ts'
import { checkCharacter } from '#domain/bags/isbt.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { heldFor } from '#testing/makers/shelves.ts'
import {
  aBankWithBags,
  aDonationNumber,
  bagsPath,
  beginIntake,
  drawer,
  lines,
  scan,
  scanField,
  wrongCheckOf,
  yesterday,
} from '../pages/bag-shelf.ts'
import { aStaffedBank } from '../pages/bank-people.ts'
import { pick } from '../pages/choices.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf, toast } from '../pages/lists.ts'

const aLine = (number: string, change: object = {}) => ({
  ...{
    number,
    numberKind: 'isbt' as const,
    component: 'PRBC' as const,
    division: '',
    bloodGroup: 'O+' as const,
  },
  ...{ segment: null, volumeMl: null, anticoagulant: 'SAGM', attributes: [], collectedOn: yesterday() },
  ...{ expiresAt: null, donorFormId: null, place: 'Fridge 2', ...change },
})

test('AMB-219 bags are scanned in, tested and free on the shelf; a twin and a wrong check character stay with their reason', async ({
  db,
  server,
  signedIn,
  allowFaults,
}) => {
  // a number that nobody has is looked for as well
  allowFaults(/404/)
  const bank = await aBankWithBags(db)
  const [twin, first, second] = [aDonationNumber(), aDonationNumber(), aDonationNumber()]
  await server.as(bank.first).done(bags.takeIn, { lines: [aLine(twin)] })
  const page = await signedIn(bank.first, bagsPath)
  await beginIntake(page)
  await scan(page, `=${first}00`, '=%6200')
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page).first()).toContainText('A POS')
  await scan(page, `=${twin}00`, '=%5100')
  await expect(lines(page).first()).toContainText('Twin.')
  await scan(page, `${second}${wrongCheckOf(second)}`)
  await expect(lines(page).first()).toContainText(
    `Expected ${checkCharacter(second)}, not ${wrongCheckOf(second)}.`,
  )
  // no bag is in the hand, so a group is said, and typed nowhere
  await scan(page, '=%5100')
  await expect(drawer(page)).toContainText('This is not a bag number: it is a blood group.')
  await expect(scanField(page)).toHaveValue('')
  await expect(scanField(page)).toBeFocused()
  // begun in another field, the scan is taken where it belongs
  await page.getByLabel('Place', { exact: true }).focus()
  await scan(page, `=${second}00`, 'o-')
  await expect(page.getByLabel('Place', { exact: true })).toHaveValue('')
  await expect(lines(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Save 2' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 bags taken in' })).toBeVisible()
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('Twin.')
  await page.getByRole('button', { name: `Remove ${twin}` }).click()
  await page.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: /^Tests/ }).click()
  const row = (number: string) => page.locator(`#donation-${number}`)
  await scan(page, `=${first}00`)
  await expect(row(first).getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: '1: all negative, group as labelled' }).click()
  await page.getByRole('button', { name: 'Record 1' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 free now' })).toBeVisible()
  await row(second).getByRole('button').click()
  await row(second).getByRole('group', { name: 'HIV' }).getByText('reactive').click()
  await row(second).getByRole('button', { name: 'Record results' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 bag of this donation is discarded at once.')
  await page.getByRole('button', { name: 'Record reactive' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 discarded' })).toBeVisible()
  await expect(row(second)).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^PRBC A POS: 1 free/ }).click()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.locator('[data-row]').getByRole('button').click()
  await expect(drawer(page)).toContainText('Released from quarantine')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await pick(page.getByLabel('Why is it discarded?'), 'Leaking')
  await page.getByRole('button', { name: 'Discard this bag' }).click()
  await expect(drawer(page).getByText('discarded', { exact: true })).toBeVisible()
  const rows = await db.selectFrom('bags').select(['number', 'state']).where('bankId', '=', bank.id).execute()
  expect(Object.fromEntries(rows.map(({ number, state }) => [number, state]))).toEqual({
    [twin]: 'quarantine',
    [first]: 'discarded',
    [second]: 'discarded',
  })
})

test('AMB-219 a bag is scanned to its tests before their list has come', {
  tag: '@long',
}, async ({ db, server, signedIn }) => {
  const bank = await aBankWithBags(db)
  const number = aDonationNumber()
  await server.as(bank.first).done(bags.takeIn, { lines: [aLine(number)] })
  const page = await signedIn(bank.first, bagsPath)
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/bags\?.*quarantine/, async (route) => {
    await asked
    await route.continue()
  })
  await page.getByRole('button', { name: /^Tests/ }).click()
  await scan(page, `=${number}00`)
  const row = page.locator(`#donation-${number}`)
  await expect(row.getByRole('checkbox')).toBeChecked()
  answer()
  await expect(drawer(page)).toContainText('1 donation waits')
  await expect(row.getByRole('checkbox')).toBeChecked()
  const stranger = aDonationNumber()
  await scan(page, `=${stranger}00`)
  await expect(drawer(page)).toContainText(`No bag of ${stranger} waits for tests.`)
})

test('AMB-219 what was scanned is not lost: closed with a question, and sent again as the same call', {
  tag: '@long',
}, async ({ db, signedIn, allowFaults }) => {
  allowFaults(/404/, /net::ERR_FAILED/)
  const bank = await aBankWithBags(db)
  const page = await signedIn(bank.first, bagsPath)
  await beginIntake(page)
  await scan(page, `=${aDonationNumber()}00`, 'b+')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  await expect(drawer(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Blood Camp' }).click()
  await page.getByRole('link', { name: 'Bags' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Take in 1' }).click()
  await expect(lines(page)).toHaveCount(1)
  const keys: (string | null)[] = []
  await page.route(/\/api\/bags$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(await route.request().headerValue('idempotency-key'))
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Save 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(lines(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Save 1' }).click()
  await expect(lines(page)).toHaveCount(0)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('AMB-352 volume, segment and donor form are typed in a closed part of a line; a held bag leads to its order on the bench', {
  tag: ['@long', '@looks'],
}, async ({ db, server, signedIn, allowFaults, looksGood }) => {
  allowFaults(/404/)
  const bank = await aBankWithBags(db)
  const form = await aDonorForm(db, { bankId: bank.id, bloodGroup: 'O+' })
  const [first, second] = [aDonationNumber(), aDonationNumber()]
  const page = await signedIn(bank.first, bagsPath)
  await beginIntake(page)
  await scan(page, `=${first}00`, '=%5100', `${second}${wrongCheckOf(second)}`)
  await page.getByRole('button', { name: `More of ${first}` }).click()
  const more = page.getByRole('group', { name: `More of ${first}` })
  await more.getByLabel('Volume').fill('28000')
  await expect(lines(page).last()).toContainText('Please enter 1 to 2000 ml.')
  await more.getByLabel('Volume').fill('280')
  await more.getByLabel('Segment number').fill('M6 41 7540')
  await more.getByLabel('Donor form').fill('ffffffff')
  // a line that is wrong has its columns where the others have theirs
  const leftOf = async (nth: number) => {
    const box = await lines(page)
      .nth(nth)
      .getByRole('button', { name: /^Remove/ })
      .boundingBox()
    return Math.round(box?.x ?? 0)
  }
  await expect(lines(page).first().getByRole('button', { name: 'Type again' })).toBeVisible()
  expect(await leftOf(0)).toBe(await leftOf(1))
  await looksGood(page, 'wide')
  // the next scan begins in that field, and is taken where it belongs
  await scan(page, `=${aDonationNumber()}00`, 'o+')
  await expect(more.getByLabel('Donor form')).toHaveValue('ffffffff')
  await page.getByRole('button', { name: 'Save 2' }).click()
  await expect(lines(page)).toHaveCount(2)
  await expect(lines(page).last()).toContainText('There is no such donor form at your blood bank.')
  await more.getByLabel('Donor form').fill(form.id.toUpperCase())
  await page.getByRole('button', { name: `More of ${first}` }).click()
  await expect(lines(page).last()).toContainText(`280 ml, segment M6 41 7540, donor form ${form.id}`)
  await page.getByRole('button', { name: 'Save 1' }).click()
  await expect(lines(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.keyboard.press('Escape')

  const { bags: found } = await server.as(bank.first).done(bags.find, { number: first })
  const order = await heldFor(db, found[0] as ShelfBag, new Date())
  await page.goto(`${bagsPath}?bag=${found[0]?.id}`)
  for (const fact of ['280 ml', 'M6 41 7540', form.id]) await expect(drawer(page)).toContainText(fact)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: order }).click()
  await expect(page).toHaveURL(new RegExp(`/bench/${order}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Karthik Subramanian')
})

test('AMB-219 an unknown product code asks once, and stands in every line after that', {
  tag: '@long',
}, async ({ db, signedIn, allowFaults }) => {
  allowFaults(/404/)
  const bank = await aBankWithBags(db)
  const page = await signedIn(bank.first, bagsPath)
  await beginIntake(page)
  await scan(page, `=${aDonationNumber()}00`, '=%6200', '=<E4512V00')
  await expect(lines(page)).toContainText('Product code E4512 is new here.')
  await lines(page).getByRole('button', { name: 'FFP' }).click()
  await expect(lines(page)).toContainText('FFP')
  await expect(scanField(page)).toBeFocused()
  await scan(page, `=${aDonationNumber()}00=<E4512V00`, '=%6200')
  await expect(page.getByRole('button', { name: 'Save 2' })).toBeVisible()
})

test('AMB-219 a bank that keeps no bags reads why, and its admin switches it on; minimums are set there', {
  tag: '@long',
}, async ({ db, signedIn }) => {
  const bank = await aStaffedBank(db)
  const page = await signedIn(bank.first, bagsPath)
  await page.getByRole('button', { name: 'Keep bags here' }).click()
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('A sample is good for').fill('200')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Please enter 1 to 168 hours.')).toBeVisible()
  await page.getByLabel('A sample is good for').fill('96')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Settings Saved' }).first()).toBeVisible()
  await page.getByLabel('O NEG', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Save minimums of PRBC' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Minimums Saved' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'PRBC O NEG: 0 free, under your minimum' })).toBeVisible()
  const settings = await db
    .selectFrom('bankSettings')
    .select(['keepsBags', 'sampleHours'])
    .where('bankId', '=', bank.id)
    .executeTakeFirst()
  expect(settings).toEqual({ keepsBags: true, sampleHours: 96 })
})

test('AMB-219 the shelf and its drawers at every width and in both themes', {
  tag: ['@long', '@looks'],
}, async ({ db, server, signedIn, looksGood, allowFaults }) => {
  allowFaults(/404/)
  const bank = await aBankWithBags(db)
  const client = server.as(bank.first)
  const groups = ['O+', 'A+', 'B-', 'AB-', 'Oh+'] as const
  await client.done(bags.takeIn, {
    lines: groups.map((bloodGroup) => aLine(aDonationNumber(), { bloodGroup })),
  })
  const page = await signedIn(bank.first, bagsPath)
  await expect(page.locator('[data-row]')).toHaveCount(5)
  await looksGood(page, 'wide')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('[data-row]').first().getByRole('button').click()
  await expect(drawer(page)).toContainText('Taken in')
  await looksGood(page, 'wide')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Tests/ }).click()
  await page
    .getByRole('button', { name: /^Results of/ })
    .first()
    .click()
  await looksGood(page, 'wide')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await beginIntake(page)
  await scan(page, `=${aDonationNumber()}00`, '=%6200', 'A999926000001!', 'RB26-1', `=${aDonationNumber()}00`)
  await looksGood(page, 'wide')
})

test('AMB-219 on the shelf two labels are printed, a bag is irradiated and put elsewhere, and another is given to a bank', {
  tag: '@long',
}, async ({ db, server, signedIn }) => {
  const [bank, taker] = [await aBankWithBags(db), await aBankWithBags(db)]
  const [stays, goes] = [aDonationNumber(), aDonationNumber()]
  await server.as(bank.first).done(bags.takeIn, { lines: [aLine(stays), aLine(goes)] })
  const page = await signedIn(bank.first, bagsPath)
  for (const number of [stays, goes]) await page.getByLabel(`Label for ${number}`).check()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Labels 2' }).click()
  const file = await readFile(await (await coming).path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByLabel(`Label for ${stays}`)).not.toBeChecked()

  const open = async (number: string) => {
    const { id } = await db
      .selectFrom('bags')
      .select('id')
      .where('number', '=', number)
      .where('bankId', '=', bank.id)
      .executeTakeFirstOrThrow()
    await rowOf(page, id).getByRole('button').click()
  }
  const act = (name: string) => drawer(page).getByRole('button', { name, exact: true })
  const fact = (name: string) =>
    drawer(page)
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
  await open(stays)
  await act('Treated').click()
  await act('Irradiated').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Irradiated', exact: true }).click()
  await expect(toast(page, 'Written Down')).toBeVisible()
  await expect(fact('Known of it')).toContainText('Irradiated')
  await act('Place and properties').click()
  await drawer(page).getByLabel('Place', { exact: true }).fill('Fridge 4, shelf 1')
  await act('Save').click()
  await expect(fact('Place')).toContainText('Fridge 4, shelf 1')
  await page.keyboard.press('Escape')

  await open(goes)
  await act('Transfer').click()
  await pick(drawer(page).getByLabel('To which blood bank?'), taker.name)
  await act('Transfer this bag').click()
  await expect(toast(page, 'Bag Transferred')).toBeVisible()
  await expect(drawer(page).getByRole('region', { name: 'Life of the bag' })).toContainText(taker.name)
  const rows = await db
    .selectFrom('bags')
    .select(['number', 'bankId', 'state', 'attributes', 'place'])
    .where('number', 'in', [stays, goes])
    .orderBy('number')
    .orderBy('takenAt')
    .execute()
  expect(rows).toMatchObject([
    { number: stays, state: 'quarantine', attributes: ['irradiated'], place: 'Fridge 4, shelf 1' },
    { number: goes, bankId: bank.id, state: 'transferred' },
    { number: goes, bankId: taker.id, state: 'quarantine' },
  ])
})
