import { expect, test } from './fixtures.ts'

const screens: [name: string, account: string | null, path: string, heading: RegExp][] = [
  ['sign-in', null, '/', /^Sign in$/],
  ['reset', null, '/reset#a-token', /^Set a new password$/],
  ['not-found', null, '/nosuch', /^Sorry/],
  ['home of a hospital', 'firm', '/dashboard', /^Good/],
  ['home of a bank', 'redbank_bloodbank', '/dashboard', /^Good/],
  ['home of the provider', 'bloodsupport', '/dashboard', /^Good/],
  ['driver', 'arun.driver', '/driver', /^My Orders$/],
]
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const [name, account, path, heading] of screens) {
  test(`SHELL-27 the ${name} page can be reached by everybody, wide and narrow, light and dark`, async ({
    visitor,
    signedIn,
    axe,
  }) => {
    test.slow()
    const page = account ? await signedIn(account, path) : await visitor(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      for (const viewport of sizes) {
        await page.setViewportSize(viewport)
        await axe(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, 'nothing scrolls sideways').toBeLessThanOrEqual(0)
      }
    }
  })
}
