import type { Page } from '@playwright/test'
import { aRequest } from '#testing/makers/makers.ts'
import { aBench, benchPath, freeBags, scanOut } from '../pages/bench.ts'
import { expect, test } from '../pages/fixtures.ts'

const patient = { patientName: 'Mohammed Irfan', patientId: 'FH-20817', bloodGroup: 'O+' } as const

const issue = (page: Page) => page.getByRole('region', { name: /^Issue delivery/ })
const held = (page: Page) => page.getByRole('region', { name: 'Held for this patient' })

async function typeTube(page: Page, { name, id }: { name: string; id: string }): Promise<void> {
  await page.getByLabel('Name on the tube').fill(name)
  await page.getByLabel('Patient ID on the tube').fill(id)
  await page.getByLabel('Taken at').fill('00:00')
  await page.getByLabel('Group found').click()
  await page.getByRole('option', { name: 'O POS', exact: true }).click()
  await page.getByRole('button', { name: 'Compare and record' }).click()
}

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
  await page.getByRole('button', { name: 'Release without cross-match…' }).click()
  await page.getByLabel('Doctor who asks').fill('Dr. K. Meenakshi')
  await page.getByLabel('Reason').fill('Bleeding, no time')
  await page.getByRole('button', { name: 'Begin emergency release' }).click()
  await expect(page.getByRole('alert')).toContainText('NOT CROSS-MATCHED')
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
