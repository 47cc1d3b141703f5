import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aDraft, anAccount, aRequest } from '#testing/makers/makers.ts'
import { aPlace, approvalPath, button, press } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf, statusOf, toast } from '../pages/lists.ts'
import { endSessions } from '../pages/sessions.ts'
import { buttonsUnderToasts } from '../pages/toasts.ts'

test('AMB-244 AMB-246 by keyboard one goes on from the row that was decided; a double press undoes nothing; no row moves and no toast lies over a button', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const ages = Array.from({ length: 12 }, (_, n) => minutes(n + 1))
  const rows = await Promise.all(
    ages.map((age) => aRequest(db, { hospitalId: place.id, raisedAt: earlier(new Date(), age) })),
  )
  const [first = '', second = '', third = ''] = rows.map(({ id }) => id)
  const page = await signedIn(place.admin, approvalPath)
  await button(page, first, 'Approve').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, first)).toContainText('Approved by you')
  await expect(rowOf(page, first)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, first, 'Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, first, 'Approve')).toBeVisible()
  await expect(rowOf(page, first)).toBeFocused()
  expect(await statusOf(db, first)).toBe('pending')

  for (const width of [1440, 999, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('table')).toHaveCount(width === 390 ? 0 : 1)
    const places = async () => {
      const boxes = await Promise.all(rows.map(({ id }) => rowOf(page, id).boundingBox()))
      const top = await page.evaluate(() => scrollY)
      return boxes.map((box) => box && [box.y + top, box.height])
    }
    await button(page, second, 'Reject').scrollIntoViewIfNeeded()
    const before = await places()
    await button(page, second, 'Reject').dblclick()
    await expect(rowOf(page, second)).toContainText('Rejected by you')
    await expect(toast(page, 'Request Rejected')).toBeVisible()
    expect(await buttonsUnderToasts(page)).toEqual([])
    if (width !== 390) expect(await places()).toEqual(before)
    expect(await statusOf(db, second)).toBe('hospital-admin-rejected')
    await press(page, second, 'Undo')
    await expect(button(page, second, 'Reject')).toBeVisible()
    expect(await statusOf(db, second)).toBe('pending')
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('searchbox').fill(third)
  await expect(rowOf(page, first)).toHaveCount(0)
  await press(page, third, 'Approve')
  await expect(rowOf(page, third)).toContainText('Approved by you')
  await page.getByRole('searchbox').fill(second)
  await expect(rowOf(page, third)).toHaveCount(0)
})

test('AMB-242 AMB-244 what others do meanwhile: one of the chosen is decided, an undo comes too late, a session ends', {
  tag: '@long',
}, async ({ signedIn, db, server, allowFaults }) => {
  allowFaults(/status of (401|409)/)
  const place = await aPlace(db)
  const other = `other.${place.id}`
  await anAccount(db, { email: other, grant: { product: 'pilot', role: 'admin', organisationId: place.id } })
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await aRequest(db, { hospitalId: place.id })).id)
  const [linked = '', theirs = '', mine = '', last = ''] = ids
  const page = await signedIn(place.admin, approvalPath)
  for (const id of [theirs, mine]) await rowOf(page, id).getByRole('checkbox').check()
  await server.as(other).done(requests.approve, { id: theirs, version: 1 })
  await expect(rowOf(page, theirs)).toHaveCount(0)
  await expect(page.getByText('1 selected')).toBeVisible()
  const raised = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await expect(page.getByText('4 pending')).toBeVisible()
  await page.getByRole('button', { name: 'Approve 1', exact: true }).click()
  await expect(rowOf(page, mine)).toContainText('Approved by you')
  await page.mouse.move(0, 0)
  await expect(rowOf(page, raised.id)).toBeVisible()
  expect(await statusOf(db, raised.id)).toBe('pending')

  await press(page, linked, 'Approve')
  await expect(rowOf(page, linked)).toContainText('Approved by you')
  const link = { id: linked, version: 2, bankId: 'redbank', driverEmail: arun }
  await server.as('bloodsupport').done(orders.link, link)
  await press(page, linked, 'Undo')
  const alert = page.getByRole('alertdialog', { name: 'Cannot Be Undone' })
  await expect(alert).toContainText('it is redbank-approved now')
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.mouse.move(0, 0)
  await expect(rowOf(page, linked)).toHaveCount(0)

  await endSessions(db, place.admin)
  await expect(page).toHaveURL('/')
  expect(await statusOf(db, last)).toBe('pending')
})
