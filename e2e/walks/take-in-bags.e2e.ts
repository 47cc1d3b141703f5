import { aBankWithBags, aDonationNumber, bagsPath, beginIntake, drawer, lines } from '../pages/bag-shelf.ts'
import { expect, test } from '../pages/fixtures.ts'
import { counting } from './counting.ts'

// a scanner's codes are two presses each: its trigger, and the Enter that it sends
test('AMB-219 24 bags by hand scanner, in less than two minutes', { tag: '@long' }, async ({
  db,
  signedIn,
  allowFaults,
}) => {
  allowFaults(/404/)
  const bank = await aBankWithBags(db)
  const page = await signedIn(bank.first, bagsPath)
  await beginIntake(page)
  const began = performance.now()
  const walk = counting(page)
  for (let bag = 0; bag < 24; bag++)
    for (const code of [`=${aDonationNumber()}00`, '=%5100']) {
      await walk.type(code)
      await walk.press('Enter')
    }
  await expect(lines(page)).toHaveCount(24)
  await walk.click(drawer(page).getByRole('button', { name: 'Save 24' }))
  await expect(lines(page)).toHaveCount(0)
  process.stdout.write(`${walk.line('take in 24 bags')}\n`)
  expect(performance.now() - began).toBeLessThan(120_000)
  const rows = await db.selectFrom('bags').select('id').where('bankId', '=', bank.id).execute()
  expect(rows).toHaveLength(24)
})
