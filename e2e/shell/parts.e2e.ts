import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build, type InlineConfig, preview } from 'vite'
import { test as base, expect } from '../pages/fixtures.ts'

/** A page with the shared parts alone: they are on it before the first screen uses them. */
const test = base.extend<{ parts: (options?: { width: number }) => Promise<Page> }, { partsUrl: string }>({
  partsUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      const site: InlineConfig = {
        configFile: false,
        root: fileURLToPath(new URL('../parts', import.meta.url)),
        logLevel: 'error',
        build: { outDir: fileURLToPath(new URL('../../dist/parts', import.meta.url)), emptyOutDir: true },
        preview: { host: '127.0.0.1', port: 0 },
      }
      await build(site)
      const server = await preview(site)
      await use(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  parts: async ({ newContext, partsUrl }, use) =>
    use(async ({ width } = { width: 1440 }) => {
      const context = await newContext({ viewport: { width, height: 900 } })
      const page = await context.newPage()
      await page.goto(partsUrl)
      await expect(page.getByRole('heading', { name: 'Parts' })).toBeVisible({ timeout: 20_000 })
      return page
    }),
})

test('SHELL-29 a file is taken from the dialog and by dropping it; another kind is refused by name', {
  tag: '@long',
}, async ({ parts }) => {
  const page = await parts()
  await page
    .getByLabel('Files')
    .setInputFiles({ name: 'chosen.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByRole('listitem').filter({ hasText: 'chosen.pdf' })).toBeVisible()

  const drop = (name: string, type: string) =>
    page.getByLabel('Files').evaluate(
      (input, file) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], file.name, { type: file.type }))
        input.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      { name, type },
    )
  await drop('dropped.png', 'image/png')
  await expect(page.getByRole('listitem').filter({ hasText: 'dropped.png' })).toBeVisible()

  await drop('page.html', 'text/html')
  await expect(page.getByText('page.html is not a file of the right kind.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'page.html' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove chosen.pdf' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'chosen.pdf' })).toHaveCount(0)
})

test('SHELL-32 the filter panel applies on SAVE, empties on RESET, and a chip takes its filter away', {
  tag: '@long',
}, async ({ parts }) => {
  const page = await parts()
  const applied = page.locator('output')
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByRole('checkbox', { name: 'pending' }).check()
  await panel.getByRole('checkbox', { name: 'noble' }).check()
  await expect(applied).toHaveText('{}')
  await panel.getByRole('button', { name: 'SAVE' }).click()
  await expect(panel).toBeHidden()
  await expect(applied).toHaveText('{"status":["pending"],"hospital":["noble"]}')

  await page.getByRole('button', { name: 'Remove filter Hospital: noble' }).click()
  await expect(applied).toHaveText('{"status":["pending"],"hospital":[]}')
  await expect(page.getByRole('button', { name: 'Remove filter Status: pending' })).toBeFocused()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await panel.getByRole('button', { name: 'RESET' }).click()
  await expect(applied).toHaveText('{}')
  await expect(panel.getByRole('checkbox', { name: 'pending' })).not.toBeChecked()
})

test('SHELL-35 a toast that is to stay one second is gone after it', { tag: '@long' }, async ({ parts }) => {
  const page = await parts()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.getByRole('button', { name: 'Upload' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Uploaded' })
  await expect(toast).toBeVisible()
  await page.clock.runFor(900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1000)
  await expect(toast).toHaveCount(0)
})

test('a popup takes the focus, closes with Escape and gives it back', { tag: '@long' }, async ({
  parts,
  axe,
}) => {
  const page = await parts()
  const opener = page.getByRole('button', { name: 'Open popup' })
  await opener.click()
  const popup = page.getByRole('dialog', { name: /Timestamps/ })
  await expect(popup).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(opener).toBeFocused()
})

for (const width of [1440, 390]) {
  test(`the parts break no rule of accessibility at ${width} px, with the panel open`, {
    tag: '@long',
  }, async ({ parts, axe }) => {
    const page = await parts({ width })
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
}
