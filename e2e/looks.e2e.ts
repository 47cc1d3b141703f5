import { expect, test } from './fixtures.ts'
import { looksGood } from './looks.ts'

const screens: [name: string, account: string | null, path: string, heading: RegExp][] = [
  ['sign-in', null, '/', /^Sign in$/],
  ['reset', null, '/reset#a-token', /^Set a new password$/],
  ['not-found', null, '/nosuch', /^Sorry/],
  ['home of a hospital', 'firm', '/dashboard', /^Good/],
  ['home of a bank', 'redbank_bloodbank', '/dashboard', /^Good/],
  ['home of the provider', 'bloodsupport', '/dashboard', /^Good/],
  ['driver', 'arun.driver', '/driver', /^My Orders$/],
]

for (const [name, account, path, heading] of screens) {
  test(`SHELL-27 the ${name} page can be reached by everybody, wide and narrow, light and dark`, async ({
    visitor,
    signedIn,
    axe,
  }) => {
    const page = account ? await signedIn(account, path) : await visitor(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
    await looksGood(page, axe)
  })
}
