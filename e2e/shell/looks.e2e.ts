import { expect, test } from '../pages/fixtures.ts'

test('SHELL-27 the pages of whoever is not signed in can be reached by everybody, wide and narrow, light and dark', {
  tag: '@looks',
}, async ({ visitor, looksGood }) => {
  const page = await visitor(null)
  for (const [path, heading] of [
    ['/', 'Sign in'],
    ['/reset#a-token', 'Set a new password'],
    ['/nosuch', /^Sorry/],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await looksGood(page, 'narrow')
  }
})

// that of a bank and the page of a driver are looked at with what is on them, where they are told of
for (const [name, account] of [
  ['a hospital', 'firm'],
  ['the provider', 'bloodsupport'],
] as const) {
  test(`SHELL-27 the home of ${name} can be reached by everybody, wide and narrow, light and dark`, {
    tag: '@looks',
  }, async ({ signedIn, looksGood }) => {
    const page = await signedIn(account)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good/)
    await looksGood(page, 'wide')
  })
}
