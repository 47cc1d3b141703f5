import { donorWordsEn as en } from '#domain/donors/words-en.ts'
import { donorWordsTa as ta } from '#domain/donors/words-ta.ts'
import { closeSaid, consentBox, consentPath, field, inTamil, submit } from '../pages/donor-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fits } from '../pages/looks.ts'

test('SHELL-27 DONOR-PUBLIC-02 the form and its alerts can be reached by everybody, in both languages, wide and narrow, light and dark', {
  tag: ['@looks', '@long'],
}, async ({ visitor, axe, looksGood }) => {
  const page = await visitor(consentPath)
  await consentBox(page).check()
  await field(page, 'phone').fill('9840012345')
  await submit(page)
  await closeSaid(page, en.alerts['form-incomplete'])
  await looksGood(page, 'narrow')
  await inTamil(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ta.title)
  for (const width of [1440, 999, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await fits(page, width)
  }
  await axe(page)
  await consentBox(page, ta).uncheck()
  await submit(page, ta)
  await expect(page.getByRole('alertdialog', { name: ta.alerts['no-consent'].title })).toBeVisible()
  await axe(page)
})

test('SHELL-27 DONOR-PUBLIC-07 terms and privacy can be reached by everybody, in both languages, wide and narrow, light and dark', {
  tag: '@looks',
}, async ({ visitor, axe, looksGood }) => {
  const page = await visitor('/privacy?language=ta')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('தனியுரிமை')
  await expect(page.getByRole('heading', { level: 2, name: 'எவ்வளவு காலம்' })).toBeVisible()
  await looksGood(page, 'wide')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  await expect(page.getByRole('heading', { level: 2, name: 'For how long' })).toBeVisible()
  await axe(page)
  await page.goto('/terms?language=ta')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('விதிமுறைகள்')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await fits(page, width)
  }
})
