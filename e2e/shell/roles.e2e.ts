import type { Page } from '@playwright/test'
import { type ScreenId, screens } from '#web/menu.ts'
import { goInside } from '../pages/addresses.ts'
import { expect, test } from '../pages/fixtures.ts'

const raise = 'Raise Request'
const approval = 'Request Approval'
const statuses = ['Request Status', 'Delivery Status']
const bank = [
  'Packed Red Blood Cells',
  'Single Donor Platelets',
  'Fresh Frozen Plasma',
  'Random Donor Platelets',
  'Issuing History',
  'Blood Camp',
  'Consent Form',
]
const provider = [
  'Orders',
  "Drivers' Order Status",
  'Sample Images',
  'Update DB',
  'Price Tracking',
  'Component Tracking',
  'Link Blood Bank / Driver',
  'Update Delivery Prices',
  'Update Company DB',
  'Driver Registration',
]
/** Screens beyond the specification come after its own (ruling AMB-207). */
const added = ['Accounts', 'Messages', 'Audit', 'Notices', 'Downtime', 'Keys and hooks']

/** Who is offered what, written out: the table of screens is what is being checked. */
const offers: [rows: string, account: string, product: string, titles: string[], closed: ScreenId[]][] = [
  ['ROLES-09 ROLES-11 SHELL-14', 'firm', 'pilot', [raise, approval, ...statuses, 'Live Status'], []],
  ['ROLES-05 ROLES-10', 'city_pilot', 'pilot', [raise, ...statuses], ['approval', 'liveStatus', 'audit']],
  ['ROLES-06 ROLES-13', 'city_admin', 'plus', [approval, ...statuses, 'Live Status'], []],
  ['ROLES-07 ROLES-13', 'city', 'plus', statuses, ['approval', 'liveStatus', 'audit']],
  ['ROLES-04 ROLES-13 SHELL-15 SHELL-16', 'redbank_bloodbank', 'bloodbank', bank, []],
  ['ROLES-08 SHELL-17', 'bloodsupport', 'admin', [...provider, ...added], []],
]

/** The provider's are small, under what waits. */
const cardTitles = (page: Page, level = 2) =>
  page.getByRole('main').getByRole('region').getByRole('heading', { level })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const signsOut: ScreenId = 'createUser'

/** `web/menu.test.ts` holds the table; the short run sees it at work for whoever is offered the least. */
const inShort = 'city_pilot'

for (const [rows, account, product, titles, closed] of offers) {
  const tag = account === inShort ? [] : ['@long']
  test(`SHELL-13 ${rows} ROLES-12 ROLES-14 ROLES-15 ROLES-16 ROLES-17 ROLES-18 ${account} has its cards and menu, each opens its screen, and what it may not open shows the home view`, {
    tag,
  }, async ({ signedIn }) => {
    const page = await signedIn(account)
    await expect(cardTitles(page, product === 'admin' ? 3 : 2)).toHaveText(titles)
    const isAdmin = closed.length === 0 && product !== 'admin'
    const inMenu = [
      ...titles.filter((title) => title !== 'Random Donor Platelets'),
      ...(product === 'bloodbank' ? ['Bags', 'Bench'] : []),
      ...(product === 'admin' ? [] : ['Downtime']),
      ...(product === 'bloodbank' ? ['Registers'] : []),
      ...(isAdmin ? ['People', 'Audit', 'Keys and hooks'] : []),
    ]
    await expect(menu(page).getByRole('link')).toHaveText([
      /^Home$/,
      ...inMenu.map((title) => new RegExp(`^${title}\\d*$`)),
      'My account',
    ])

    const others = screens.filter((screen) => screen.product !== product && screen.id !== signsOut)
    const forbidden = [
      ...others.map((screen) => [screen.product, screen.id]),
      ...closed.map((id) => [product, id]),
    ]
    expect(forbidden.length).toBeGreaterThan(10)
    for (const [place, id] of forbidden) {
      // from another screen, so that the home view is seen to come
      await goInside(page, '/dashboard/account')
      await expect(heading(page)).toHaveText('My account')
      await goInside(page, `/dashboard/${place}/${id}`)
      await expect(heading(page), id).toHaveText(/^Good/)
      await expect(page).toHaveURL(`/dashboard/${place}/${id}`)
      await expect(menu(page).locator('[aria-current=page]')).toHaveText('Home')
    }

    for (const title of titles) {
      const name = title === raise ? raise : `Open ${title}`
      await page.getByRole('main').getByRole('link', { name, exact: true }).click()
      await expect(heading(page)).toHaveText([title])
      const screen = screens.find((one) => one.title === title && one.product === product)
      await expect(page).toHaveURL(`/dashboard/${product}/${screen?.id}`)
      await menu(page).getByRole('link', { name: 'Home' }).click()
      await expect(heading(page)).toHaveText(/^Good/)
    }
  })
}

test('ROLES-09 other named hospitals are admins of the pilot too', { tag: '@long' }, async ({
  signedIn,
  become,
}) => {
  const page = await signedIn('firm', null)
  for (const account of ['noble', 'bewellanna']) {
    await become(page, account)
    await page.goto('/dashboard')
    await expect(page.getByRole('banner')).toContainText(account === 'noble' ? 'Noble' : 'Bewell Anna')
    await expect(cardTitles(page), account).toHaveText([raise, approval, ...statuses, 'Live Status'])
  }
})

test('ROLES-23 DRIVERREG-09 the driver registration page signs everybody else out', async ({
  signedIn,
  become,
}) => {
  const page = await signedIn('firm', null)
  for (const account of ['firm', 'firm_pilot', 'city_admin', 'city', 'redbank_bloodbank']) {
    await become(page, account)
    await page.goto('/dashboard/admin/createUser')
    await expect(heading(page), account).toHaveText('Sign in')
    await expect(page).toHaveURL('/')
    expect(await (await page.request.get('/api/session')).json(), account).toEqual({ actor: null })
  }
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('Sign in')
  await expect(page).toHaveURL('/')
})

test('SHELL-12 a driver has a page of their own and no dashboard', async ({ signedIn }) => {
  const page = await signedIn('arun.driver', null)
  for (const path of ['/', '/dashboard', '/dashboard/pilot/request']) {
    // the page leads on before it has loaded: nobody waits for the rest of it
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page).toHaveURL('/driver')
    await expect(page.getByRole('banner')).toContainText('Arun Kumar')
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await page.goto('/driver/account')
  await expect(page).toHaveURL('/')
})
