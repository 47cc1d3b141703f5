import { aHospital, anAccount, emailOf } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'

test('SIGNUP-15 AMB-147 a hospital that waits for the provider is let in by itself', async ({
  signedIn,
  db,
}) => {
  const { id } = await aHospital(db, { accountStatus: 'pending' })
  const { email } = await anAccount(db, { email: `${id}_admin` })
  const page = await signedIn(email, null)
  await page.clock.install()
  await page.goto('/dashboard')
  const verifying = page.getByText('The provider is verifying your hospital.')
  await expect(verifying).toBeVisible()
  await db.updateTable('organisations').set({ accountStatus: 'active' }).where('id', '=', id).execute()
  await page.clock.fastForward('00:16')
  await expect(page.getByRole('link', { name: 'Open Request Status' })).toBeVisible()
  await expect(verifying).toHaveCount(0)
})

test('SIGNUP-04 SIGNUP-17 every gap is marked, and why a sign-up failed still stands there when the toast is gone', {
  tag: '@long',
}, async ({ visitor }) => {
  const page = await visitor('/signup/redbank')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Form Incomplete')
  await page.keyboard.press('Enter')
  for (const name of ['Hospital Name', 'Address', 'Primary Phone', 'Secondary Phone']) {
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true')
    await field(name).fill('(044) 2811 0014')
  }
  await page.getByRole('button', { name: 'Next' }).click()
  await field('E-mail').fill(emailOf('arun.driver'))
  await field('Password').fill('seven77')
  await field('Confirm Password').fill('seven77')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(field('Hospital Name')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Next' })).toHaveAccessibleDescription(
    /^The email address is already in use by another account\./,
  )
})
