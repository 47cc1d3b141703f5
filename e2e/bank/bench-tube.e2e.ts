import { dayOf, days, earlier, instantOf, later, timeOf } from '#domain/basics/time.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aBench, benchPath, typeTube } from '../pages/bench.ts'
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
