import { thePassword } from '#server/demo/makers/rows.ts'
import { anAccount, nextNumber } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { lookAt } from '../pages/looks.ts'

test('AMB-312 somebody has another e-mail address: asked for by keyboard, opened from its mail, signed in with', async ({
  signedIn,
  server,
  db,
  axe,
}) => {
  const grant = { product: 'pilot', role: 'staff', organisationId: 'firm' } as const
  const { email } = await anAccount(db, { email: `moving${nextNumber()}_pilot`, grant })
  const wanted = `moved${nextNumber()}@mail.example`
  const page = await signedIn(email, '/dashboard/account')
  const form = page.getByRole('form', { name: 'Change e-mail' })
  const field = form.getByLabel('New e-mail')
  await field.fill('moved')
  await field.press('Enter')
  await expect(form).toContainText('Please check the e-mail address.')
  await field.fill(wanted)
  await page.keyboard.press('Tab')
  await page.keyboard.type(thePassword)
  await page.keyboard.press('Enter')
  await expect(form).toContainText(`We have sent a link to ${wanted}.`)
  await expect(field).toHaveValue('')

  const mail = await server.mails.find(({ to }) => to.includes(wanted), 10_000)
  await page.goto(/http\S+\/email#\S+/.exec(mail.text)?.[0] ?? '')
  await expect(page, 'the token does not stay in the address').toHaveURL('/email')
  await lookAt(page, 'every', axe)
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByText('Thank you: the address is changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByLabel('E-mail').fill(wanted)
  await page.getByLabel('Password', { exact: true }).fill(thePassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})
