import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aLine, aShelf, takenIn, tested } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [hospital, driver] = [service.as('firm'), service.as(arun)]
const shelf = await aShelf(service)
const { staff } = shelf

test('AMB-382 two parts of one donation leave with one slip, and everybody who has a part in it is told which is which', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 2 })
  await staff.done(matching.receiveSample, aTube(id, now))
  const { number } = aLine()
  const bags = await takenIn(staff, { number, division: 'A0' }, { number, division: 'B0' })
  await tested(staff, number, clearTests('O+'))
  for (const { id: bagId } of bags) {
    await staff.done(matching.hold, { id, bagId })
    await staff.done(matching.recordMatch, { id, bagId, method: 'gel', result: 'compatible' })
  }
  expect((await staff.done(matching.open, { id })).matches).toMatchObject([
    { bagNumber: number, division: 'A0' },
    { bagNumber: number, division: 'B0' },
  ])
  const unseen = { bags: bags.map((bag) => ({ bagId: bag.id, isInspected: bag.division === 'A0' })) }
  expect((await staff.call(matching.issue, anIssue(id, bags, unseen))).refusal?.text).toContain(
    `${number} part B0`,
  )

  const issued = await staff.done(matching.issue, anIssue(id, bags))
  const parts = { bags: [{ division: 'A0' }, { division: 'B0' }] }
  expect(issued).toMatchObject(parts)
  expect((await staff.done(matching.open, { id })).slips).toMatchObject([parts])
  expect((await hospital.done(matching.packed, { id })).slips).toMatchObject([parts])
  expect((await hospital.done(fates.notes, { requestId: id })).items).toMatchObject([parts])
  const { text } = await readPdf((await hospital.raw('GET', `/api/slips/${issued.slip}`)).bytes)
  for (const part of ['A0', 'B0']) expect(text).toContain(`${number} part ${part}`)
  const { timeline } = await hospital.done(requests.show, { id })
  expect(timeline.map(({ reason }) => reason)).toContain(
    `Delivery 1, slip ${issued.slip}: ${number} part A0, ${number} part B0`,
  )

  const carried = async () =>
    (await driver.done(driving.list, {})).items.find((one) => one.id === id)?.deliveries[0]
  expect(await carried()).toMatchObject({ bags: [`${number} A0`, `${number} B0`], notToHandOver: [] })
  await drive(driver, db, { id, step: 'issued' }, now)
  const results = [{ test: 'HCV', result: 'reactive' } as const]
  await tested(shelf.bank, number, results)
  expect(await carried()).toMatchObject({ bags: [], notToHandOver: [`${number} A0`, `${number} B0`] })
})
