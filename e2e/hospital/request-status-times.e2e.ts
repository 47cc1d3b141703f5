import { showDateTime } from '#domain/basics/time.ts'
import { aBank, aRequest, nextNumber } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { fits } from '../pages/looks.ts'
import { at } from '../pages/raise-form.ts'
import { expect, openTimes, popupOf, statusPath, stepsIn } from '../pages/request-list.ts'

// several pages and popups one after the other
test.describe.configure({ timeout: 60_000 })

const day = '20 Nov 2026,'

test('REQSTATUS-07 the popup tells the six times, the life of the request, and what is due', async ({
  signedIn,
  db,
  moveClock,
}) => {
  await moveClock(at('10:26'))
  const place = await aPlace(db, { name: 'Kaveri Hospital' })
  const request = await aRequest(
    db,
    {
      hospitalId: place.id,
      status: 'partially-completed',
      units: 7,
      raisedAt: new Date(at('07:45')),
      pickupAt: new Date(at('08:30')),
      deadlineAt: new Date(at('13:30')),
    },
    new Date(at('10:26')),
  )
  const page = await signedIn(place.staff, statusPath)
  const popup = await openTimes(page, request.id)
  await expect(popup).toContainText('O POS PRBC, 7 units for Karthik Subramanian, from Redbank')
  await expect(popup).toContainText('Due 1:30 pm')
  await expect(popup).toContainText('in 3 h 4 min')
  await expect(popup.getByRole('term')).toHaveText([
    'Request',
    'Approval',
    'Sample Pickup',
    'Delivery Deadline',
    'Delivery',
    'Last Updated',
  ])
  await expect(popup.getByRole('definition')).toHaveText([
    `${day} 7:45 am`,
    `${day} 7:52 am`,
    `${day} 8:30 am`,
    `${day} 1:30 pm`,
    '-',
    `${day} 10:26 am`,
  ])
  await expect(stepsIn(page)).toHaveText([
    `pendingRaised by ${place.id}${day} 7:45 am`,
    `hospital-admin-approvedApproved by ${place.id}${day} 7:52 amafter 7 min`,
    `redbank-approvedbloodsupport linked redbank${day} 8:01 amafter 9 min`,
    `sample-acquiredSet by Arun Kumar${day} 8:34 amafter 33 min`,
    `cross-matchingSet by Arun Kumar${day} 9:05 amafter 31 min`,
    `issuedSet by Arun Kumar${day} 9:40 amafter 35 min`,
    `partially-completedSet by Arun Kumar${day} 10:26 amafter 46 min`,
    `delivery-completed2 of 3 deliveries, 4 unitsdue ${day} 1:30 pmin 3 h 4 min`,
  ])
  await expect(stepsIn(page).and(page.locator('[aria-current="step"]'))).toContainText('partially-completed')
  await expect(
    popup.getByRole('region', { name: 'Deliveries 1 of 3 arrived, with Arun Kumar' }),
  ).toContainText(
    `Delivery 1 of 3, 3 unitsdelivered${day} 10:26 amDelivery 2 of 3, 3 units--Delivery 3 of 3, 1 unit`,
  )
  await expect(popup.getByRole('button', { name: 'Cancel Request' })).toHaveCount(0)
})

test('REQSTATUS-07 REQSTATUS-19 REQSTATUS-20 why it was refused or cancelled stands in quotes, and nothing is due any more; a completed one says how it ended', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const make = (change: Parameters<typeof aRequest>[1]) => aRequest(db, { hospitalId: place.id, ...change })
  const whyEnded = 'No AB NEG until tomorrow'
  const refused = await make({ status: 'bloodbank-rejected', bankId: 'bluebank', whyEnded })
  const cancelled = await make({ status: 'cancelled', whyEnded })
  const inTime = await make({ status: 'completed' })
  const late = await make({ status: 'completed', isLate: true })
  const overdue = await make({ status: 'issued', raisedAt: new Date(Date.now() - 6 * 3_600_000) })
  const page = await signedIn(place.staff, statusPath)
  for (const [{ id }, title, deed] of [
    [refused, 'bluebank-rejected', 'Refused by Bluebank'],
    [cancelled, 'cancelled', 'Cancelled by'],
  ] as const) {
    const popup = await openTimes(page, id)
    await expect(stepsIn(page).last()).toContainText(title)
    await expect(stepsIn(page).last()).toContainText(deed)
    await expect(stepsIn(page).last()).toContainText(`“${whyEnded}”`)
    await expect(popup).not.toContainText(/due/i)
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }
  for (const [{ id }, words] of [
    [inTime, 'Delivery Completed Before Deadline'],
    [late, 'Sorry, the order was slightly delayed'],
    [overdue, 'Was due'],
  ] as const) {
    const popup = await openTimes(page, id)
    await expect(popup).toContainText(words)
    await popup.getByRole('button', { name: 'Close' }).click()
    await expect(popup).toHaveCount(0)
  }
})

test('REQSTATUS-07 SHELL-36 the raise time of the row is the first of the popup; another row shows its own times or none, and a failure can be tried again', {
  tag: '@long',
}, async ({ signedIn, db, allowFaults }) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const one = await aRequest(db, { hospitalId: place.id, patientName: 'First Patient' })
  const other = await aRequest(db, { hospitalId: place.id, patientName: 'Second Patient' })
  const page = await signedIn(place.admin, statusPath)
  const button = rowOf(page, one.id).locator('button[aria-haspopup="dialog"]')
  await expect(button).toHaveText(showDateTime(one.raisedAt))
  await expect(button).toHaveAccessibleDescription('First Patient')
  const times = await openTimes(page, one.id)
  await expect(times.getByRole('definition').first()).toHaveText(showDateTime(one.raisedAt))
  await page.keyboard.press('Escape')
  await expect(times).toHaveCount(0)
  await expect(button).toBeFocused()

  await page.route(`**/api/requests/${other.id}`, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }),
  )
  await rowOf(page, other.id).locator('button[aria-haspopup="dialog"]').click()
  const popup = popupOf(page, other.id)
  await expect(popup.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(popup).not.toContainText('First Patient')
  await expect(popup.getByRole('alert')).toContainText('Not now.')
  await page.unroute(`**/api/requests/${other.id}`)
  await popup.getByRole('button', { name: 'Try again' }).click()
  await expect(popup).toContainText('Second Patient')
})

const hostile = [
  '<script>document.title = 1</script> <img src=x onerror="document.title = 2">',
  'கார்த்திக் சுப்பிரமணியன் \u200f\u202etab fo dne \u{1FA78}',
  'W'.repeat(120),
]
for (const width of [1440, 390]) {
  test(`REQSTATUS-07 REQSTATUS-02 hostile texts stay texts, in list and popup, ${width} px`, {
    tag: '@long',
  }, async ({ signedIn, db }) => {
    const place = await aPlace(db)
    const bank = await aBank(db, { id: `bank${process.pid}${nextNumber()}`, name: '<i>Bank</i>' })
    const ended = { hospitalId: place.id, status: 'cancelled', bankId: bank.id } as const
    const made: { id: string; patientName: string }[] = []
    for (const patientName of hostile) {
      const texts = { patientName, patientId: patientName.slice(0, 40), reason: patientName.repeat(4) }
      made.push(await aRequest(db, { ...ended, ...texts, whyEnded: patientName }))
    }
    const page = await signedIn(place.staff, statusPath, { viewport: { width, height: 900 } })
    for (const { id, patientName } of made) {
      await expect(rowOf(page, id).getByText(patientName, { exact: true }).first()).toBeVisible()
      const popup = await openTimes(page, id)
      await expect(popup).toContainText(`“${patientName}”`)
      await expect(popup).toContainText('from <i>Bank</i>')
      await expect.poll(() => popup.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(popup).toHaveCount(0)
    }
    await fits(page, width)
    await expect(page).toHaveTitle('Request Status · Crossmatch')
  })
}
