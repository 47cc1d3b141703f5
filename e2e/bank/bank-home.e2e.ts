import type { Page } from '@playwright/test'
import { stock } from '#contract/stock.ts'
import { bloodGroups, groupName } from '#domain/basics/blood.ts'
import { days, earlier, hours, minutes } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { aCamp, stockOf } from '#server/demo/makers/banks.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aStaffedBank } from '../pages/bank-people.ts'
import { expect, test } from '../pages/fixtures.ts'

const cards = [
  'Packed Red Blood Cells',
  'Single Donor Platelets',
  'Fresh Frozen Plasma',
  'Random Donor Platelets',
  'Issuing History',
  'Blood Camp',
  'Consent Form',
]
const card = (page: Page, title: string) => page.getByRole('main').getByRole('region', { name: title })

test('SHELL-13 SHELL-15 INVENTORY-04 the home view of a bank: a map of its stock, what waits, and links to each screen, as it changes', async ({
  signedIn,
  db,
  server,
}) => {
  const bank = await aStaffedBank(db)
  const now = new Date()
  await stockOf(
    db,
    bank.id,
    { PRBC: { 'A+': 24, 'O-': 2, 'O+': 12, 'B+': 9, 'A-': 3, 'B-': 4, 'AB+': 5 } },
    { at: earlier(now, hours(2)) },
  )
  await stockOf(db, bank.id, { SDP: byGroup(() => 3) }, { at: earlier(now, hours(26)) })
  await stockOf(db, bank.id, { RDP: byGroup(() => 7) }, { at: earlier(now, days(6)) })
  const linked = { bankId: bank.id, linkedAt: earlier(now, minutes(30)) }
  const order = await aRequest(db, { ...linked, status: 'bloodbank-approved', bloodGroup: 'O+', units: 3 })
  await aRequest(db, { ...linked, status: 'issued', bloodGroup: 'O+', units: 2 })
  await aCamp(db, { bankId: bank.id, category: '100+', heldOn: '2030-01-02' })
  const page = await signedIn(bank.first)

  const map = page.getByRole('table', { name: /^Stock/ })
  await expect(map.getByRole('columnheader')).toHaveText([
    'Component',
    ...bloodGroups.map(groupName),
    'Total',
    'Counted',
  ])
  await expect(map.getByRole('rowheader')).toHaveText([
    'Packed Red Blood CellsPRBC',
    'Single Donor PlateletsSDP',
    'Fresh Frozen PlasmaFFP',
    'Random Donor PlateletsRDP',
  ])
  for (const name of [
    'A POS PRBC: 24 units',
    'O POS PRBC: 12 units, 7 free after 5 linked since the count',
    'O NEG PRBC: 2 units, low',
    'AB NEG PRBC: 0 units',
    'A POS FFP: never counted',
  ])
    await expect(map.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(map.getByRole('row', { name: /SDP/ })).toContainText('26 h ago')
  await expect(map.getByRole('row', { name: /RDP/ })).toContainText('expired, 6 days ago')

  for (const title of cards) await expect(card(page, title)).toBeVisible()
  await expect(card(page, 'Packed Red Blood Cells')).toContainText(
    '59 units1 group out, 1 lowcounted 2 h ago',
  )
  await expect(card(page, 'Single Donor Platelets')).toContainText('counted 26 h ago, count again')
  await expect(card(page, 'Fresh Frozen Plasma')).toContainText('never counted')
  await expect(card(page, 'Issuing History')).toContainText('1 to issue, 1 on the road')
  await expect(card(page, 'Issuing History')).toContainText(order.id)
  await expect(card(page, 'Blood Camp')).toContainText('2 Jan next camp100+ units2 Jan 2030')
  await expect(
    page.getByText('1 order waits to be issued. AB NEG PRBC is out. SDP, FFP, RDP to be counted.'),
  ).toBeVisible()

  const { countedAt } = (await server.as(bank.second).done(stock.list, {})).items[0] ?? {}
  await server.as(bank.second).done(stock.count, {
    component: 'PRBC',
    seenAt: countedAt ?? null,
    quantities: { ...byGroup(() => 4), 'AB-': 41 },
  })
  await expect(map.getByRole('link', { name: 'AB NEG PRBC: 41 units', exact: true })).toBeVisible({
    timeout: 15_000,
  })
  await expect(card(page, 'Packed Red Blood Cells')).toContainText(
    '69 unitsevery group in stockcounted just now',
  )

  await map.getByRole('link', { name: 'A POS FFP: never counted' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fresh Frozen Plasma')
})

test('SHELL-13 SHELL-27 what waits at a bank and did not load is no nought, and can be tried again; then it looks right', {
  tag: '@looks',
}, async ({ signedIn, db, looksGood, allowFaults }) => {
  allowFaults('status of 500')
  const bank = await aStaffedBank(db)
  const at = (age: number) => ({ at: earlier(new Date(), age) })
  const units = [0, 2, 4, 7, 12, 24, 41, 9_999]
  const counts = Object.fromEntries(bloodGroups.map((group, n) => [group, units[n] ?? 0]))
  await stockOf(db, bank.id, { PRBC: counts }, at(hours(2)))
  await stockOf(db, bank.id, { SDP: counts }, at(hours(26)))
  await stockOf(db, bank.id, { RDP: counts }, at(days(9)))
  const linkedAt = earlier(new Date(), minutes(1))
  await aRequest(db, { bankId: bank.id, status: 'bloodbank-approved', bloodGroup: 'O+', linkedAt })
  const page = await signedIn(bank.first, null)
  await page.route('**/api/stock', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard')
  await expect(page.getByText('What waits on each screen did not load.')).toBeVisible({ timeout: 15_000 })
  await expect(card(page, 'Fresh Frozen Plasma')).not.toContainText('0')
  await page.unroute('**/api/stock')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Fresh Frozen Plasma')).toContainText('never counted')
  await expect(page.getByRole('link', { name: 'A POS PRBC: 0 units' })).toBeVisible()
  await expect(page.getByText('1 order waits to be issued.')).toBeVisible()
  await looksGood(page, 'narrow')
})
