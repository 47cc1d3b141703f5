import type { Page } from '@playwright/test'
import { accounts } from '#contract/organisations.ts'
import { aBank, aHospital, anAccount, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { wide } from '../pages/looks.ts'
import { chooseByKeys, tabTo } from '../pages/provider-forms.ts'

const path = '/dashboard/admin/accounts'
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const rows = (page: Page) => page.getByRole('table', { name: 'Organisations' }).locator('tbody tr')
const rowWith = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByText(name, { exact: true }) })
const popup = (page: Page) => page.getByRole('dialog')
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or e-mail' })

async function choose(page: Page, within: ReturnType<typeof popup>, label: string, option: string) {
  await within.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(within.getByRole('combobox', { name: label })).toHaveValue(option)
}

/** A hospital that signed itself up and waits, as its person left it. */
async function aNewcomer(db: Parameters<typeof aHospital>[0]) {
  const id = `newcomer${nextNumber()}`
  const account = await anAccount(db, { email: id, name: 'Dr Revathi Mohan' })
  await aHospital(db, { id, name: `Aaa ${id} Hospital`, accountStatus: 'pending', email: account.email })
  return { id, name: `Aaa ${id} Hospital`, email: account.email }
}

test('AMB-147 a hospital that waits comes first, and is activated for its account with a product and a role', async ({
  signedIn,
  db,
}) => {
  const newcomer = await aNewcomer(db)
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Organisation',
    'Status',
    'Accounts',
    'Since',
    'Action',
  ])
  await expect(rows(page).first()).toContainText('pending')
  await expect(rowWith(page, newcomer.name)).toContainText(
    `${newcomer.email} Plus, staff, as its e-mail reads`,
  )
  const theirs = await signedIn(newcomer.email)
  await expect(theirs.getByText('The provider is verifying your hospital.')).toBeVisible()

  await rowWith(page, newcomer.name).getByRole('button', { name: 'Verify' }).click()
  await expect(popup(page)).toContainText(`Once it is verified, ${newcomer.email} can work as:`)
  await expect(popup(page).getByRole('combobox', { name: 'Product' })).toHaveValue('Pilot')
  await expect(popup(page).getByRole('combobox', { name: 'Role' })).toHaveValue('Admin')
  await popup(page).getByRole('button', { name: 'Activate' }).click()
  await expect(toast(page, 'Activated')).toBeVisible()
  await expect(popup(page).getByText('active', { exact: true })).toBeVisible()
  await expect(popup(page)).toContainText('Pilot, admin, granted')
  await expect(popup(page)).toContainText(`Activated as pilot, admin: ${newcomer.email}`)
  await expect(popup(page)).toContainText('by bloodsupport')
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)

  await theirs.reload()
  await expect(theirs.getByRole('main').getByRole('region', { name: 'Raise Request' })).toBeVisible()
  await expect(theirs.getByText('The provider is verifying your hospital.')).toHaveCount(0)
})

test('AMB-147 AMB-215 suspending is asked twice, signs the people out at once, and can be taken back; of two providers the second is told what the first did', {
  tag: '@long',
}, async ({ signedIn, server, db }) => {
  const { hospital, admin } = await aStaffedHospital(db)
  const theirs = await signedIn(admin)
  await expect(theirs.getByText('Available', { exact: true })).toBeVisible()
  const page = await signedIn('bloodsupport', `${path}?search=${hospital.id}`)
  await rowWith(page, hospital.name).getByRole('button', { name: 'Manage' }).click()
  await popup(page).getByRole('button', { name: 'Suspend', exact: true }).click()
  const question = popup(page).getByRole('group', { name: 'Suspend' })
  await expect(question).toContainText('signed out at once')
  await expect(question).toContainText('1 session is open now.')
  await question.getByRole('button', { name: 'Leave it' }).click()
  await expect(popup(page).getByRole('button', { name: 'Suspend', exact: true })).toBeFocused()

  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Suspend now' }).click()
  await expect(toast(page, 'Suspended')).toBeVisible()
  await expect(theirs, 'the open page is signed out').toHaveURL('/', { timeout: 15_000 })
  await expect(theirs.getByRole('alert')).toContainText('Your session has ended.')

  await popup(page).getByRole('button', { name: 'Reinstate' }).click()
  await expect(toast(page, 'Reinstated')).toBeVisible()
  await expect(popup(page).getByText('active', { exact: true })).toBeVisible()
  await popup(page).getByRole('button', { name: 'Mark subscription ended' }).click()
  await popup(page).getByRole('button', { name: 'Mark subscription ended now' }).click()
  await expect(popup(page).getByText('subscription ended', { exact: true })).toBeVisible()
  const block = popup(page).getByRole('checkbox', { name: 'An ended subscription stops approving' })
  await expect(block).not.toBeChecked()
  await block.click()
  await expect(toast(page, 'Stops Approving When Ended')).toBeVisible()
  await expect(block).toBeChecked()
  await expect(popup(page).getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveText([
    /^An ended subscription stops approving/,
    /^Subscription marked as ended/,
    /^Reinstated/,
    /^Suspended/,
    /^Sessions ended/,
  ])
  const other = await aHospital(db)
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await searchBox(page).fill(other.id)
  await rowWith(page, other.name).getByRole('button', { name: 'Manage' }).click()
  await popup(page).getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.route('**/api/organisations/*/status', async (route) => {
    // somebody else is faster by a moment
    await server
      .as('bloodsupport')
      .done(accounts.setStatus, { id: other.id, status: 'subscription-ended', seen: 'active' })
    await route.continue()
  })
  await popup(page).getByRole('button', { name: 'Suspend now' }).click()
  await closeAlert(page, 'Changed Meanwhile', 'it is subscription-ended now')
  await expect(popup(page).getByText('subscription ended', { exact: true })).toBeVisible()
})

test('an account is added, invited by mail, and its owner signs in; wrong addresses are told at the field', async ({
  signedIn,
  visitor,
  server,
  db,
}) => {
  const { hospital } = await aStaffedHospital(db)
  const email = `mary${nextNumber()}@mail.example`
  const page = await signedIn('bloodsupport', `${path}?search=${hospital.id}`)
  await rowWith(page, hospital.name).getByRole('button', { name: 'Manage' }).click()
  await popup(page).getByRole('button', { name: 'Add an account' }).click()
  const form = popup(page).getByRole('form', { name: 'Add an account' })
  await expect(form.getByLabel('Name')).toBeFocused()
  const add = form.getByRole('button', { name: 'Add and invite' })
  const alert = page.getByRole('alertdialog')
  await add.click()
  await expect(alert).toContainText('Form Incomplete')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Name')).toBeFocused()

  await form.getByLabel('Name').fill('Mary Thomas')
  for (const [wrong, title] of [
    ['mary', 'Invalid Email'],
    ['arun.driver@crossmatch.example', 'A Driver’s Account'],
  ] as const) {
    await form.getByLabel('E-mail').fill(wrong)
    await add.click()
    await expect(alert).toContainText(title)
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('E-mail')).toBeFocused()
    await expect(form.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
  }

  await form.getByLabel('E-mail').fill(email)
  await choose(page, form, 'Role', 'Staff')
  await add.click()
  await expect(toast(page, 'Account Added')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(popup(page).getByRole('listitem').filter({ hasText: email }).first()).toContainText(
    'Pilot, staff, granted, invited',
  )

  const mail = await server.mails.find(({ to }) => to.includes(email), 10_000)
  await popup(page).getByRole('button', { name: 'Invite again' }).click()
  await expect(toast(page, 'Invitation Sent')).toBeVisible()
  const second = await server.mails.find(({ to, text }) => to.includes(email) && text !== mail.text, 10_000)
  const owner = await visitor(/http\S+\/reset#\S+/.exec(second.text)?.[0] ?? '')
  await owner.getByLabel('New Password', { exact: true }).fill('a long one')
  await owner.getByLabel('Confirm Password', { exact: true }).fill('a long one')
  await owner.getByRole('button', { name: 'Set Password' }).click()
  await expect(owner).toHaveURL('/')
  await owner.getByLabel('E-mail').fill(email)
  await owner.getByLabel('Password', { exact: true }).fill('a long one')
  await owner.getByLabel('Password', { exact: true }).press('Enter')
  await expect(owner.getByRole('main').getByRole('region', { name: 'Raise Request' })).toBeVisible()
  await expect(owner.getByRole('main').getByRole('region', { name: 'Request Approval' })).toHaveCount(0)

  const line = popup(page).getByRole('listitem').filter({ hasText: email }).first()
  await line.getByRole('button', { name: 'Change' }).click()
  const change = popup(page).getByRole('form', { name: `Change ${email}` })
  await expect(change.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await choose(page, change, 'Role', 'Admin')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Account Changed')).toBeVisible()
  await expect(line).toContainText('Pilot, admin, granted')
  // the open page learns of its new rights by itself
  await expect(owner.getByRole('main').getByRole('region', { name: 'Request Approval' })).toBeVisible({
    timeout: 15_000,
  })
})

test('AMB-26 a list that did not load can be tried again; it is searched, kept in the address and loaded on demand; an account of a bank can only be a bank’s', {
  tag: '@long',
}, async ({ signedIn, db, allowFaults }) => {
  allowFaults(/status of 503/)
  const { hospital } = await aStaffedHospital(db)
  const bank = await aBank(db, { isListed: false })
  const word = `paged${nextNumber()}`
  for (let n = 10; n < 33; n++) await aHospital(db, { name: `${word} ${n} Hospital` })
  const page = await signedIn('bloodsupport', null)
  const answer = { status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }
  await page.route('**/api/organisations', (route) => route.fulfill(answer))
  await page.goto(path)
  await expect(page.getByRole('alert')).toContainText('The list did not load', { timeout: 15_000 })
  await page.unroute('**/api/organisations')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible()

  await searchBox(page).fill(`${hospital.id}.nurse`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rowWith(page, hospital.name)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`search=${hospital.id}.nurse`))
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await searchBox(page).fill('nobody at all')
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows(page)).toHaveCount(20)

  await searchBox(page).fill(word)
  await expect(rows(page).first()).toContainText(`${word} 10 Hospital`)
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText('first 20')).toBeVisible()
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(rows(page)).toHaveCount(23)
  await expect(rows(page).last()).toContainText(`${word} 32 Hospital`)
  await expect(page.getByRole('button', { name: 'Load More +' })).toHaveCount(0)

  await searchBox(page).fill(bank.id)
  await expect(rowWith(page, bank.name)).toContainText('typed by hand')
  await rowWith(page, bank.name).getByRole('button', { name: 'Manage' }).click()
  await expect(popup(page).getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
  await expect(popup(page).getByRole('button', { name: 'Mark subscription ended' })).toHaveCount(0)
  await popup(page).getByRole('button', { name: 'Offer for linking' }).click()
  await expect(toast(page, 'Offered for Linking')).toBeVisible()
  await expect(popup(page).getByRole('button', { name: 'Offer for linking' })).toHaveCount(0)
  await popup(page).getByRole('button', { name: 'Add an account' }).click()
  await expect(popup(page).getByRole('combobox', { name: 'Product' })).toHaveValue('Blood bank')
  await popup(page).getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option')).toHaveText(['Admin', 'Staff'])
})

test('AMB-366 somebody of another hospital is invited to join instead of getting a second account, and the invitation can be withdrawn', async ({
  signedIn,
  db,
}) => {
  const { hospital } = await aStaffedHospital(db)
  const elsewhere = await aStaffedHospital(db)
  const page = await signedIn('bloodsupport', `${path}?search=${hospital.id}`)
  await rowWith(page, hospital.name).getByRole('button', { name: 'Manage' }).click()
  await popup(page).getByRole('button', { name: 'Add an account' }).click()
  const form = popup(page).getByRole('form', { name: 'Add an account' })
  await form.getByLabel('Name').fill('Meena')
  await form.getByLabel('E-mail').fill(elsewhere.staff)
  await form.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Has An Account')
  await page.keyboard.press('Enter')
  // another address is no account that is known
  await form.getByLabel('E-mail').fill(`x${elsewhere.staff}`)
  await expect(form.getByRole('button', { name: 'Add and invite' })).toBeVisible()
  await form.getByLabel('E-mail').fill(elsewhere.staff)
  await form.getByRole('button', { name: 'Invite to join' }).click()
  await expect(toast(page, 'Invitation Sent')).toBeVisible()
  await expect(popup(page)).toContainText('Pilot, admin, invited to join. Link ends in')
  await popup(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(page, 'Invitation Withdrawn')).toBeVisible()
  await expect(popup(page).getByText('invited to join.')).toHaveCount(0)
})

test('AMB-147 by keyboard alone a hospital is found, activated as plus and staff, and left again', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const newcomer = await aNewcomer(db)
  const page = await signedIn('bloodsupport', path)
  await expect(rowWith(page, newcomer.name)).toBeVisible()
  await searchBox(page).focus()
  await page.keyboard.type(newcomer.id)
  await expect(rows(page)).toHaveCount(1)
  await tabTo(page, page.getByRole('button', { name: 'Verify' }))
  await page.keyboard.press('Enter')
  await expect(popup(page).getByRole('combobox', { name: 'Product' })).toHaveValue('Pilot')
  for (const [label, option] of [
    ['Product', 'Plus'],
    ['Role', 'Staff'],
  ] as const) {
    await tabTo(page, popup(page).getByRole('combobox', { name: label }))
    await chooseByKeys(page, label, option)
  }
  await tabTo(page, popup(page).getByRole('button', { name: 'Activate' }))
  await page.keyboard.press('Enter')
  await expect(popup(page)).toContainText('Plus, staff, granted')
  await expect(popup(page).getByRole('region', { name: 'Status' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Manage' })).toBeFocused()
})

test('nothing hinders anybody on Accounts, wide and narrow, light and dark', {
  tag: ['@looks', '@long'],
}, async ({ signedIn, db, axe, looksGood }) => {
  const newcomer = await aNewcomer(db)
  const page = await signedIn('bloodsupport', `${path}?search=${newcomer.id}`, wide)
  await expect(page.getByText(newcomer.name)).toBeVisible()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(popup(page)).toContainText('Nothing was changed here so far.')
  await popup(page).getByRole('button', { name: 'Suspend', exact: true }).click()
  await popup(page).getByRole('button', { name: 'Change' }).click()
  await popup(page).getByRole('button', { name: 'Add an account' }).click()
  await expect(popup(page).getByRole('form', { name: 'Add an account' })).toBeVisible()
  await axe(page)
  await popup(page).getByRole('button', { name: 'Close' }).click()
  await expect(popup(page)).toHaveCount(0)
  await looksGood(page, 'narrow')
})
