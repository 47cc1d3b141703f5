import { donorWordsEn as en } from '#domain/donors/words-en.ts'
import { donorWordsTa as ta } from '#domain/donors/words-ta.ts'
import { closeAlert, consentBox, consentPath, field, fillDetails, inTamil, submit } from './donor-page.ts'
import { expect, test } from './fixtures.ts'

const kioskPath = `${consentPath}&kiosk=1`
const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

test('DONOR-PUBLIC-19 a shared device keeps nothing and is ready for the next by itself', async ({
  visitor,
}) => {
  const page = await visitor(null)
  await page.clock.install()
  await page.goto(kioskPath)
  await expect(page.getByText(en.form.keptNowhere)).toBeVisible()
  await fillDetails(page)
  await expect(field(page, 'name')).toHaveAttribute('autocomplete', 'off')
  expect(await page.evaluate(stored)).not.toContain('Selvi')
  await page.reload()
  await expect(field(page, 'name')).toHaveValue('')

  await fillDetails(page)
  await consentBox(page).check()
  await submit(page)
  const alert = page.getByRole('alertdialog', { name: 'Data Submitted' })
  await expect(alert).toBeVisible()
  await page.clock.fastForward(21_000)
  await expect(alert).toHaveCount(0)
  await expect(field(page, 'name')).toHaveValue('')
  await expect(page.getByText(en.form.donationId)).toBeVisible()
  // the next donor begins: what was the last one's is gone
  await field(page, 'name').fill('K')
  await expect(page.getByText(en.form.donationId)).toHaveCount(0)
  expect(await page.evaluate(stored)).not.toContain('Selvi')
})

test('DONOR-PUBLIC-19 a form that was left on a shared device is emptied', async ({ visitor }) => {
  const page = await visitor(null)
  await page.clock.install()
  await page.goto(kioskPath)
  await inTamil(page)
  await field(page, 'name', ta).fill('Selvi Murugan')
  await page.clock.fastForward(121_000)
  await closeAlert(page, ta.form.idle, ta.form.stay)
  await expect(field(page, 'name', ta)).toHaveValue('Selvi Murugan')

  await page.getByRole('link', { name: ta.form.privacy }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'தனியுரிமை' })).toBeVisible()
  await page.clock.fastForward(121_000)
  await expect(page.getByRole('alertdialog', { name: ta.form.idle.title })).toBeVisible()
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // the form again, empty and in English
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.title)
  await expect(field(page, 'name')).toHaveValue('')
})

test('DONOR-PUBLIC-19 whoever has written something can start again', async ({ visitor }) => {
  const page = await visitor(consentPath)
  await expect(page.getByRole('button', { name: en.form.startAgain })).toHaveCount(0)
  await field(page, 'name').fill('Selvi Murugan')
  await page.getByRole('button', { name: en.form.startAgain }).click()
  await closeAlert(page, en.form.startAgainAsk, en.form.stay)
  await expect(field(page, 'name')).toHaveValue('Selvi Murugan')
  await page.getByRole('button', { name: en.form.startAgain }).click()
  await closeAlert(page, en.form.startAgainAsk, en.form.startAgain)
  await expect(field(page, 'name')).toHaveValue('')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
