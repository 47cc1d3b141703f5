import type { Locator } from '@playwright/test'
import { earlier, later, minutes } from '#domain/basics/time.ts'
import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import { codeOf, drivenIn, wrongCode } from '#testing/makers/driving.ts'
import { aJpeg } from '#testing/makers/pictures.ts'
import {
  act,
  aFreshDriver,
  anOrderOf,
  button,
  cancel,
  doneSteps,
  giveTo,
  heading,
  isKept,
  isSent,
  noSignal,
  phone,
  waitingBar,
} from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'

test('AMB-115 AMB-64 AMB-260 without a signal at every step: the page opens, takes all of it, and sends it in order, once each, with both times', async ({
  signedIn,
  allowFaults,
  db,
}) => {
  test.slow()
  allowFaults(noSignal)
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver)
  const page = await signedIn(driver.email, `/driver/${id}`, phone)
  await expect(heading(page)).toHaveText('Delivery 1 of 1')
  await isKept(page)

  // so many minutes pass on the phone
  let phoneTime = new Date()
  const pass = async (more: number) => {
    phoneTime = later(phoneTime, minutes(more))
    await page.clock.setFixedTime(phoneTime)
  }
  await pass(0)

  // away and back for the first two
  for (const [step, away, mark] of [
    ['sample acquired', 8, en.codeKept.mark],
    ['cross matching', 6, en.waiting.mark],
  ] as const) {
    await page.context().setOffline(true)
    await act(page, db, { id, step })
    await expect(waitingBar(page)).toContainText(en.waiting.one)
    await expect(doneSteps(page).first()).toContainText(mark)
    await expect(page.getByText(en.waiting.offline)).toBeVisible()
    await pass(away)
    await page.context().setOffline(false)
    await isSent(page)
    await expect(doneSteps(page).first()).not.toContainText(mark)
  }

  // away for the rest, with the page closed and opened in between
  await page.context().setOffline(true)
  await page.getByLabel('Take picture: Bags').setInputFiles({
    name: 'bags.jpg',
    mimeType: 'image/jpeg',
    buffer: await aJpeg(),
  })
  await expect(waitingBar(page)).toContainText(en.waiting.one)
  await act(page, db, { id, step: 'issued' })
  await expect(waitingBar(page)).toContainText('2 wait to be sent')
  await page.reload()
  await expect(heading(page)).toHaveText('Delivery 1 of 1')
  await expect(doneSteps(page).first()).toContainText(en.waiting.mark)
  await pass(2)
  await act(page, db, { id, step: 'delivered' })
  // its code is not checked: the delivery is not finished, and says so after a reload too
  await expect(page.getByRole('heading', { name: en.codeKept.title })).toBeVisible()
  await page.reload()
  await expect(page.getByText(en.codeKept.text)).toBeVisible()
  await expect(page.locator('[aria-current=step]')).toHaveText('delivered')
  await expect(doneSteps(page).first()).toContainText(en.codeKept.mark)
  await expect(page.getByText(en.order.allDone)).toHaveCount(0)
  await waitingBar(page).locator('summary').click()
  await expect(waitingBar(page).getByRole('listitem')).toHaveText([/^Picture: Bags/, /^issued/, /^delivered/])
  await page.goto('/driver')
  await expect(page.getByRole('link', { name: id })).toContainText(en.codeKept.mark)
  expect((await drivenIn(db, id)).steps).toHaveLength(2)
  await pass(2)
  await page.context().setOffline(false)
  await isSent(page)
  await expect(page.getByText(en.list.empty)).toBeVisible()

  const { request, steps } = await drivenIn(db, id)
  expect(request.status).toBe('delivery-completed')
  // when it was done and when it arrived, so many minutes apart
  const apart = ({ doneAt, arrivedAt }: { doneAt: Date; arrivedAt: Date }) =>
    (arrivedAt.getTime() - doneAt.getTime()) / minutes(1)
  expect(steps.map((row) => [row.step, apart(row)])).toEqual([
    ['sample acquired', 8],
    ['cross matching', 6],
    ['issued', 4],
    ['delivered', 2],
  ])
  const pictures = await db.selectFrom('pictures').select('name').where('requestId', '=', id).execute()
  expect(pictures).toEqual([{ name: 'Bag' }])
})

test('AMB-64 on a phone two hours fast: counted down by our clock, a step whose answer was lost is done once, and steps get our time', {
  tag: '@long',
}, async ({ signedIn, allowFaults, db }) => {
  allowFaults(noSignal)
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver, { deadlineAt: later(new Date(), minutes(90)) })
  const page = await signedIn(driver.email, null, phone)
  const wrong = (more = 0) => later(new Date(), minutes(120 + more))
  await page.clock.setFixedTime(wrong())
  await page.goto(`/driver/${id}`)
  await expect(page.getByText(/^1 h (2\d|30) min left$/)).toBeVisible()

  const sent: string[] = []
  await page.route('**/steps', async (route) => {
    sent.push(route.request().postDataJSON().stepId)
    if (sent.length > 1) return route.continue()
    // the server does it, and the phone never hears of it
    await route.fetch()
    await route.abort('connectionreset')
  })
  await act(page, db, { id, step: 'sample acquired' })
  // that something changed is told by the live stream, which is reason enough to send again
  await expect.poll(() => sent.length).toBe(2)
  await isSent(page)
  expect(sent).toEqual([sent[0], sent[0]])
  await page.unroute('**/steps')
  await expect(doneSteps(page)).toHaveText([/^sample acquired/])
  const { steps } = await drivenIn(db, id)
  expect(steps).toHaveLength(1)
  const [first] = steps
  expect(Math.abs((first?.doneAt.getTime() ?? 0) - Date.now())).toBeLessThan(minutes(1))

  // a day may pass in a basement: here, as the phone counts it, three minutes; it cannot be before the step before
  await page.context().setOffline(true)
  const actedAt = new Date()
  await act(page, db, { id, step: 'cross matching' })
  await expect(waitingBar(page)).toContainText(en.waiting.one)
  await page.clock.setFixedTime(wrong(3))
  await page.context().setOffline(false)
  await isSent(page)
  const [, second] = (await drivenIn(db, id)).steps
  expect(second?.doneAt.getTime()).toBeLessThanOrEqual(actedAt.getTime())
  expect(second?.doneAt.getTime()).toBeGreaterThanOrEqual(first?.doneAt.getTime() ?? Number.NaN)
})

test('AMB-260 AMB-261 a code typed without a signal that turns out wrong comes back to the top with the focus in its field; a picture is the way out', {
  tag: '@long',
}, async ({ signedIn, allowFaults, axe, db }) => {
  allowFaults(noSignal)
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver, {
    status: 'issued',
    deadlineAt: later(new Date(), minutes(500)),
  })
  const late = await anOrderOf(db, driver, { pickupAt: earlier(new Date(), minutes(11)) })
  const page = await signedIn(driver.email, '/driver', phone)
  const cards = page.getByRole('main').getByRole('link')
  await expect(cards.first()).toHaveText(/^Next: fetch the sample1\d min late/)
  await page.goto(`/driver/${id}`)
  await expect(heading(page)).toHaveText('Delivery 1 of 1')
  await isKept(page)
  await page.context().setOffline(true)
  const code = wrongCode(await codeOf(db, { id, step: 'delivered' }))
  await act(page, db, { id, step: 'delivered', code })
  await expect(page.getByRole('heading', { name: en.codeKept.title })).toBeVisible()
  await axe(page)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    code,
  )

  // the server says no while he stands at the list: it is on top and told
  await page.getByRole('link', { name: en.frame.orders }).click()
  await page.context().setOffline(false)
  await expect(page.getByRole('alert')).toContainText('Not the right code. Tries left: 4.')
  await expect(cards.filter({ hasText: late.id })).toBeVisible()
  await expect(cards.filter({ hasText: /Next:/ }).first()).toContainText(id)
  await page.getByRole('link', { name: en.waiting.mend }).click()
  const field = page.getByLabel(en.form.code)
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  expect(await isCovered(field)).toBe(false)

  // and again on its own page
  await page.context().setOffline(true)
  await field.fill(code)
  await button(page, en.steps.delivered.press).click()
  await expect(page.getByRole('heading', { name: en.codeKept.title })).toBeVisible()
  await page.context().setOffline(false)
  await expect(field).toBeFocused()
  expect(await isCovered(field)).toBe(false)

  // a picture stands for the code: he may go, and it is finished when the server has it
  await page.context().setOffline(true)
  await field.fill(code)
  await button(page, en.steps.delivered.press).click()
  await expect(page.getByRole('heading', { name: en.codeKept.title })).toBeVisible()
  const jpeg = { name: 'hand.jpg', mimeType: 'image/jpeg', buffer: await aJpeg() }
  await page.getByLabel(en.form.take).setInputFiles(jpeg)
  await expect(heading(page)).toHaveText(en.order.allKept)
  await page.context().setOffline(false)
  await expect(heading(page)).toHaveText(en.order.allDone)
  expect((await drivenIn(db, id)).steps.at(-1)).toMatchObject({ step: 'delivered', handOver: 'picture' })
})

/** Is something else on top of its middle or its lower edge? */
const isCovered = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => {
    const { left, width, top, bottom } = element.getBoundingClientRect()
    const there = (y: number) => document.elementFromPoint(left + width / 2, y)
    return there((top + bottom) / 2) !== element || there(bottom - 2) !== element
  })

for (const [what, change, kept, words, tag] of [
  ['given to another driver', giveTo, 'reassigned', en.news.reassigned, []],
  ['cancelled', cancel, 'closed', en.news.closed, ['@long']],
] as const) {
  test(`AMB-115 an order that was ${what} while the driver had no signal: he is told, his report is kept, nothing moves`, {
    tag: [...tag],
  }, async ({ signedIn, allowFaults, db, server }) => {
    allowFaults(noSignal)
    const [driver, other] = [await aFreshDriver(db, 'Ravi Kumar'), await aFreshDriver(db, 'Meena Devi')]
    const { id } = await anOrderOf(db, driver)
    const page = await signedIn(driver.email, `/driver/${id}`, phone)
    await expect(heading(page)).toHaveText('Delivery 1 of 1')
    await page.context().setOffline(true)
    await act(page, db, { id, step: 'sample acquired' })
    await expect(waitingBar(page)).toContainText(en.waiting.one)
    await change(server, id, other)
    const before = (await drivenIn(db, id)).request.status
    await page.context().setOffline(false)

    const news = page.getByRole('alert')
    await expect(news).toContainText(words.title.replace('{id}', id))
    await expect(news).toContainText('kept for the office and changed nothing: sample acquired')
    await isSent(page)
    await expect(heading(page)).toHaveText(en.missing.notYours.title)
    const { request, steps, deliveries } = await drivenIn(db, id)
    expect(steps.map(({ step, keptAside }) => [step, keptAside])).toEqual([['sample acquired', kept]])
    expect([request.status, deliveries[0]?.state]).toEqual([before, '-'])
    // told until it was read, also after the page was opened anew
    await page.reload()
    await expect(news).toBeVisible()
    await button(page, en.news.seen).click()
    await expect(news).toHaveCount(0)
    await page.reload()
    await expect(heading(page)).toHaveText(en.missing.notYours.title)
    await expect(news).toHaveCount(0)
  })
}

test('AMB-115 SHELL-42 another build takes over by itself, and opens without a signal', {
  tag: '@long',
}, async ({ signedIn, allowFaults, db }) => {
  allowFaults(noSignal)
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver)
  const page = await signedIn(driver.email, null, phone)
  let build = 'first'
  let polls = 0
  await page.route('**/api/buildId', (route) => {
    polls += 1
    return route.fulfill({ json: { buildID: build } })
  })
  await page.addInitScript(findNextBuild)
  await page.clock.install()
  await page.goto(`/driver/${id}`)
  await expect(heading(page)).toHaveText('Delivery 1 of 1')
  await isKept(page)
  await expect.poll(() => polls).toBe(1)
  await page.getByLabel(en.steps['sample acquired'].receiver).fill('Nurse Priya')
  await heading(page).focus()

  build = 'second'
  const loaded = page.waitForEvent('load')
  await page.clock.fastForward('10:01')
  await loaded
  await expect(page.getByLabel(en.steps['sample acquired'].receiver)).toHaveValue('Nurse Priya')
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/next$/)

  await page.context().setOffline(true)
  await page.reload()
  await expect(heading(page)).toHaveText('Delivery 1 of 1')
})

/** When the page looks for another build, there is one from then on: to the browser the same worker by another name. */
function findNextBuild(): void {
  const { register } = ServiceWorkerContainer.prototype
  ServiceWorkerContainer.prototype.register = function (url, options) {
    return register.call(this, sessionStorage.getItem('build') ? `${url}?next` : url, options)
  }
  ServiceWorkerRegistration.prototype.update = () => {
    sessionStorage.setItem('build', 'next')
    return navigator.serviceWorker.register('/driver-worker.js', { scope: '/driver' })
  }
}
