import { aStaffedHospital } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'

test('AMB-306 AMB-307 an admin ticks what they hear by keyboard, and cannot silence the last way', {
  tag: '@looks',
}, async ({ signedIn, db, looksGood }) => {
  const { admin } = await aStaffedHospital(db, { email: 'desk@mail.example', phones: [] })
  const page = await signedIn(admin)
  await page.goto('/dashboard/account')
  const mine = page.getByRole('table', { name: 'What I hear' })
  const desk = page.getByRole('table', { name: 'Desk' })
  const lastWay = desk.getByRole('checkbox', { name: 'Order late, Mail' })
  await expect(lastWay).toHaveAttribute('aria-disabled', 'true')
  await expect(lastWay).toHaveAccessibleDescription(/last way to hear of it away from the screen/)
  await lastWay.focus()
  await page.keyboard.press('Space')
  await expect(lastWay).toBeChecked()

  const own = mine.getByRole('checkbox', { name: 'Order late, Mail' })
  await own.focus()
  await page.keyboard.press('Space')
  await expect(own).toBeChecked()
  await expect(lastWay).not.toHaveAttribute('aria-disabled', 'true')
  await lastWay.focus()
  await page.keyboard.press('Space')
  await expect(lastWay).not.toBeChecked()
  await expect(own).toHaveAttribute('aria-disabled', 'true')

  await expect(mine.getByRole('checkbox', { name: 'Order late, SMS' })).toBeDisabled()
  await page.getByLabel('Your mobile number, for SMS').fill('call me')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your mobile number, for SMS')).toBeFocused()
  await page.getByLabel('Your mobile number, for SMS').fill('98401 10014')
  await page.keyboard.press('Enter')
  await expect(mine.getByRole('checkbox', { name: 'Order late, SMS' })).toBeEnabled()

  // ticked when it is saved
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click()
  await expect(page.getByRole('checkbox', { name: 'Quiet hours' })).toBeChecked()
  await page.getByRole('button', { name: 'Ring me now' }).press('Enter')
  await expect(page.getByText(/^Mail to /)).toBeVisible()
  await looksGood(page, 'narrow')

  await page.reload()
  await expect(lastWay).not.toBeChecked()
  await expect(own).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Quiet hours' })).toBeChecked()
})
