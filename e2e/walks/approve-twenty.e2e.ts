import { earlier, minutes } from '#domain/basics/time.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aPlace, approvalPath, button } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { counting } from './counting.ts'

// before: 20 presses, each on a row that had just moved up, none of which could be taken back
test('AMB-244 twenty approvals, together and one after the other', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const twenty = () =>
    Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        aRequest(db, { hospitalId: place.id, raisedAt: earlier(new Date(), minutes(n + 1)) }),
      ),
    )
  const decided = async () =>
    db
      .selectFrom('requests')
      .select('id')
      .where('hospitalId', '=', place.id)
      .where('status', '=', 'hospital-admin-approved')
      .execute()
  await twenty()
  const page = await signedIn(place.admin, approvalPath)
  await expect(page.locator('[data-row]')).toHaveCount(20)
  const together = counting(page)
  await together.click(page.getByRole('checkbox', { name: 'Select all' }))
  await together.click(page.getByRole('button', { name: 'Approve 20', exact: true }))
  await expect(page.getByText('Approved by you')).toHaveCount(20)
  await expect(page.getByRole('status').filter({ hasText: 'Request Approved (20)' })).toBeVisible()
  process.stdout.write(`${together.line('approve 20, together')}\n`)
  expect(together.steps()).toBeLessThanOrEqual(2)
  expect(await decided()).toHaveLength(20)

  const more = await twenty()
  await page.reload()
  await expect(page.locator('[data-row]')).toHaveCount(20)
  const first = await rowOf(page, more.at(-1)?.id).boundingBox()
  const oneByOne = counting(page)
  for (const { id } of more) await oneByOne.click(button(page, id, 'Approve'))
  await expect(page.getByText('Approved by you')).toHaveCount(20)
  process.stdout.write(`${oneByOne.line('approve 20, one after the other')}\n`)
  expect(oneByOne.steps()).toBeLessThanOrEqual(20)
  expect(await decided()).toHaveLength(40)
  await page.evaluate(() => scrollTo(0, 0))
  expect(await rowOf(page, more.at(-1)?.id).boundingBox()).toEqual(first)
})
