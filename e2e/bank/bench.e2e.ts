import type { Page } from '@playwright/test'
import { matching } from '#contract/matching.ts'
import { aTube } from '#testing/makers/benches.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aBench, benchPath, freeBags, scanOut, twoParts, typeTube } from '../pages/bench.ts'
import { aFreshDriver, phone } from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { aHospitalOfOrders, openDetails, ordersOf, withRows } from '../pages/orders-list.ts'

const patient = { patientName: 'Mohammed Irfan', patientId: 'FH-20817', bloodGroup: 'O+' } as const

const issue = (page: Page) => page.getByRole('region', { name: /^Issue delivery/ })
const offered = (page: Page) => page.getByRole('region', { name: 'Offered' })
async function beginEmergency(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Release without cross-match…' }).click()
  await page.getByLabel('Doctor who asks').fill('Dr. K. Meenakshi')
  await page.getByLabel('Reason').fill('Bleeding, no time')
  await page.getByRole('button', { name: 'Begin emergency release' }).click()
}
const held = (page: Page) => page.getByRole('region', { name: 'Held for this patient' })

test('AMB-218 AMB-220 from the list to a packed delivery: answered, compared, held, matched, scanned out and issued', {
  tag: '@looks',
}, async ({ signedIn, db, looksGood }) => {
  const bank = await aBench(db)
  await aRequest(db, { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 2 })
  const [first = '', second = ''] = await freeBags(db, bank.id, 2)
  const page = await signedIn(bank.first, benchPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bench')
  await expect(page.getByRole('main')).not.toContainText('Mohammed Irfan')
  await looksGood(page, 'narrow')
  await page.getByRole('button', { name: /^All 2 by/ }).click()
  await page.getByRole('link', { name: 'Record sample' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mohammed Irfan')
  await expect(page.getByText('Every opening is recorded.')).toBeVisible()
  await expect(page.getByText('Left to do: scan the bags that leave; sample.')).toBeVisible()

  await typeTube(page, { name: 'MOHAMMED IRFAN', id: 'fh-20817' })
  await expect(page.getByText('agrees', { exact: true })).toBeVisible()
  for (const number of [first, second])
    await page.getByRole('listitem').filter({ hasText: number }).getByRole('button', { name: 'Hold' }).click()
  for (const number of [first, second])
    await held(page)
      .getByRole('listitem')
      .filter({ hasText: number })
      .getByRole('button', { name: 'Compatible', exact: true })
      .click()
  await looksGood(page, 'wide')
  await scanOut(page, first)
  await scanOut(page, second)
  await expect(issue(page)).toContainText(`Left to do: inspect ${first}; inspect ${second}.`)
  for (const tick of await issue(page).getByLabel('Inspected').all()) await tick.check()
  await issue(page).getByRole('button', { name: 'Issue 2 bags, print slip' }).click()
  await expect(page.getByRole('region', { name: 'Issued' })).toContainText(second)
  const bags = await db.selectFrom('bags').select('state').where('bankId', '=', bank.id).execute()
  expect(bags.map(({ state }) => state)).toEqual(['issued', 'issued'])

  // what was read once more proves one of them wrong (AMB-432)
  const wrong = page.getByRole('region', { name: 'Issued' }).getByRole('listitem').filter({ hasText: second })
  await wrong.getByRole('button', { name: /^Proved incompatible/ }).click()
  await expect(wrong).toContainText('the hospital is rung')
  await wrong.getByRole('button', { name: 'Cancel' }).click()
  await wrong.getByRole('button', { name: /^Proved incompatible/ }).click()
  await wrong.getByRole('button', { name: /^Incompatible/ }).click()
  await expect(wrong).toContainText('as the cross-match showed after it left')
  await expect(wrong.getByRole('button', { name: /incompatible/i })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Proved incompatible/ })).toHaveCount(1)
})

test('two bags scanned one right after the other are both held, though the first is still looked for', {
  tag: '@long',
}, async ({ signedIn, db, faults }) => {
  faults.allow('ERR_FAILED')
  const bank = await aBench(db)
  const { id } = await aRequest(db, { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 2 })
  const numbers = await freeBags(db, bank.id, 2)
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  await typeTube(page, { name: 'Mohammed Irfan', id: 'FH-20817' })
  // as where the list of offers has not come: each is looked for on the shelf
  let answer = () => {}
  const open = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/choices*', (route) => route.abort())
  await page.route('**/api/bags/**', async (route) => {
    await open
    await route.continue().catch(() => undefined)
  })
  await page.reload()
  const field = page.getByPlaceholder('Scan a bag to hold it')
  for (const number of numbers) {
    await field.pressSequentially(number)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('')
  }
  answer()
  for (const number of numbers) await expect(held(page)).toContainText(number)
})

test('AMB-381 AMB-382 of two parts of one donation each is held, scanned out and ticked by its driver as the one it is', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, server, looksGood }) => {
  const bank = await aBench(db)
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await aRequest(db, {
    ...{ ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 2 },
    driverEmail: driver.email,
  })
  const number = await twoParts(db, bank.id)
  const label = { labelName: patient.patientName, labelPatientId: patient.patientId }
  await server.as(bank.first).done(matching.receiveSample, aTube(id, new Date(), label))
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  const shelf = page.getByPlaceholder('Scan a bag to hold it')
  await shelf.fill(number)
  await shelf.press('Enter')
  await page.getByRole('button', { name: 'PRBC part A0' }).click()
  await expect(held(page)).toContainText('part A0')
  await expect(shelf).toBeFocused()
  await page.keyboard.type(`${number} b0`)
  await page.keyboard.press('Enter')
  await expect(held(page)).toContainText('part B0')
  for (const part of ['A0', 'B0'])
    await held(page)
      .getByRole('listitem')
      .filter({ hasText: `part ${part}` })
      .getByRole('button', { name: 'Compatible', exact: true })
      .click()

  await expect(page.getByPlaceholder('Scan the bag')).toBeFocused()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(issue(page)).toContainText(`There are several parts of ${number}.`)
  const part = issue(page).getByRole('button', { name: 'PRBC part B0' })
  expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await looksGood(page, 'narrow')
  await part.click()
  await expect(part).toHaveCount(0)
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(issue(page)).toContainText(`inspect ${number} part B0; inspect ${number} part A0`)
  for (const tick of await issue(page).getByLabel('Inspected').all()) await tick.check()
  await issue(page).getByRole('button', { name: 'Issue 2 bags, print slip' }).click()
  await expect(page.getByRole('region', { name: 'Issued' })).toContainText(`${number} part A0`)

  const carried = await signedIn(driver.email, `/driver/${id}`, phone)
  const tick = (one: string) => carried.getByRole('checkbox', { name: `${number} part ${one}` })
  await tick('B0').check()
  await expect(tick('A0')).not.toBeChecked()
  await carried.reload()
  await expect(tick('B0')).toBeChecked()
  await expect(tick('A0')).not.toBeChecked()
})

test('AMB-218 a tube of another patient stops everything, and the letters that differ are marked', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, looksGood }) => {
  const bank = await aBench(db)
  const { id } = await aRequest(db, { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 2 })
  await freeBags(db, bank.id, 1)
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  await typeTube(page, { name: 'Mohammed Irfan', id: 'FH-20871' })
  await expect(page.getByRole('alert')).toContainText('On Hold: The Tube Is Not Labelled For This Patient')
  await expect(page.locator('mark')).toHaveText(['7', '1', '1', '7'])
  await expect(page.getByRole('button', { name: 'Compatible', exact: true })).toHaveCount(0)
  await looksGood(page, 'wide')
  await page.goto(benchPath)
  await expect(page.getByRole('main')).toContainText('on hold')
})

test('AMB-218 an emergency is a red act of its own: a doctor, a reason, group O, and a result that is owed', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, looksGood }) => {
  const bank = await aBench(db)
  const { id } = await aRequest(db, {
    ...{ ...patient, bloodGroup: 'A+' },
    ...{ status: 'bloodbank-approved', bankId: bank.id, units: 1 },
  })
  const [number = ''] = await freeBags(db, bank.id, 1, { bloodGroup: 'O-' })
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  await beginEmergency(page)
  await expect(page.getByRole('alert')).toContainText('NOT CROSS-MATCHED')
  await expect(offered(page)).toContainText('For an emergency: group O. 1 unit is owed')
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(held(page)).toContainText(number)
  await scanOut(page, number)
  await issue(page).getByLabel('Inspected').check()
  await looksGood(page, 'wide')
  await issue(page).getByRole('button', { name: 'Issue 1 bag NOT CROSS-MATCHED' }).click()
  await expect(page.getByText('Result owed')).toBeVisible()
  await page.goto(benchPath)
  await expect(page.getByRole('region', { name: `Result owed for ${id}` })).toContainText('1 result is owed')
})

test('AMB-330 a part by a time, a bag that ends soon with its reason, the second person, the hand-over; and the hospital reads which bags left', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, looksGood }) => {
  test.slow()
  const bank = await aBench(db, { secondChecker: true })
  const { id } = await aRequest(db, { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 2 })
  const now = Date.now()
  const { deadlineAt } = await db
    .selectFrom('requests')
    .select('deadlineAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const soon = new Date(Math.max(now, deadlineAt.getTime()) + 3_600_000)
  const [number = ''] = await freeBags(db, bank.id, 1, { expiresAt: soon })
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  await page.getByRole('button', { name: 'Some…' }).click()
  await page.getByLabel('Units', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Say so' }).click()
  await expect(page.getByText(/^1 of 2 by/)).toBeVisible()

  await typeTube(page, { name: 'Mohammed Irfan', id: 'FH-20817' })
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Nothing else of this group')
  await page.getByRole('dialog').getByRole('button', { name: 'Hold it' }).click()
  await held(page).getByRole('button', { name: 'Compatible', exact: true }).click()
  await scanOut(page, number)
  await issue(page).getByLabel('Inspected').check()
  await expect(issue(page)).toContainText('Left to do: second person.')
  await issue(page).getByLabel('Who compares').click()
  await page.getByRole('option').first().click()
  await issue(page).getByLabel('Their password', { exact: true }).fill('crossmatch')
  await issue(page).getByRole('button', { name: 'Issue 1 bag, print slip' }).click()
  const issued = page.getByRole('region', { name: 'Issued' })
  await expect(issued).toContainText('checked by')
  await issued.getByRole('button', { name: 'Handed over, and no driver reports…' }).click()
  await issued.getByLabel('Temperature').fill('4.2')
  await issued.getByRole('button', { name: 'Handed over', exact: true }).click()
  await expect
    .poll(
      async () =>
        (await db.selectFrom('requests').select('status').where('id', '=', id).executeTakeFirstOrThrow())
          .status,
    )
    .toBe('issued')

  const hospital = await signedIn('firm', '/dashboard/pilot/deliveryStatus')
  await hospital.getByRole('row').filter({ hasText: id }).getByRole('button', { name: 'Bags' }).click()
  await expect(hospital.getByRole('dialog')).toContainText(number)
  await expect(hospital.getByRole('dialog').getByRole('link', { name: /^Download slip/ })).toBeVisible()
  await hospital.goto(`/dashboard/pilot/liveStatus/${id}`)
  await expect(hospital.getByRole('list', { name: /^Bags of slip/ })).toContainText(number)
  await looksGood(hospital, 'wide')
})

test('the hospital says yes to another group with its doctor, and corrects a group that was asked for wrongly', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  const wish = { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 1 } as const
  const offered = await aRequest(db, { ...wish, bloodGroup: 'O-' })
  const differs = await aRequest(db, { ...wish, bloodGroup: 'A+' })
  await freeBags(db, bank.id, 1)
  const page = await signedIn(bank.first, `${benchPath}/${offered.id}`)
  await page.getByRole('button', { name: 'Ask the hospital for O POS' }).click()
  await expect(page.getByText(/The hospital was asked at/)).toBeVisible()
  const hospital = await signedIn('firm', `/dashboard/pilot/liveStatus/${offered.id}`)
  const ask = hospital.getByRole('region', { name: 'May it be O POS?' })
  await ask.getByLabel('Doctor who decides').fill('Dr. K. Meenakshi')
  await ask.getByLabel('Reason').fill('No O NEG in town')
  await ask.getByRole('button', { name: 'Yes, O POS may be given' }).click()
  await expect(page.getByText(/The hospital agreed, .*Dr. K. Meenakshi/)).toBeVisible()

  await page.goto(`${benchPath}/${differs.id}`)
  await typeTube(page, { name: 'Mohammed Irfan', id: 'FH-20817' })
  await expect(page.getByRole('alert')).toContainText('Groups Differ')
  await hospital.goto(`/dashboard/pilot/liveStatus/${differs.id}`)
  await hospital.getByRole('button', { name: 'Correct the request to O POS…' }).click()
  await hospital.getByRole('button', { name: 'Correct to O POS', exact: true }).click()
  await expect(page.getByText('agrees', { exact: true })).toBeVisible()
})

test('AMB-376 a tube is found to be Oh: the hospital says so, and bench and hospital go by that', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  const { id } = await aRequest(db, { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 2 })
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  await typeTube(page, { name: 'Mohammed Irfan', id: 'FH-20817', group: 'Oh (Bombay) POS' })
  await expect(page.getByRole('alert')).toContainText('Groups Differ')
  const hospital = await signedIn('firm', `/dashboard/pilot/liveStatus/${id}`)
  await hospital.getByRole('button', { name: 'Correct the request to Oh (Bombay) POS…' }).click()
  await hospital.getByRole('button', { name: 'Correct to Oh (Bombay) POS', exact: true }).click()
  await expect(hospital.getByText('This patient is Oh (Bombay) POS.')).toBeVisible()
  await expect(page.getByText('agrees', { exact: true })).toBeVisible()
  await expect(page.getByText('Oh (Bombay) POS Packed Red Blood Cells, 2 units')).toBeVisible()
  await expect(page.getByText(/on a doctor’s word: Oh \(Bombay\) POS, not cross-matched/)).toBeVisible()
  await beginEmergency(page)
  await expect(offered(page)).toContainText('For an emergency: Oh (Bombay) POS. 2 units are owed')
})

test('AMB-389 what the bank answered stands in the details of hospital and provider, as it comes and as it changes', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const bank = await aBench(db)
  const hospitalId = await aHospitalOfOrders(db)
  const wish = { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 5 } as const
  const [{ id }, own] = [await aRequest(db, { ...wish, hospitalId }), await aRequest(db, wish)]
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const popup = await openDetails(page, id)
  const hospital = await signedIn('firm', `/dashboard/pilot/liveStatus/${own.id}`)
  const said = { popup: popup.getByText('Blood Bank Says'), row: hospital.getByText('Blood Bank Says') }
  await expect(hospital.getByRole('rowheader', { name: 'Blood Bank', exact: true })).toBeVisible()
  await expect(popup.getByRole('term').filter({ hasText: 'Last Updated' })).toBeVisible()
  for (const one of Object.values(said)) await expect(one).toHaveCount(0)
  const byAt = new Date(Date.now() + 3_600_000)
  const says = (units: number) =>
    Promise.all(
      [id, own.id].map((one) => server.as(bank.first).done(matching.answer, { id: one, units, byAt })),
    )
  for (const [units, words] of [
    [5, /all 5 by/],
    [2, /2 of 5 by/],
  ] as const) {
    await says(units)
    await expect(popup.getByRole('definition').filter({ hasText: words })).toBeVisible()
    await expect(hospital.getByRole('row', { name: 'Blood Bank Says' })).toContainText(words)
  }
})

test('AMB-389 a note is written beside Incompatible, and stands where the result is read', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const bank = await aBench(db)
  const { id } = await aRequest(db, { status: 'bloodbank-approved', bankId: bank.id, units: 1 })
  const numbers = await freeBags(db, bank.id, 2)
  const bags = await db.selectFrom('bags').select('id').where('number', 'in', numbers).execute()
  const bench = server.as(bank.first)
  await bench.done(matching.receiveSample, aTube(id, new Date()))
  for (const { id: bagId } of bags) await bench.done(matching.hold, { id, bagId })
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  for (const [at, result] of ['Incompatible', 'Compatible'].entries()) {
    const number = numbers[at] ?? ''
    const line = held(page).getByRole('listitem').filter({ hasText: number })
    await line.getByRole('button', { name: `Note…, ${number}` }).click()
    await expect(line.getByLabel(`Note on ${number}`)).toBeFocused()
    await page.keyboard.type(`Tube ${at + 1}, 2+ at 37 °C`)
    await line.getByRole('button', { name: result, exact: true }).click()
    await expect(line).toContainText(`Tube ${at + 1}, 2+ at 37 °C`)
    await expect(line).toContainText(at === 0 ? 'Barred for this patient' : 'compatible')
  }
})
