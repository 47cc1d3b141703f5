import type { Locator, Page } from '@playwright/test'
import { bags } from '#contract/bags.ts'
import { matching } from '#contract/matching.ts'
import { aTube } from '#testing/makers/benches.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aDonationNumber, yesterday } from '../pages/bag-shelf.ts'
import { aBench, benchPath, freeBags, scanOut } from '../pages/bench.ts'
import { expect, test } from '../pages/fixtures.ts'

const noMore = { segment: null, volumeMl: null, expiresAt: null, donorFormId: null }

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

test('AMB-218 on one order whatever is pressed or typed into is at least 48 px, for gloves', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const bank = await aBench(db, { secondChecker: true })
  const { id } = await aRequest(db, { status: 'bloodbank-approved', bankId: bank.id, units: 2 })
  const [number = ''] = await freeBags(db, bank.id, 3)
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  const main = page.getByRole('main')
  await expect(page.getByLabel('Name on the tube')).toBeVisible()
  await page.getByRole('button', { name: 'The tube cannot be used…' }).click()
  await page.getByRole('button', { name: 'Release without cross-match…' }).click()
  await areTargets(page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await areTargets(page, main)
  await page.getByRole('button', { name: 'Some…' }).click()
  await areTargets(page, main)

  const bench = server.as(bank.first)
  await bench.done(matching.receiveSample, aTube(id, new Date()))
  const { id: bagId } = await db
    .selectFrom('bags')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  await bench.done(matching.hold, { id, bagId })
  await bench.done(matching.recordMatch, { id, bagId, method: 'gel', result: 'compatible' })
  await page.getByRole('button', { name: 'Findings…' }).click()
  await page.getByRole('button', { name: 'Another sample' }).click()
  await expect(page.getByRole('region', { name: 'Held for this patient' })).toContainText(number)
  await scanOut(page, number)
  await expect(page.getByRole('button', { name: `Take ${number} out again` })).toBeVisible()
  await areTargets(page, main)
})

test('AMB-219 where bags are taken in whatever is pressed or typed into is at least 48 px, for gloves', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  const page = await signedIn(bank.first, '/dashboard/bloodbank/bags')
  await page.getByRole('button', { name: /^Take in/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Take in bags' })
  await areTargets(page, drawer)
  for (const code of ['=A99992601438100', '=%5100', '=A99992601438200']) {
    await drawer.getByLabel('Scan or type a bag number').fill(code)
    await page.keyboard.press('Enter')
  }
  await expect(drawer.getByRole('listitem')).toHaveCount(2)
  await drawer
    .getByRole('button', { name: /^More of/ })
    .first()
    .click()
  await areTargets(page, drawer)
})

test('AMB-218 on the bench’s list whatever is pressed or typed into is at least 48 px, for gloves', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  for (const units of [2, 3]) await aRequest(db, { status: 'bloodbank-approved', bankId: bank.id, units })
  const page = await signedIn(bank.first, benchPath)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Answer' })).toHaveCount(2)
  await areTargets(page, main)
  await main.getByRole('button', { name: 'Some…' }).click()
  await areTargets(page, main)
})

test('AMB-219 in the drawers of tests and of one bag whatever is pressed or typed into is at least 48 px, for gloves', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const bank = await aBench(db)
  const number = aDonationNumber()
  const of = { numberKind: 'isbt', division: '', bloodGroup: 'O+', place: '' } as const
  const kinds = [
    { component: 'PRBC', anticoagulant: 'SAGM' },
    { component: 'FFP', anticoagulant: null },
  ] as const
  await server.as(bank.first).done(bags.takeIn, {
    lines: kinds.map((kind) => ({
      number,
      ...of,
      ...kind,
      attributes: [],
      collectedOn: yesterday(),
      ...noMore,
    })),
  })
  const page = await signedIn(bank.first, '/dashboard/bloodbank/bags')
  const drawer = page.getByRole('dialog')
  await page.getByRole('button', { name: /^Tests/ }).click()
  await drawer.getByRole('button', { name: `Results of ${number}` }).click()
  await expect(drawer.getByRole('group', { name: 'HIV' })).toBeVisible()
  await areTargets(page, drawer)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('[data-row]').first().getByRole('button').click()
  await expect(drawer.getByRole('button', { name: /^(FFP|PRBC)/ })).toBeVisible()
  for (const act of ['Place and properties', 'Treated', 'Donor form', 'Transfer', 'Discard']) {
    await drawer.getByRole('button', { name: act, exact: true }).click()
    await areTargets(page, drawer)
  }
})

test('AMB-374 where a paper is entered whatever is pressed or typed into is at least 48 px, for gloves', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  const page = await signedIn(bank.first, '/dashboard/bloodbank/downtime')
  const form = page.getByRole('form', { name: 'Enter from paper' })
  await form.getByLabel('Released without a cross-match, on a doctor’s word').check()
  await form.getByLabel('Bag 1', { exact: true }).fill('RB26-00001')
  await form.getByRole('button', { name: 'Add a bag' }).click()
  await expect(form.getByLabel('Bag 2', { exact: true })).toBeFocused()
  await areTargets(page, form)
})

async function areTargets(page: Page, place: Locator): Promise<void> {
  for (const size of widths) {
    await page.setViewportSize(size)
    expect(await place.evaluate(smallIn), `at ${size.width} px`).toEqual([])
  }
}

/** A field is as large as the box that has its border; what has a label around it is pressed there. */
function smallIn(place: Element): string[] {
  const all = [...place.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
  return all.flatMap((one) => {
    const isTyped = one.matches('input:not([type="checkbox"], [type="radio"]), textarea')
    const target = one.closest('label') ?? (isTyped && one.closest<HTMLElement>('[data-size]')) ?? one
    const { width, height } = (target || one).getBoundingClientRect()
    // hidden, or the browser's own calendar behind its button
    if (width <= 1 || (Math.round(width) >= 48 && Math.round(height) >= 48)) return []
    const name = one.getAttribute('aria-label') ?? one.id ?? ''
    return [`${one.tagName} ${name} ${one.textContent}: ${Math.round(width)} × ${Math.round(height)}`]
  })
}
