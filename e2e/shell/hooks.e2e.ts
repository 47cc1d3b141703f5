import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { hookPeer } from '#testing/peers/hook-peer.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test as plain } from '../pages/fixtures.ts'

/** Its server may call the loopback, where somebody's system stands. */
const test = plain.extend<object, { peer: Awaited<ReturnType<typeof hookPeer>> }>({
  peer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants it so
    async ({}, use) => {
      const peer = await hookPeer()
      await use(peer)
      await peer.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ peer }, use) => {
      const server = await startServerProcess({ settings: peer.settings })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

const path = '/dashboard/pilot/keys'
const rowOf = (page: Page, url: string) =>
  page.getByRole('table', { name: 'Hooks' }).locator('tbody tr').filter({ hasText: url })

test('AMB-320 AMB-323 a hook is made, its secret shown once, tried, told, switched off and on', {
  tag: '@looks',
}, async ({ signedIn, looksGood, peer, server }) => {
  const url = peer.url('/screen')
  const page = await signedIn('firm', path)
  await page.getByRole('button', { name: 'Make hook' }).click()
  await closeAlert(page, 'No Address', 'Please write')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/x')
  await page.getByRole('checkbox', { name: 'Everything' }).check()
  await page.getByRole('button', { name: 'Make hook' }).click()
  await closeAlert(page, 'Not A Public Address', 'inside a network')
  await page.getByRole('textbox', { name: 'Address' }).fill(url)
  await page.getByRole('checkbox', { name: 'Test orders too' }).check()
  await page.getByRole('button', { name: 'Make hook' }).click()
  const secret = page.getByRole('region', { name: 'The secret of the hook' })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await expect(secret).toBeFocused()
  await page.getByRole('button', { name: 'I have kept it' }).last().click()
  await expect(page.getByText(/whsec_/)).toHaveCount(0)
  const row = rowOf(page, url)
  await expect(row).toContainText('test orders too')

  await row.getByRole('button', { name: 'Try it' }).click()
  await closeAlert(page, 'Taken', 'It answered 204')
  const { id } = await server.as('firm_pilot').done(requests.raise, aDraft(new Date()))
  await peer.find(({ body }) => body.data.id === id)
  await page.getByRole('button', { name: 'Deliveries' }).click()
  const drawer = page.getByRole('dialog', { name: /Deliveries/ })
  await expect(drawer).toContainText(id)
  await expect(drawer).toContainText('delivered')
  await drawer.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(page.getByText('1 Sent Once More')).toBeVisible()
  await looksGood(page, 'narrow')
  await page.keyboard.press('Escape')

  // as a table or as a card, whichever it was looked at last
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Switch off' }).last().click()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await looksGood(page, 'wide')
})
