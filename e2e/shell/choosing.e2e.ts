import { aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'

test('AMB-288 somebody of two hospitals chooses one on My account and the other in the palette, and another tab follows', async ({
  signedIn,
  db,
}) => {
  const [one, other] = [await aHospital(db), await aHospital(db)]
  const grant = { product: 'pilot', role: 'staff', organisationId: one.id } as const
  const { id: accountId, email } = await anAccount(db, { email: `two${nextNumber()}.places`, grant })
  const second = { accountId, product: 'pilot', role: 'admin', organisationId: other.id } as const
  await db.insertInto('memberships').values(second).execute()
  const nameOf = ({ name }: { name: string }) => name.split(' Hospital')[0] ?? ''

  const page = await signedIn(email, '/dashboard/account')
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(nameOf(one))
  const list = page.getByRole('list', { name: 'Organisations' })
  await list.getByRole('button', { name: 'Act for it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(nameOf(other))
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible()
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(nameOf(other), { timeout: 10_000 })

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('act for')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(nameOf(one))
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0)
})
