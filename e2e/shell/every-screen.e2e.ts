import { camps } from '#contract/camps.ts'
import { messages } from '#contract/messages.ts'
import { organisations } from '#contract/organisations.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { type ScreenId, screens } from '#web/menu.ts'
import { goInside } from '../pages/addresses.ts'
import { expect, test } from '../pages/fixtures.ts'

/** Who opens the screens of a product, and which must be among them, by the addresses of §2.2 to §2.4. */
const products = {
  pilot: ['firm', 'request approval requestStatus deliveryStatus liveStatus'],
  plus: ['city_admin', 'approval requestStatus deliveryStatus liveStatus'],
  bloodbank: ['redbank_bloodbank', 'prbc sdp ffp rdp history bloodCamp consent'],
  admin: [
    'bloodsupport',
    'status orders orderImages updateDB priceTracking componentTracking linkBloodBank updatePrices updateCompany createUser',
  ],
} as const

/** Lists of the provider that hold something whenever another test was here before. */
const emptied: ScreenId[] = ['updateCompany', 'createUser', 'messages']

test('SHELL-31 SHELL-43 SHELL-44 SHELL-45 SHELL-46 every screen of every product opens at its address for its people, and every public page for anybody', {
  tag: '@long',
}, async ({ signedIn, visitor, db }) => {
  test.slow()
  const { id } = await aRequest(db, { hospitalId: 'firm', status: 'hospital-admin-approved' })
  for (const [product, [email, written]] of Object.entries(products)) {
    const own = screens.filter((screen) => screen.product === product)
    expect(own.map((screen) => screen.id)).toEqual(expect.arrayContaining(written.split(' ')))
    const page = await signedIn(email, null)
    for (const { path } of [camps.companies, organisations.drivers, messages.list])
      await page.route(new RegExp(`${path}(\\?|$)`), (route) =>
        route.fulfill({ json: { items: [], next: null } }),
      )
    for (const [index, screen] of own.entries()) {
      const path = `/dashboard/${product}/${screen.id}`
      // one is loaded whole; of the others the server's answer, and what the same app then makes of the address
      if (index === 0) await page.goto(path)
      else {
        expect(await (await page.request.get(path)).text(), path).toContain('<div id="root">')
        await goInside(page, path)
      }
      await expect(page.getByRole('heading', { level: 1 }), screen.id).toHaveText(screen.title)
      await expect(page).toHaveTitle(`${screen.title} · Crossmatch`)
      if (emptied.includes(screen.id)) await expect(page.getByText('NO DATA FOUND')).toBeVisible()
    }
    if (product !== 'pilot') continue
    await page.goto(`/dashboard/pilot/liveStatus/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(id)
  }
  const anybody = await visitor(null)
  for (const [path, title] of [
    ['/', 'Sign in'],
    ['/signup/redbank', 'Sign your hospital up'],
    ['/consent?bloodbankId=redbank', 'Blood Donor Form'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
  ] as const) {
    await anybody.goto(path)
    await expect(anybody.getByRole('heading', { level: 1 }), path).toContainText(title)
  }
})
