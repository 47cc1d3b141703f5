import { aRequest } from '#testing/makers/makers.ts'
import { aBench, benchPath, freeBags } from '../pages/bench.ts'
import { expect, test } from '../pages/fixtures.ts'
import { counting } from './counting.ts'

/** What a scanner types is no press of anybody; that it presses Enter is counted all the same. */
test('AMB-220 three bags go from their sample to an issued slip in at most 20 presses', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const bank = await aBench(db)
  const { id } = await aRequest(db, {
    ...{ patientName: 'Ilango Sekar', patientId: 'FH-118207', bloodGroup: 'O+' },
    ...{ status: 'bloodbank-approved', bankId: bank.id, units: 3 },
  })
  const numbers = await freeBags(db, bank.id, 3)
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  await expect(page.getByLabel('Name on the tube')).toBeFocused()
  const walk = counting(page)
  await walk.type('Ilango Sekar')
  await walk.press('Tab')
  await walk.type('FH-118207')
  await walk.press('Tab')
  // the day is today’s unless somebody says otherwise
  await walk.press('Tab')
  await walk.type('00:00')
  await walk.press('Tab')
  await walk.type('o')
  await walk.press('Enter')
  await expect(page.getByLabel('Group found')).toHaveValue('O POS')
  await walk.click(page.getByRole('button', { name: 'Compare and record' }))
  for (const number of numbers)
    await walk.click(
      page.getByRole('listitem').filter({ hasText: number }).getByRole('button', { name: 'Hold' }),
    )
  for (const number of numbers)
    await walk.click(
      page
        .getByRole('region', { name: 'Held for this patient' })
        .getByRole('listitem')
        .filter({ hasText: number })
        .getByRole('button', { name: 'Compatible', exact: true }),
    )
  // nobody aims the scanner: with the last result the field has the focus, and it keeps it
  await expect(page.getByPlaceholder('Scan the bag')).toBeFocused()
  for (const number of numbers) {
    await walk.type(number)
    await walk.press('Enter')
  }
  for (const tick of await page.getByLabel('Inspected').all()) await walk.click(tick)
  await walk.click(page.getByRole('button', { name: 'Issue 3 bags, print slip' }))
  await expect(page.getByRole('region', { name: 'Issued' })).toBeVisible()
  // biome-ignore lint/suspicious/noConsole: the figure is what the walk is for
  console.log(walk.line('issue three'))
  expect(walk.presses()).toBeLessThanOrEqual(20)
})
