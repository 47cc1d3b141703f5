import { expect, test } from '../pages/fixtures.ts'

test.use({ demo: true })

test('SHELL-01 in the demonstration a click on an account fills the form', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/')
  const accounts = page.getByRole('complementary', { name: 'Demo accounts' })
  await expect(accounts.getByRole('button')).toHaveCount(17 + 4)
  await accounts.getByRole('button', { name: 'redbank_bloodbank Redbank' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue('redbank_bloodbank@crossmatch.example')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('banner')).toContainText('Redbank')
})

test('AMB-267 the story of one order: four presses, each with the right account at the right screen', {
  tag: '@long',
}, async ({ page }) => {
  for (const [press, path, heading] of [
    ['1 Raise a request as a nurse', '/dashboard/pilot/request', 'Raise Request'],
    ['2 Approve it as the hospital', '/dashboard/pilot/approval', 'Request Approval'],
    ['3 Link a bank and a driver', '/dashboard/admin/linkBloodBank', 'Link Blood Bank / Driver'],
  ] as const) {
    await page.goto('/')
    await page.getByRole('button', { name: press }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
  }
  await page.getByRole('button', { name: '4 Drive it as Arun Kumar' }).click()
  await expect(page).toHaveURL('/driver')
})

test('SHELL-06 a driver who signs in is led to the driver page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'arun.driver Arun Kumar' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/driver')
})

test('SHELL-01 on a phone the demo accounts open when asked', { tag: '@long' }, async ({ visitor, axe }) => {
  const page = await visitor('/', { viewport: { width: 390, height: 844 } })
  const firm = page.getByRole('button', { name: 'firm Firm', exact: true })
  await expect(page.getByText('Demo accounts')).toBeVisible()
  await expect(firm).toBeHidden()
  await page.getByText('Demo accounts').click()
  await firm.click()
  await expect(page.getByLabel('E-mail')).toHaveValue('firm@crossmatch.example')
  await axe(page)
})
