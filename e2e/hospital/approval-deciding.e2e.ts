import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { earlier, later, minutes } from '#domain/basics/time.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { aPlace, approvalPath, press } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf, statusOf } from '../pages/lists.ts'
import { at } from '../pages/raise-form.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('APPROVAL-10 APPROVAL-12 APPROVAL-13 APPROVAL-22 APPROVAL-23 SHELL-34 AMB-242 AMB-244 approving and rejecting say so for five seconds; the row stays with an undo, and is gone when the screen was left', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const [yes, no] = [
    await aRequest(db, { hospitalId: place.id }),
    await aRequest(db, { hospitalId: place.id }),
  ]
  const page = await signedIn(place.admin, approvalPath)
  await expect(rowOf(page, yes.id)).toBeVisible()
  await page.clock.install()
  // not so far that the stream would be silent for too long, and all be asked again under the press
  await page.clock.pauseAt(Date.now() + 10_000)
  await press(page, yes.id, 'Approve')
  await expect(toast(page, 'Request Approved')).toBeVisible()
  await page.clock.runFor(4500)
  await expect(toast(page, 'Request Approved')).toBeVisible()
  await page.clock.runFor(1500)
  await expect(toast(page, 'Request Approved')).toHaveCount(0)
  await page.clock.resume()
  await expect(rowOf(page, yes.id)).toContainText('Approved by you')
  expect(await statusOf(db, yes.id)).toBe('hospital-admin-approved')

  await press(page, no.id, 'Reject')
  await expect(toast(page, 'Request Rejected')).toBeVisible()
  await expect(rowOf(page, no.id)).toContainText('Rejected by you')
  expect(await statusOf(db, no.id)).toBe('hospital-admin-rejected')
  await rowOf(page, no.id).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, no.id).getByRole('button', { name: 'Approve' })).toBeVisible()
  expect(await statusOf(db, no.id)).toBe('pending')
  await page.reload()
  await expect(rowOf(page, no.id)).toBeVisible()
  await expect(rowOf(page, yes.id)).toHaveCount(0)
  const text = await server.texts.find(({ body }) => body.includes(yes.id), 8_000)
  expect(text.body).toContain('hospital-admin-approved')
  const mail = await server.mails.find(({ subject }) => subject.includes(yes.id), 8_000)
  expect(mail.to).toEqual(['orders@crossmatch.example'])
})

test('APPROVAL-09 APPROVAL-10 APPROVAL-15 a row under way cannot be pressed again; who was later is told; a row that arrives between press and release approves nobody else', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const slow = await aRequest(db, { hospitalId: place.id })
  const taken = await aRequest(db, { hospitalId: place.id })
  const pressed = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, approvalPath)
  const held = new Map([slow.id, taken.id].map((id) => [id, Promise.withResolvers<void>()]))
  const sent: string[] = []
  await page.route(/\/api\/requests\/[0-9a-f]{8}\/(approval|rejection)$/, async (route) => {
    const id = /requests\/(\w+)\//.exec(route.request().url())?.[1] ?? ''
    sent.push(id)
    await held.get(id)?.promise
    await route.continue()
  })
  await press(page, slow.id, 'Approve')
  const approve = rowOf(page, slow.id).getByRole('button', { name: 'Approve' })
  await expect(approve).toHaveAttribute('aria-busy', 'true')
  await approve.click({ force: true })
  await press(page, slow.id, 'Reject')
  held.get(slow.id)?.resolve()
  await expect(toast(page, 'Request Approved')).toBeVisible()
  expect(sent).toEqual([slow.id])
  expect(await statusOf(db, slow.id)).toBe('hospital-admin-approved')

  await press(page, taken.id, 'Reject')
  await expect(rowOf(page, taken.id).getByRole('button', { name: 'Reject' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await server.as(place.admin).done(requests.approve, { id: taken.id, version: 1 })
  held.get(taken.id)?.resolve()
  const alert = page.getByRole('alertdialog', { name: 'Already Decided' })
  await expect(alert).toContainText('hospital-admin-approved')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toHaveCount(0)
  await page.mouse.move(0, 0)
  await expect(rowOf(page, taken.id)).toHaveCount(0)
  const kept = db.selectFrom('requests').select(['status', 'version']).where('id', '=', taken.id)
  expect(await kept.executeTakeFirst()).toEqual({ status: 'hospital-admin-approved', version: 2 })

  await rowOf(page, pressed.id).getByRole('button', { name: 'Approve' }).hover()
  await page.mouse.down()
  const raised = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await page.mouse.up()
  await expect.poll(() => statusOf(db, pressed.id)).toBe('hospital-admin-approved')
  expect(await statusOf(db, raised.id)).toBe('pending')
  await page.mouse.move(0, 0)
  await expect(rowOf(page, raised.id)).toBeVisible()
})

test('APPROVAL-09 a pointer that leaves while the button it pressed vanishes lets go of the list', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const place = await aPlace(db)
  const page = await signedIn(place.admin, approvalPath)
  // the button vanishes when the answer comes, at the machine's own pace: one of these moments is that
  for (const wait of [0, 4, 8, 12, 16, 20, 30, 40]) {
    const pressed = await aRequest(db, { hospitalId: place.id })
    await page.reload()
    await rowOf(page, pressed.id).getByRole('button', { name: 'Approve' }).hover()
    await page.mouse.down()
    const answered = page.waitForResponse(/\/approval$/)
    await page.mouse.up()
    await page.waitForTimeout(wait)
    await page.mouse.move(0, 0)
    await answered
    await expect(rowOf(page, pressed.id)).toContainText('Approved by you')
    const raised = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
    await expect(rowOf(page, raised.id)).toBeVisible()
  }
})

test('APPROVAL-16 APPROVAL-17 APPROVAL-18 APPROVAL-19 ERRORS-01 platelets of one donor only in their hours, by the clock of the screen and by that of the server', {
  tag: '@long',
}, async ({ signedIn, db, moveClock, moveServerClock }) => {
  const sorry =
    "Sorry, All Single Donor Platelets' requests that are scheduled after 5:00 PM IST cannot be approved."
  const place = await aPlace(db)
  const platelets = { hospitalId: place.id, component: 'SDP' } as const
  const atNoon = await aRequest(db, { ...platelets, pickupAt: new Date(at('12:00')) })
  const atEight = await aRequest(db, { ...platelets, pickupAt: new Date(at('20:00')) })
  const red = await aRequest(db, { hospitalId: place.id, pickupAt: new Date(at('21:00')) })
  await moveClock(at('20:00'))
  const page = await signedIn(place.admin, approvalPath)
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()))
  const refused = async (id: string) => {
    await press(page, id, 'Approve')
    await expect(page.getByRole('alertdialog', { name: 'Request Not Approved' })).toContainText(sorry)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(rowOf(page, id)).toBeVisible()
    expect(await statusOf(db, id)).toBe('pending')
  }
  await refused(atNoon.id)
  expect(calls).toEqual([])
  await press(page, red.id, 'Approve')
  await expect(toast(page, 'Request Approved')).toBeVisible()

  await moveClock(at('10:00'))
  await refused(atEight.id)
  expect(calls).toHaveLength(1)
  await moveServerClock(at('20:00'))
  await refused(atNoon.id)
  expect(calls).toHaveLength(2)
  await moveClock(at('10:00'))
  await press(page, atNoon.id, 'Approve')
  await expect.poll(() => statusOf(db, atNoon.id)).toBe('hospital-admin-approved')
  await press(page, atEight.id, 'Reject')
  await expect.poll(() => statusOf(db, atEight.id)).toBe('hospital-admin-rejected')
})

test('APPROVAL-20 AMB-215 an ended subscription is told on the screen, on Approve and on the home view, and approving goes on', {
  tag: '@long',
}, async ({ signedIn, db, moveClock }) => {
  await moveClock(at('10:00'))
  const ofLima = { hospitalId: 'lifelinelima', raisedAt: new Date(at('09:50')) }
  const request = await aRequest(db, ofLima)
  const another = await aRequest(db, ofLima)
  const late = await aRequest(db, { ...ofLima, component: 'SDP', pickupAt: new Date(at('21:00')) })
  const page = await signedIn('lifelinelima_admin', '/dashboard/plus/approval')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Approval')
  const words = /subscription .* has ended\. Please contact the provider to renew/
  await expect(page.getByRole('note').filter({ hasText: words })).toBeVisible()
  await press(page, request.id, 'Approve')
  const alert = page.getByRole('alertdialog', { name: 'Subscription Ended' })
  await expect(alert).toContainText(words)
  expect(await statusOf(db, request.id)).toBe('pending')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Request Approved')).toBeVisible()
  expect(await statusOf(db, request.id)).toBe('hospital-admin-approved')

  // several together: first what the rules refuse, and of those alone nothing goes on
  await rowOf(page, late.id).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve 1', exact: true }).click()
  await expect(rowOf(page, late.id).getByRole('alert')).toContainText('Not approved. Sorry, All Single Donor')
  await expect(alert).toHaveCount(0)
  for (const { id } of [late, another]) await rowOf(page, id).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve 2', exact: true }).click()
  await expect(alert).toContainText(words)
  expect(await statusOf(db, another.id)).toBe('pending')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, another.id)).toContainText('Approved by you')
  expect(await statusOf(db, late.id)).toBe('pending')

  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good/)
  await expect(page.getByText('The subscription of your hospital has ended.')).toBeVisible()
})

test('APPROVAL-22 APPROVAL-24 NOTIFY-07 of dev the mail goes to our own people; texts that fail are logged, and no concern of whoever approves', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  server.texts.behave('fail')
  const before = server.printed().length
  const { id } = await aRequest(db, { hospitalId: 'dev' })
  const page = await signedIn('dev_admin', '/dashboard/plus/approval')
  await press(page, id, 'Approve')
  await expect(toast(page, 'Request Approved')).toBeVisible()
  await server.mails.find(({ subject }) => subject.includes(id), 8_000)
  await expect.poll(() => server.printed().slice(before)).toContain('the SMS gateway answered 500')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const mails = server.mails.all.filter(({ subject }) => subject.includes(id))
  expect(mails.map(({ to }) => to)).toEqual([['dev@crossmatch.example']])
  server.texts.behave('accept')
})

test('AMB-243 AMB-244 several are approved together, one that may not be says so in its row; of more than twenty those with the soonest pickup can come first', {
  tag: '@looks',
}, async ({ signedIn, db, moveClock, looksGood }) => {
  await moveClock(at('10:00'))
  const place = await aPlace(db)
  const now = new Date(at('10:00'))
  const many = await Promise.all(
    Array.from({ length: 21 }, (_, n) =>
      aRequest(db, {
        hospitalId: place.id,
        raisedAt: earlier(now, minutes(n + 1)),
        pickupAt: later(now, minutes(60 + n)),
      }),
    ),
  )
  const late = await aRequest(db, {
    hospitalId: place.id,
    component: 'SDP',
    raisedAt: earlier(now, minutes(90)),
    pickupAt: new Date(at('21:00')),
  })
  const page = await signedIn(place.admin, approvalPath)
  await expect(page.getByText('22 pending: 20 here, 2 not shown')).toBeVisible()
  await expect(page.getByRole('note')).toContainText('2 older ones are not shown')
  await page.getByRole('button', { name: 'Next 20' }).click()
  await expect(rowOf(page, late.id)).toBeVisible()
  const last = many.at(-1)?.id ?? ''
  for (const id of [late.id, last]) await rowOf(page, id).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve 2', exact: true }).click()
  await expect(rowOf(page, last)).toContainText('Approved by you')
  await expect(rowOf(page, late.id).getByRole('alert')).toContainText('Not approved. Sorry, All Single Donor')
  expect(await statusOf(db, late.id)).toBe('pending')
  await page.getByRole('radio', { name: 'Soonest pickup first' }).check({ force: true })
  await expect(page.getByRole('row').nth(1)).toContainText(many[0]?.id ?? '')
  const elsewhere = page.getByRole('region', { name: 'Decided by you on another page' })
  await expect(elsewhere).toContainText(last)
  await looksGood(page, 'wide')
  await press(page, last, 'Undo')
  await expect(elsewhere).toHaveCount(0)
  expect(await statusOf(db, last)).toBe('pending')
})
