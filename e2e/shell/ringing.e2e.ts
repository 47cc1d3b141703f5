import { anAccount, nextNumber } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { stubPushes } from '../pages/pushes.ts'

test('AMB-303 a browser is rung from My account, and no more', async ({ signedIn, db }) => {
  const { email } = await anAccount(db, {
    email: `ringing${nextNumber()}_pilot`,
    grant: { product: 'pilot', role: 'staff', organisationId: 'firm' },
  })
  const page = await signedIn(email)
  await stubPushes(page)
  await page.goto('/dashboard/account')
  const list = page.getByRole('list', { name: 'Browsers that ring' })
  await page.getByRole('button', { name: 'Ring in this browser' }).click()
  await expect(list.getByRole('listitem')).toHaveText([/^Chrome on .*This one/])
  await expect(page.getByText('This browser rings for what is urgent')).toBeVisible()
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Ring in this browser' })).toBeVisible()
  await expect(list).toHaveCount(0)
})
