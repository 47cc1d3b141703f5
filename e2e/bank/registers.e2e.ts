import { bags } from '#contract/bags.ts'
import { registers } from '#contract/registers.ts'
import { dayOf } from '#domain/basics/time.ts'
import { aLine } from '#testing/makers/shelves.ts'
import { aStaffedBank } from '../pages/bank-people.ts'
import { expect, test } from '../pages/fixtures.ts'

const path = '/dashboard/bloodbank/registers'

test('AMB-218 SHELL-27 a bank’s admin looks at a register and takes it away as a table; nothing is read before it is asked for @long', {
  tag: '@looks',
}, async ({ signedIn, db, server, looksGood }) => {
  const bank = await aStaffedBank(db)
  const today = dayOf(new Date())
  const line = aLine({ collectedOn: today })
  await server.as(bank.first).done(bags.takeIn, { lines: [line] })
  const page = await signedIn(bank.first, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registers')
  await page.getByText('Stock register').click()
  await expect(page.getByRole('region', { name: 'Stock register' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('region', { name: 'Stock register' })).toContainText(line.number)
  await looksGood(page, 'wide')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'XLSX' }).click()
  expect((await saved).suggestedFilename()).toBe(`stock-${today}-${today}.xlsx`)
  const { rows } = await server.as(bank.first).done(registers.look, { kind: 'stock', from: today, to: today })
  expect(rows).toHaveLength(1)
  // another kind is asked for anew
  await page.getByText('Issue register').click()
  await expect(page.getByRole('region', { name: 'Stock register' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Nothing in these days.')).toBeVisible()
})
