import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { dayOf, earlier, hours, minutes, timeOf } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { lifeOf } from '#domain/requests/timeline.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { aPlace } from '../pages/approval-list.ts'
import { aBench, freeBags } from '../pages/bench.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fillForm } from '../pages/raise-form.ts'

const evening = '2026-11-20T18:00:00+05:30'
const at = (time: string) => new Date(`2026-11-20T${time}:00+05:30`)

async function typeStep(page: Page, name: string, typed: Record<string, string>): Promise<void> {
  const step = page.getByRole('group', { name })
  for (const [label, value] of Object.entries(typed))
    await step.getByLabel(label, { exact: true }).fill(value)
}

test('AMB-340 AMB-343 a hospital takes its pack, and enters a paper late: what is wrong is said at its field, and the timeline goes by the paper', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, server, db, looksGood, moveClock }) => {
  test.slow()
  const place = await aPlace(db)
  await moveClock(evening)
  const page = await signedIn(place.admin, '/dashboard/pilot/downtime')
  await page.getByRole('button', { name: 'Make a pack now' }).click()
  const papers = page.getByText(/^P-.*-000001 to$/)
  await expect(papers).toBeVisible()
  const [paper = ''] = ((await papers.textContent()) ?? '').split(' ')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download the pack of/ }).click()
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await looksGood(page, 'wide')

  await page.getByRole('link', { name: 'Enter from paper' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter from paper')
  const [number, time] = [page.getByLabel('Paper number'), page.getByLabel('Raised, time')]
  const enter = () => page.getByRole('button', { name: 'Enter from paper' }).click()
  await enter()
  await closeAlert(page, 'Form Incomplete', 'the number and the time on the paper')
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(time).toHaveAttribute('aria-invalid', 'true')
  await time.fill('09:05')
  await number.fill(paper.replace('000001', '000999'))
  await fillForm(page)
  await enter()
  await closeAlert(page, 'Unknown Paper', 'There is no such paper.')
  await expect(number).toBeFocused()
  await expect(page.getByText(/^There is no such paper\./)).toBeVisible()
  await looksGood(page, 'narrow')
  await number.fill(paper)
  await page.getByLabel('Approved, time').fill('09:00')
  await enter()
  await closeAlert(page, 'Times Out Of Order', 'Please look at the paper again.')
  await expect(page.getByLabel('Approved, time')).toBeFocused()
  await page.getByLabel('Approved, time').fill('')
  await enter()
  await expect(page.getByRole('alertdialog')).toContainText(/[0-9a-f]{8}/)
  const { id } = await db
    .selectFrom('requests')
    .select('id')
    .where('hospitalId', '=', place.id)
    .executeTakeFirstOrThrow()
  const shown = await server.as(place.admin).done(requests.show, { id })
  expect(lifeOf(shown)[0]).toMatchObject({ at: at('09:05'), mark: expect.stringContaining(paper) })
})

test('AMB-355 an admin sets when shifts change: two that are too close are said at the field, and the next pack is due by them', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, looksGood, moveClock }) => {
  const place = await aPlace(db)
  await moveClock(evening)
  const page = await signedIn(place.admin, '/dashboard/pilot/downtime')
  await expect(page.getByText('Next: 20 Nov 2026, 8:00 pm.')).toBeVisible()
  const time = (nth: number) => page.getByLabel(`Time ${nth}`, { exact: true })
  const save = () => page.getByRole('button', { name: 'Save times' }).click()
  await expect(time(3)).toHaveValue('20:00')
  await time(1).fill('19:30')
  await time(2).fill('')
  await save()
  await closeAlert(page, 'Times Too Close', 'at least an hour between two times')
  // the empty one in between is gone
  await expect(time(2)).toBeFocused()
  await expect(time(2)).toHaveValue('20:00')
  await expect(time(2)).toHaveAttribute('aria-invalid', 'true')
  await looksGood(page, 'narrow')
  await time(2).fill('07:30')
  await save()
  await expect(page.getByText('Next: 20 Nov 2026, 7:30 pm.')).toBeVisible()
  await expect(time(1)).toHaveValue('07:30')
  await expect(time(3)).toHaveValue('')
})

test('AMB-344 the provider enters how an order was carried; a step without its temperature is named, and the timeline goes by the paper', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, server, db, looksGood }) => {
  test.slow()
  const now = new Date()
  const { id } = await aRequest(
    db,
    { status: 'hospital-admin-approved', component: 'PRBC', units: 2, raisedAt: earlier(now, hours(5)) },
    now,
  )
  // as many as if packs had been made: drawing one is for the scene above
  await db
    .insertInto('downtimePapers')
    .values({ organisationId: '', lastNumber: 500, triedAt: null })
    .onConflict((conflict) => conflict.column('organisationId').doUpdateSet({ lastNumber: 500 }))
    .execute()
  const paper = paperNumber('', 500)
  const page = await signedIn('bloodsupport', '/dashboard/admin/downtime')
  const ago = (ms: number) => {
    const then = earlier(now, ms)
    return { then, day: dayOf(then), time: timeOf(then) }
  }
  const link = ago(hours(4))
  const [sample, matched, issued, delivered] = [hours(3), hours(2), hours(1), minutes(20)].map(ago)
  await page.getByLabel('Request ID').fill(id)
  await page.getByLabel('Paper number').fill(paper)
  await page.getByLabel('Linked, time').fill(link.time)
  const enter = () => page.getByRole('button', { name: 'Enter from paper' }).click()
  await enter()
  await closeAlert(page, 'Form Incomplete', 'or leave all three empty')
  await expect(page.getByLabel('Blood bank')).toBeFocused()
  await page.getByLabel('Blood bank').click()
  await page.getByRole('option', { name: 'Redbank', exact: true }).click()
  await page.getByLabel('Driver', { exact: true }).click()
  await page.getByRole('option').first().click()
  await setDay(page, 'Linked, day', link.day)
  const steps = [
    ['Delivery 1: sample acquired', sample, { 'Given by': 'Sister Mary' }],
    ['Delivery 1: cross matching', matched, {}],
    ['Delivery 1: issued', issued, {}],
    ['Delivery 1: delivered', delivered, { Temperature: '4.8', 'Received by': 'Sister Mary' }],
  ] as const
  for (const [name, when, typed] of steps) {
    await setDay(page.getByRole('group', { name }), 'Day', when?.day ?? '')
    await typeStep(page, name, { Time: when?.time ?? '', ...typed })
  }
  await enter()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  const temperature = page.getByRole('group', { name: 'Delivery 1: issued' }).getByLabel('Temperature')
  await expect(temperature).toBeFocused()
  await expect(temperature).toHaveAttribute('aria-invalid', 'true')
  await looksGood(page, 'wide')
  await temperature.fill('4.2')
  await enter()
  await expect(page.getByLabel('Request ID')).toHaveValue('')
  const shown = await server.as('firm').done(requests.show, { id })
  // the clock may have told meanwhile that nobody had linked it
  const carried = lifeOf(shown).filter(({ deed }) => deed?.startsWith('Delivery 1'))
  expect(carried.map((step) => step.at && timeOf(step.at))).toEqual(
    [sample, matched, issued, delivered].map((when) => when?.time),
  )
  expect(carried.at(-1)?.mark).toContain(paper)
})

test('AMB-374 a bank enters its paper of an order that has arrived: what is wrong is said at its field, and the timeline says that it stood on paper', {
  tag: '@looks',
}, async ({ signedIn, db, looksGood }) => {
  test.slow()
  const now = new Date()
  const [bank, place] = [await aBench(db), await aPlace(db)]
  const patient = { patientName: 'Mohammed Irfan', patientId: 'FH-20817', bloodGroup: 'O+' } as const
  const deliveredAt = earlier(now, minutes(20))
  const order = { ...patient, hospitalId: place.id, bankId: bank.id, component: 'PRBC', units: 2 } as const
  const { id } = await aRequest(
    db,
    { ...order, status: 'delivery-completed', raisedAt: earlier(now, hours(6)), deliveredAt },
    now,
  )
  await db.updateTable('deliveries').set({ deliveredAt }).where('requestId', '=', id).execute()
  await db
    .insertInto('downtimePapers')
    .values({ organisationId: bank.id, lastNumber: 10, triedAt: null })
    .execute()
  const paper = paperNumber(bank.id, 7)
  const [first = '', second = ''] = await freeBags(db, bank.id, 2)
  const page = await signedIn(bank.first, '/dashboard/bloodbank/downtime')
  const form = page.getByRole('form', { name: 'Enter from paper' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const enter = () => form.getByRole('button', { name: 'Enter from paper' }).click()
  await enter()
  await closeAlert(page, 'Form Incomplete', 'Please enter the Order ID')
  await expect(field('Order ID')).toBeFocused()
  await looksGood(page, 'narrow')

  const typed = {
    ...{ 'Order ID': id, 'Paper number': paper, 'Name on the tube': 'mohammed irfan' },
    ...{ 'Patient ID on the tube': 'FH-20817', 'Issued by': 'S. Meena', 'Done by': 'R. Devi' },
  }
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
  const whens = { Taken: hours(4), Received: hours(3), Done: hours(2), Issued: minutes(5) }
  for (const [label, ms] of Object.entries(whens)) {
    await setDay(form, `${label}, day`, dayOf(earlier(now, ms)))
    await field(`${label}, time`).fill(timeOf(earlier(now, ms)))
  }
  await field('Group found').click()
  await page.getByRole('option', { name: 'O POS', exact: true }).click()
  // an Enter alone sends nothing; a bag that is scanned at the tube is typed where bags are
  await field('Bag 1').press('Enter')
  await field('Name on the tube').focus()
  await page.keyboard.type(`=${first}`)
  await expect(field('Name on the tube')).toHaveValue('mohammed irfan')
  await expect(field('Bag 1')).toHaveValue(`=${first}`)
  // a scanner presses Enter after each
  await field('Bag 1').fill(first)
  await page.keyboard.press('Enter')
  await expect(field('Bag 2')).toBeFocused()
  await page.keyboard.type(`${second}9`)
  await field('Each bag was looked at: colour, clots, leaks').check()
  await enter()
  await closeAlert(page, 'Unknown Bag', `No bag ${second}9 is on your shelf.`)
  await expect(field('Bag 2')).toBeFocused()
  await expect(field('Bag 2')).toHaveAttribute('aria-invalid', 'true')
  await field('Bag 2').fill(second)
  await enter()
  await closeAlert(page, 'Issued After It Arrived', 'Please look at the paper again.')
  await expect(field('Issued, time')).toBeFocused()
  await setDay(form, 'Issued, day', dayOf(earlier(now, hours(1))))
  await field('Issued, time').fill(timeOf(earlier(now, hours(1))))
  await enter()
  const done = page.getByText(`Delivery 1 of order ${id} is entered, with slip `)
  await expect(done).toBeVisible()
  await expect(field('Order ID')).toHaveValue('')
  const { slip } = await db
    .selectFrom('issues')
    .select('slip')
    .where('requestId', '=', id)
    .executeTakeFirstOrThrow()
  await expect(done).toContainText(slip)

  const theirs = await signedIn(place.admin, `/dashboard/pilot/liveStatus/${id}`)
  const step = theirs.getByRole('list', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: slip })
  await expect(step).toContainText(`entered later from paper ${paper} by`)
})

const setDay = (place: Pick<Page, 'getByLabel'>, label: string, day: string) =>
  place.getByLabel(label, { exact: true }).fill(day.split('-').reverse().join('/'))
