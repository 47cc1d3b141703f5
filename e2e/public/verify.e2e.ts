import type { Page } from '@playwright/test'
import { slipWordsEn as en } from '#domain/slips/words-en.ts'
import { slipWordsTa as ta } from '#domain/slips/words-ta.ts'
import type { Db } from '#server/db/database.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { anIssue } from '#testing/makers/slips.ts'
import { expect, test } from '../pages/fixtures.ts'
import { scriptsOf, weightOf } from '../pages/page-weight.ts'

/** The code of a slip of Redbank, for a patient with that ID. */
async function aCode(db: Db, wish: Parameters<typeof anIssue>[3] = {}) {
  const order = { hospitalId: 'firm', bankId: 'redbank', status: 'issued', patientId: 'Fh-20817' } as const
  const request = await aRequest(db, order, new Date())
  const bag = { expiresAt: new Date(Date.now() + 86_400_000), ...wish.bag }
  const slip = await anIssue(db, request, new Date(), { ...wish, bag })
  const { jws } = await db
    .selectFrom('issues')
    .select('jws')
    .where('slip', '=', slip)
    .executeTakeFirstOrThrow()
  return { slip, jws }
}
const verdict = (page: Page) => page.getByRole('heading', { level: 1 })

test('AMB-314 a slip is genuine with a signal and without; the patient ID matches or not; nothing after # reaches the server', async ({
  db,
  visitor,
  allowFaults,
}) => {
  allowFaults('ERR_INTERNET_DISCONNECTED')
  const { slip, jws } = await aCode(db)
  const page = await visitor(null)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`/verify#${jws}`)
  await expect(verdict(page)).toHaveText(en.verdicts.genuine.title)
  await expect(page.getByText(slip)).toBeVisible()
  await expect(page.getByText('1 bag, not expired.')).toBeVisible()
  await page.getByLabel(en.patient.field).fill('fh-20817 ')
  await expect(page.getByRole('status')).toContainText(en.patient.match.title)
  await page.getByLabel(en.patient.field).fill('FH-20818')
  await expect(page.getByRole('status')).toContainText(en.patient.noMatch.text)
  expect(asked.filter((one) => one.includes(jws.slice(0, 40)) && !one.includes('#'))).toEqual([])
  expect(asked.filter((one) => /20817|20818/.test(one))).toEqual([])

  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  await page.context().setOffline(true)
  await page.goto('about:blank')
  await page.goto(`/verify#${jws}`)
  await expect(verdict(page)).toHaveText(en.verdicts.genuine.title)
  await expect(page.getByText('without a signal')).toBeVisible()
  await page.getByLabel(en.patient.field).fill('FH-20817')
  await expect(page.getByRole('status')).toContainText(en.patient.match.title)
  // a letter of it changed
  await page.goto('about:blank')
  await page.goto(`/verify#${jws.slice(0, -30)}${jws.at(-30) === 'A' ? 'B' : 'A'}${jws.slice(-29)}`)
  await expect(verdict(page)).toHaveText(en.verdicts.changed.title)
  await expect(page.getByText('A9999')).toHaveCount(0)
})

test('AMB-314 an emergency, an expired bag, another system, and Tamil', async ({ db, visitor }) => {
  const released = await aCode(db, { emergency: { doctor: 'Dr. K. Meenakshi', reason: 'No time.' } })
  const page = await visitor(`/verify#${released.jws}`)
  await expect(page.getByText(en.emergency.title)).toBeVisible()
  await page.getByRole('button', { name: 'தமிழ்' }).click()
  await expect(verdict(page)).toHaveText(ta.verdicts.genuine.title)
  await expect(page.getByText(ta.emergency.title)).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  const old = await aCode(db, { bag: { expiresAt: new Date(Date.now() - 60_000) } })
  await page.goto(`/verify#${old.jws}`)
  await expect(verdict(page)).toHaveText(en.verdicts['expired-bag'].title)
  await page.goto('/verify#https://pay.example/7')
  await expect(verdict(page)).toHaveText(en.verdicts['not-ours'].title)
})

test('AMB-314 where the browser does not know Ed25519, a slip is checked all the same', async ({
  db,
  visitor,
}) => {
  const { jws } = await aCode(db)
  const page = await visitor(null)
  await page.addInitScript(() => {
    const { subtle } = crypto
    const before = subtle.importKey.bind(subtle)
    subtle.importKey = ((...given: Parameters<typeof before>) =>
      (given[2] as unknown) === 'Ed25519'
        ? Promise.reject(new DOMException('', 'NotSupportedError'))
        : before(...given)) as typeof before
  })
  await page.goto(`/verify#${jws}`)
  await expect(verdict(page)).toHaveText(en.verdicts.genuine.title)
})

test('AMB-314 all scripts of the page weigh less than 100 KB gzipped, and none is of the dashboard', () => {
  const scripts = [...scriptsOf('verify.html')]
  expect(weightOf(scripts)).toBeLessThan(100)
  const dashboards = scriptsOf('index.html')
  expect(scripts.filter((name) => dashboards.has(name))).toEqual([])
})

test('AMB-314 the page looks good, genuine and changed', { tag: ['@looks', '@long'] }, async ({
  db,
  visitor,
  looksGood,
}) => {
  const { jws } = await aCode(db, { emergency: { doctor: 'Dr. K. Meenakshi', reason: 'No time.' } })
  const page = await visitor(`/verify#${jws}`)
  await expect(verdict(page)).toHaveText(en.verdicts.genuine.title)
  await looksGood(page, 'narrow')
  await page.goto(`/verify#${jws.replace(/.{9}$/, 'AAAAAAAAA')}`)
  await expect(verdict(page)).toHaveText(en.verdicts.changed.title)
  await looksGood(page, 'wide')
})
