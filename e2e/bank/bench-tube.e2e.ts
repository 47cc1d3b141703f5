import type { Page } from '@playwright/test'
import { dayOf, days, earlier, instantOf, later, timeOf } from '#domain/basics/time.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aBench, benchPath, freeBags, typeTube } from '../pages/bench.ts'
import { pick } from '../pages/choices.ts'
import { expect, test } from '../pages/fixtures.ts'

const patient = { patientName: 'Mohammed Irfan', patientId: 'FH-20817', bloodGroup: 'O+' } as const
const tube = { name: 'Mohammed Irfan', id: 'FH-20817' }

test('a tube of four days ago is recorded as of that day, and is too old', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  const { id } = await aRequest(db, { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 1 })
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  await page.evaluate(() => {
    HTMLInputElement.prototype.showPicker = () => document.body.setAttribute('data-picked', '')
  })
  await page.getByLabel('Taken on', { exact: true }).press('ArrowDown')
  await expect(page.locator('body[data-picked]')).toBeVisible()
  const day = dayOf(earlier(new Date(), days(4)))
  await typeTube(page, { ...tube, day })
  await expect(page.getByText('too old', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compare and record' })).toBeVisible()
  const kept = await db.selectFrom('samples').select('takenAt').where('requestId', '=', id).execute()
  expect(kept).toEqual([{ takenAt: instantOf(day, '00:00') }])
  await typeTube(page, { ...tube, day: dayOf(later(new Date(), days(1))) })
  await expect(page.getByRole('alertdialog')).toContainText('cannot be taken after now')
})

test('a part of a reservation is answered for the day on which it is due', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  const deadlineAt = later(new Date(), days(3))
  const { id } = await aRequest(db, {
    ...{ ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 2 },
    ...{ orderType: 'reservation', deadlineAt },
  })
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  await page.getByRole('button', { name: 'Some…' }).click()
  await page.getByLabel('Units', { exact: true }).fill('1')
  const time = await page.getByLabel('By', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Say so' }).click()
  await expect(page.getByText(/^1 of 2 by/)).toBeVisible()
  const [said] = await db.selectFrom('bankAnswers').select('byAt').where('requestId', '=', id).execute()
  expect(timeOf(said?.byAt ?? new Date(0))).toBe(time)
  expect(deadlineAt.getTime() - Number(said?.byAt)).toBeLessThanOrEqual(days(1) / 24)
})

test('antibodies, and that nobody had blood lately, are recorded of a tube whose group was typed with its label', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, looksGood }) => {
  const bank = await aBench(db, { sampleHours: 96 })
  const { id } = await aRequest(db, { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 1 })
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  const day = dayOf(earlier(new Date(), days(3)))
  await page.getByLabel('Taken by').fill('Sr. Mary')
  await typeTube(page, { ...tube, day })
  await expect(page.getByText('too old', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Findings…' }).click()
  const found = page.getByRole('form', { name: 'What was found' })
  await expect(found.getByLabel('Group found')).toHaveValue('O POS')
  await pick(found.getByLabel('Antibody screen'), 'negative')
  await pick(found.getByLabel('Transfused or pregnant in 3 months'), 'no')
  await looksGood(page, 'narrow')
  await found.getByRole('button', { name: 'Record what was found' }).click()
  await expect(found).toHaveCount(0)
  await expect(page.getByText('agrees', { exact: true })).toBeVisible()
  const kept = await db
    .selectFrom('samples')
    .select(['antibodyScreen', 'recent', 'takenBy', 'validUntil'])
    .where('requestId', '=', id)
    .execute()
  const validUntil = later(instantOf(day, '00:00'), days(4))
  expect(kept).toEqual([{ antibodyScreen: 'negative', recent: 'no', takenBy: 'Sr. Mary', validUntil }])
})

test('a bag that is scanned while another field, a button or nothing has the focus is typed nowhere, presses nothing, and that is said', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  const { id } = await aRequest(db, { ...patient, status: 'bloodbank-approved', bankId: bank.id, units: 1 })
  const [number = ''] = await freeBags(db, bank.id, 1)
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  const name = page.getByLabel('Name on the tube')
  await expect(name).toBeFocused()
  await name.fill('Moh')
  await page.getByLabel('Patient ID on the tube').fill('FH-20817')
  await page.getByLabel('Taken at').fill('00:00')
  await name.focus()
  await scan(page, '=A99992601438100')
  const said = page.getByText(/^A bag was scanned\. Nothing was typed/)
  await expect(said).toBeVisible()
  await expect(name).toHaveValue('Moh')
  // what is typed by a person afterwards is theirs
  await page.waitForTimeout(500)
  await name.press('End')
  await page.keyboard.type('ammed Irfan')
  await expect(name).toHaveValue('Mohammed Irfan')
  const offer = page.getByRole('listitem').filter({ hasText: number })
  for (const [place, text] of [
    [offer.getByRole('button', { name: 'Hold' }), '=A99992601438100'],
    [page.getByRole('heading', { level: 1 }), '&>0263382359'],
  ] as const) {
    await expect(said).toHaveCount(0)
    if (text.startsWith('=')) await place.focus()
    else await place.click()
    await scan(page, text)
    await expect(said).toBeVisible()
  }
  expect(await db.selectFrom('bagHolds').select('bagId').where('requestId', '=', id).execute()).toEqual([])
  // pasted, or typed by a scanner that names its code first
  await name.fill(']C0=A99992601438100')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('This is the label of a bag, not of a tube.')
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  // where a bag is meant it is taken
  await page.getByPlaceholder('Scan the bag').focus()
  await scan(page, '=A99992601438100')
  await expect(page.getByText('Bag A999926014381 is not held for this patient.')).toBeVisible()
  expect(await db.selectFrom('samples').select('id').where('requestId', '=', id).execute()).toEqual([])
})

async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
