import type { Page } from '@playwright/test'
import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import { codeOf, drivenIn, wrongCode } from '#testing/makers/driving.ts'
import { thePassword } from '#testing/makers/makers.ts'
import { aJpeg } from '#testing/makers/pictures.ts'
import {
  act,
  aFreshDriver,
  anOrderOf,
  button,
  doneSteps,
  heading,
  isKept,
  isSent,
  noSignal,
  phone,
  waitingBar,
} from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { endSessions } from '../pages/sessions.ts'

async function signIn(page: Page, email: string, password = thePassword): Promise<void> {
  await expect(heading(page)).toHaveText(en.signIn.title)
  await page.getByLabel(en.signIn.email).fill(email)
  await page.getByLabel(en.signIn.password, { exact: true }).fill(password)
  await button(page, en.signIn.submit).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: en.frame.menu }).click()
  await button(page, en.frame.signOut).click()
}

test('LINK-16 AMB-115 AMB-32 the link opens nothing by itself; a session that ended loses nothing, and the next driver on this phone neither sees nor sends it', async ({
  visitor,
  allowFaults,
  db,
}) => {
  test.slow()
  allowFaults(noSignal)
  const [driver, other] = [await aFreshDriver(db, 'Ravi Kumar'), await aFreshDriver(db, 'Meena Devi')]
  const { id } = await anOrderOf(db, driver)
  const page = await visitor(`/driver/${id}`, phone)
  await signIn(page, driver.email, 'not it')
  await expect(page.getByText(en.signIn.passwordWrong)).toBeVisible()
  await expect(page.getByText('O POS')).toHaveCount(0)
  await signIn(page, driver.email)
  await expect(heading(page)).toHaveText('Delivery 1 of 1')
  await expect(page.getByText('O POS')).toBeVisible()
  await expect(page).toHaveURL(`/driver/${id}`)
  await expect(page.getByRole('link', { name: `${en.order.call}: Firm Hospital` })).toHaveAttribute(
    'href',
    'tel:+914428110014',
  )
  await expect(page.getByRole('link', { name: `${en.order.directions}: Firm Hospital` })).toHaveAttribute(
    'href',
    /google\.com\/maps\/search\/\?api=1&query=Firm\+Hospital/,
  )

  await isKept(page)
  await page.context().setOffline(true)
  await opensInASecond(page)
  await act(page, db, { id, step: 'sample acquired' })
  await expect(waitingBar(page)).toContainText(en.waiting.one)
  await endSessions(db, driver.email)
  await page.context().setOffline(false)
  await expect(page.getByText(/^Reports of Ravi Kumar on this phone: 1\./)).toBeVisible()

  await signIn(page, other.email)
  await expect(heading(page)).toHaveText(en.missing.notYours.title)
  await expect(page.getByText('O POS')).toHaveCount(0)
  await expect(page.getByText(/^Reports of Ravi Kumar on this phone, not sent yet: 1\./)).toBeVisible()
  await expect(waitingBar(page)).toHaveCount(0)
  expect((await drivenIn(db, id)).steps).toEqual([])
  await signOut(page)

  await signIn(page, driver.email)
  await expect(doneSteps(page)).toHaveText([/^sample acquired/])
  await isSent(page)
  const { steps } = await drivenIn(db, id)
  expect(steps.map(({ step, driverEmail }) => [step, driverEmail])).toEqual([
    ['sample acquired', driver.email],
  ])
})

/** Once in three tries: a machine busy with other things says nothing here. */
async function opensInASecond(page: Page): Promise<void> {
  const tries: number[] = []
  while (tries.length < 3 && !tries.some((ms) => ms < 1_000)) {
    await page.reload({ waitUntil: 'commit' })
    tries.push(await page.evaluate(whenHeadingShows))
  }
  expect(Math.min(...tries), JSON.stringify(tries)).toBeLessThan(1_000)
}

/** Milliseconds since the page was asked for. */
const whenHeadingShows = () =>
  new Promise<number>((resolve) => {
    const look = () =>
      document.querySelector('h1') ? resolve(performance.now()) : requestAnimationFrame(look)
    look()
  })

test('AMB-64 a wrong code is told with the tries left; after five only a picture and a reason do', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver)
  const step = 'sample acquired'
  const right = await codeOf(db, { id, step })
  const page = await signedIn(driver.email, `/driver/${id}`, phone)
  await act(page, db, { id, step, code: '12345' })
  await expect(page.getByText(en.mistakes.code)).toBeVisible()
  await expect(page.getByLabel(en.form.code)).toBeFocused()
  await act(page, db, { id, step, code: wrongCode(right) })
  await expect(page.getByRole('alert')).toContainText('Tries left: 4.')
  await expect(page.getByLabel(en.form.code)).toHaveValue('')
  await expect(page.getByLabel(en.steps[step].receiver)).toHaveValue('Nurse Priya')
  await db.updateTable('deliveries').set({ sampleTries: 4 }).where('requestId', '=', id).execute()
  await act(page, db, { id, step, code: wrongCode(right) })
  await expect(page.getByText(en.form.locked)).toBeVisible()
  await expect(page.getByLabel(en.form.code)).toHaveCount(0)
  // neither does the right one on a phone that has not heard of it
  await button(page, en.steps[step].press).click()
  await expect(page.getByText(en.mistakes.reason)).toBeVisible()
  await page.getByLabel(en.form.reason).fill('Typed it wrong, their printer is slow')
  await button(page, en.steps[step].press).click()
  await expect(page.getByText(en.mistakes.picture)).toBeVisible()
  await page.getByLabel('Take picture: Hand-over').setInputFiles({
    name: 'hand.jpg',
    mimeType: 'image/jpeg',
    buffer: await aJpeg(),
  })
  await expect(page.getByLabel('Take again: Hand-over')).toBeAttached()
  // until it is sent, what tells of it moves the button away from under the finger
  await expect(page.getByText(en.form.taken)).toBeVisible()
  await button(page, en.steps[step].press).click()
  await expect(doneSteps(page)).toHaveText([/^sample acquired/])
  await isSent(page)
  const { steps, deliveries } = await drivenIn(db, id)
  expect(deliveries[0]?.sampleTries).toBe(5)
  expect(steps.map(({ handOver, reason, receiver }) => [handOver, reason, receiver])).toEqual([
    ['picture', 'Typed it wrong, their printer is slow', 'Nurse Priya'],
  ])
})
