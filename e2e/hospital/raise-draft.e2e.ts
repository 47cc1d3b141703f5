import type { Page } from '@playwright/test'
import { people } from '#contract/people.ts'
import { aStaffedHospital } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { answerField, field, raisePath } from '../pages/raise-form.ts'

/** All that somebody finds who reads what a browser keeps. */
const whatLies = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await globalThis.caches.keys()
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches, document.cookie])
  })
const place = 'crossmatch.draft '

test('AMB-217 T13 T32 what was typed survives a reload and an ended session for its account, unreadable for everybody else, and ends with sending and signing out', {
  tag: '@long',
}, async ({ signedIn, become, db, allowFaults }) => {
  allowFaults(/status of 401/)
  const { staff, admin } = await aStaffedHospital(db)
  const page = await signedIn(staff, raisePath)
  const offer = page.getByText('A request that you began')
  const type = async () => {
    await field(page, 'Patient Name').fill('Valli Vanishing')
    await field(page, 'Patient ID').fill('VV-77120')
    await answerField(page, 'Blood Group', 'AB NEG')
    await expect.poll(() => whatLies(page)).toContain(place)
  }
  await expect(field(page, 'Patient Name')).toBeFocused()
  await expect(offer).toHaveCount(0)
  await type()
  const { key } = await (await page.request.get(people.draftKey.path)).json()
  const lying = await whatLies(page)
  for (const readable of ['Valli', '77120', 'AB-', key]) expect(lying).not.toContain(readable)

  // another one is begun over the offer, and both are kept
  await page.reload()
  await expect(offer).toBeVisible()
  await field(page, 'Patient Name').fill('Second Begun')
  await expect.poll(() => whatLies(page)).not.toBe(lying)
  await page.reload()
  await expect(offer).toContainText('So is one more')
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(field(page, 'Patient Name')).toHaveValue('Second Begun')
  await page.getByRole('button', { name: 'Clear form' }).click()
  await expect(offer).not.toContainText('more')
  await page.reload()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(field(page, 'Patient Name')).toHaveValue('Valli Vanishing')
  await expect(field(page, 'Blood Group')).toHaveValue('AB NEG')
  await expect(field(page, 'Age')).toBeFocused()
  await expect(offer).toHaveCount(0)

  // the session ends, and somebody else signs in at the same PC
  await become(page, admin)
  await page.goto(raisePath)
  await expect(field(page, 'Patient Name')).toBeFocused()
  await expect(field(page, 'Patient Name')).toHaveValue('')
  await expect(offer).toHaveCount(0)
  await become(page, staff)
  await page.goto(raisePath)
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(field(page, 'Patient ID')).toHaveValue('VV-77120')

  await page.getByRole('button', { name: 'Clear form' }).click()
  expect(await whatLies(page)).not.toContain(place)

  // signed out in another tab
  await type()
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => whatLies(page)).not.toContain(place)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await whatLies(page)).not.toContain(place)
})
