import { days, earlier, minutes } from '#domain/basics/time.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { path, requestOf, submit } from '../pages/update-db-form.ts'
import { counting } from './counting.ts'

// before: 121 steps, 8 characters and 4 presses for each and one into the field
test('AMB-248 ten statuses are set, each from the next in line', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  // due before whatever other scenes have left
  const due = earlier(new Date(), days(900))
  const ten = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      aRequest(db, { status: 'cross-matching', deadlineAt: earlier(due, minutes(n)) }),
    ),
  )
  const page = await signedIn('bloodsupport', path)
  const chip = (id: string) => page.getByRole('button', { name: new RegExp(`^${id} .*Next: issued$`) })
  const soonest = ten.toReversed()
  await expect(chip(soonest[0]?.id ?? '')).toBeVisible()
  const walk = counting(page)
  for (const { id } of soonest) {
    await walk.click(chip(id))
    await expect(page.getByText('cross-matching → issued. It can be undone for 2 minutes.')).toBeVisible()
    await walk.click(submit(page))
    await expect(page.getByRole('alertdialog', { name: 'Data Submitted' })).toBeVisible()
    await walk.press('Enter')
    await expect(page.getByRole('note')).toContainText(`${id} is issued now`)
  }
  process.stdout.write(`${walk.line('set 10 statuses')}\n`)
  expect(walk.steps()).toBeLessThanOrEqual(30)
  for (const { id } of ten) expect(await requestOf(db, id)).toMatchObject({ status: 'issued' })
})
