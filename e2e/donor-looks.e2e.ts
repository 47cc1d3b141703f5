import { donorWordsEn as en } from '#domain/donors/words-en.ts'
import { donorWordsTa as ta } from '#domain/donors/words-ta.ts'
import { closeAlert, consentBox, consentPath, field, inTamil, submit } from './donor-page.ts'
import { expect, test } from './fixtures.ts'
import { looksGood } from './looks.ts'

for (const [name, path, title] of [
  ['form', consentPath, en.title],
  ['form in Tamil', `${consentPath}&language=ta`, ta.title],
  ['privacy page', '/privacy', 'Privacy'],
  ['terms in Tamil', '/terms?language=ta', 'விதிமுறைகள்'],
] as const) {
  test(`SHELL-27 the ${name} can be reached by everybody, wide and narrow, light and dark`, async ({
    visitor,
    axe,
  }) => {
    const page = await visitor(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    if (path === consentPath) {
      await consentBox(page).check()
      await field(page, 'phone').fill('9840012345')
      await submit(page)
      await closeAlert(page, en.alerts['form-incomplete'])
    }
    await looksGood(page, axe)
  })
}

test('DONOR-PUBLIC-02 an alert in Tamil can be reached by everybody', async ({ visitor, axe }) => {
  const page = await visitor(consentPath)
  await inTamil(page)
  await submit(page, ta)
  await expect(page.getByRole('alertdialog', { name: ta.alerts['no-consent'].title })).toBeVisible()
  await axe(page)
})
