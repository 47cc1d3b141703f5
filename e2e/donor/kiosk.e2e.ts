import { donorWordsEn as en } from '#domain/donors/words-en.ts'
import { donorWordsTa as ta } from '#domain/donors/words-ta.ts'
import {
  closeSaid,
  consentBox,
  consentPath,
  field,
  fillDetails,
  inTamil,
  submit,
} from '../pages/donor-page.ts'
import { expect, test } from '../pages/fixtures.ts'

/** How long the work for a form takes is drawn by lot. */
const working = { timeout: 30_000 }

const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

test('DONOR-PUBLIC-07 DONOR-PUBLIC-19 AMB-227 a shared device keeps nothing, not even of one who reads the terms, and is ready for the next by itself, also while many forms come in; a form that was left is emptied', {
  tag: '@long',
}, async ({ visitor, server, db, allowFaults }) => {
  allowFaults(/status of 428/)
  const page = await visitor(null)
  await page.clock.install()
  await page.goto(`${consentPath}&kiosk=1`)
  await expect(page.getByText(en.form.keptNowhere)).toBeVisible()
  await fillDetails(page)
  for (const name of ['Terms', 'Privacy']) {
    const link = page.getByRole('link', { name, exact: true })
    const { status } = await server.anonymous.raw('GET', (await link.getAttribute('href')) ?? '')
    expect(status).toBe(200)
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await page.getByRole('link', { name: en.form.backToForm }).click()
    await expect(field(page, 'name')).toHaveValue('Selvi Murugan')
  }
  await expect(field(page, 'name')).toHaveAttribute('autocomplete', 'off')
  expect(await page.evaluate(stored)).not.toContain('Selvi')
  await page.reload()
  await expect(field(page, 'name')).toHaveValue('')

  await fillDetails(page)
  await consentBox(page).check()
  await submit(page)
  const sent = page.getByRole('alertdialog', { name: 'Data Submitted' })
  await expect(sent).toBeVisible()
  await page.clock.fastForward(21_000)
  await expect(sent).toHaveCount(0)
  await expect(field(page, 'name')).toHaveValue('')
  await expect(page.getByText(en.form.donationId)).toBeVisible()
  // the next donor begins: what was the last one's is gone
  await inTamil(page)
  await page.getByRole('button', { name: ta.thanks.another }).click()
  await field(page, 'name', ta).fill('Kala')
  await expect(page.getByText(ta.form.donationId)).toHaveCount(0)
  expect(await page.evaluate(stored)).not.toMatch(/Selvi|Kala/)

  await page.clock.fastForward(121_000)
  await closeSaid(page, ta.form.idle, ta.form.stay)
  await expect(field(page, 'name', ta)).toHaveValue('Kala')
  await page.getByRole('link', { name: ta.form.privacy }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'தனியுரிமை' })).toBeVisible()
  await page.clock.fastForward(121_000)
  await expect(page.getByRole('alertdialog', { name: ta.form.idle.title })).toBeVisible()
  const calm = page.waitForResponse('**/api/donor-banks/redbank')
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // the form again, empty and in English
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.title)
  await expect(field(page, 'name')).toHaveValue('')

  // many come in, which the page was not told yet; the next one's work is done before it is sent
  await calm
  const answers: number[] = []
  page.on('response', (answer) => answer.url().endsWith('/api/donor-forms') && answers.push(answer.status()))
  await db.updateTable('rateLimits').set({ calls: 100 }).where('key', '=', 'donor forms of redbank').execute()
  for (const sofar of [
    [428, 200],
    [428, 200, 200],
  ]) {
    await fillDetails(page)
    await consentBox(page).check()
    await submit(page)
    await expect(sent).toBeVisible(working)
    expect(answers).toEqual(sofar)
    const asked = page.waitForResponse('**/api/donor-banks/redbank')
    await closeSaid(page, en.alerts.submitted)
    await asked
    await page.getByRole('button', { name: en.thanks.another }).click()
  }
  const used = db.selectFrom('rateLimits').select('key').where('key', 'like', 'donor work %')
  expect(await used.execute()).toHaveLength(2)
})

test('DONOR-PUBLIC-07 a form that was refused and left on a shared device is emptied too', async ({
  visitor,
  allowFaults,
}) => {
  allowFaults(/429/)
  const page = await visitor(null)
  await page.clock.install()
  await page.goto(`${consentPath}&kiosk=1`)
  const refusal = { code: 'too-often', title: 'x', text: 'x' }
  await page.route('**/api/donor-forms', (route) => route.fulfill({ status: 429, json: refusal }))
  await fillDetails(page)
  await consentBox(page).check()
  await submit(page)
  await expect(page.getByRole('alertdialog', { name: en.alerts['too-often'].title })).toBeVisible()
  await page.clock.fastForward(121_000)
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(field(page, 'name')).toHaveValue('')
})
