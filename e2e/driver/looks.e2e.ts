import type { Page } from '@playwright/test'
import { earlier, minutes } from '#domain/basics/time.ts'
import { drivingWordsEn } from '#domain/driving/words-en.ts'
import { drivingWordsHi } from '#domain/driving/words-hi.ts'
import { drivingWordsTa } from '#domain/driving/words-ta.ts'
import type { Db } from '#server/db/database.ts'
import { aFreshDriver, anOrderOf, heading, phone } from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fits } from '../pages/looks.ts'
import { scriptsOf, weightOf } from '../pages/page-weight.ts'

test('AMB-115 all scripts of the driver’s page, with its three languages and its worker, weigh less than 105 KB gzipped', () => {
  const scripts = [...scriptsOf('driver.html')]
  expect(scripts.filter((name) => name.startsWith('words-'))).toHaveLength(2)
  expect(weightOf([...scripts, '../driver-worker.js'])).toBeLessThan(105)
  // nothing of the dashboard: it has a build of its own
  const dashboards = scriptsOf('index.html')
  expect(scripts.filter((name) => dashboards.has(name))).toEqual([])
})

test('AMB-115 SHELL-27 the driver’s pages can be read and pressed by everybody, light and dark', {
  tag: '@long',
}, async ({ visitor, become, axe, db }) => {
  const words = drivingWordsEn
  const { driver, sample, plasma } = await aDriverWithOrders(db)
  const page = await visitor('/driver', phone)
  await expect(heading(page)).toHaveText(words.signIn.title)
  await axe(page)
  await fitsAThumb(page)
  await become(page, driver.email)
  await page.goto(`/driver/${sample.id}`)
  await askWithoutCode(page, words)
  await axe(page)
  await fitsAThumb(page)
  await page.goto(`/driver/${plasma.id}`)
  await page.getByLabel(words.form.temperature).fill('−10')
  await expect(page.getByText(words.verdicts.ask)).toBeVisible()
  await axe(page)
  await fitsAThumb(page)

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByLabel(words.form.temperature).fill('8')
  await expect(page.getByText(words.verdicts.never)).toBeVisible()
  await page.getByRole('button', { name: words.frame.menu }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await axe(page)
  await fitsAThumb(page)
  await page.goto('/driver')
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(2)
  await axe(page)
  await fitsAThumb(page)
  // what is half filled in is there again when the page is opened anew
  await page.goto(`/driver/${sample.id}`)
  await expect(page.getByRole('button', { name: words.form.haveCode })).toBeVisible()
  await axe(page)
})

for (const [language, name, words, tag] of [
  ['ta', 'தமிழ்', drivingWordsTa, []],
  ['hi', 'हिन्दी', drivingWordsHi, ['@long']],
] as const) {
  test(`AMB-115 SHELL-27 the driver’s pages fit in ${language} too`, { tag: [...tag] }, async ({
    visitor,
    become,
    axe,
    db,
  }) => {
    const { driver, sample, plasma } = await aDriverWithOrders(db)
    const page = await visitor('/driver', phone)
    await page.getByRole('button', { name }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(heading(page)).toHaveText(words.signIn.title)
    await fitsAThumb(page)
    await become(page, driver.email)
    await page.goto('/driver')
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(2)
    await fitsAThumb(page)
    await page.goto(`/driver/${sample.id}`)
    await askWithoutCode(page, words)
    await axe(page)
    await fitsAThumb(page)
    await page.goto(`/driver/${plasma.id}`)
    for (const [typed, verdict] of [
      ['−10', 'ask'],
      ['8', 'never'],
    ] as const) {
      await page.getByLabel(words.form.temperature).fill(typed)
      await expect(page.getByText(words.verdicts[verdict])).toBeVisible()
    }
    await fitsAThumb(page)
    await page.getByRole('button', { name: words.frame.menu }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await fitsAThumb(page)
  })
}

/** One is late and begins with a sample, the other one is on its way. */
async function aDriverWithOrders(db: Db) {
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const late = earlier(new Date(), minutes(35))
  const sample = await anOrderOf(db, driver, { units: 7, deadlineAt: late })
  const plasma = await anOrderOf(db, driver, { status: 'issued', component: 'FFP' })
  return { driver, sample, plasma }
}

/** With a mistake told, a picture instead of the code, and the rest of the order unfolded. */
async function askWithoutCode(page: Page, words: typeof drivingWordsEn): Promise<void> {
  await page.getByRole('button', { name: words.steps['sample acquired'].press }).click()
  await expect(page.getByText(words.mistakes.code)).toBeVisible()
  await page.getByRole('button', { name: words.form.noCode }).click()
  await expect(page.getByRole('button', { name: words.form.haveCode })).toBeVisible()
  await page.locator('summary').first().click()
}

async function fitsAThumb(page: Page): Promise<void> {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await fits(page, width)
    await expect.poll(() => page.evaluate(tooSmall), { message: `too small at ${width} px` }).toEqual([])
  }
}

/** What is pressed with a thumb and is not 48 px high and wide. */
const tooSmall = () =>
  [...document.querySelectorAll<HTMLElement>('a, button, summary, label:has(input), input:not([type=file])')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    // a field is as high as the box around it
    .filter(
      ({ element, box }) =>
        element.checkVisibility() && box.width > 2 && box.height < (element.matches('input') ? 46 : 48),
    )
    .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`)
