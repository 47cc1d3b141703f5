import { expect, type Page } from '@playwright/test'
import { later, minutes } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { aHospital, nextNumber } from '#testing/makers/makers.ts'
import { rowOf } from './lists.ts'

export const ordersPath = '/dashboard/admin/status'

/** The list of one hospital: the provider's own holds what every test puts there. */
export const ordersOf = (hospitalId: string, more = ''): string =>
  `${ordersPath}?hospital=${hospitalId}${more}`

/** A hospital of the test's own. */
export async function aHospitalOfOrders(db: Db, change: Parameters<typeof aHospital>[1] = {}) {
  const { id } = await aHospital(db, { id: `ordering${process.pid}${nextNumber()}`, ...change })
  return id
}

/** A moment after all that other tests have left here, some of it days ahead: what is raised then stands on top. */
export async function afterAllOthers(db: Db): Promise<Date> {
  const { last } = await db
    .selectFrom('requests')
    .select(({ fn }) => fn.max('raisedAt').as('last'))
    .executeTakeFirstOrThrow()
  return later(new Date(Math.max(Date.now(), last?.getTime() ?? 0)), minutes(1))
}

/** The page, once it shows its first orders, however long that takes. */
export async function withRows(opening: Promise<Page>): Promise<Page> {
  const page = await opening
  await page.locator('[data-row]').first().waitFor()
  return page
}

export const cellOf = (page: Page, id: string, column: string) =>
  rowOf(page, id).getByRole('cell').nth(columns.indexOf(column))
export const chips = (page: Page) => page.getByRole('button', { name: /^Remove filter/ })
export const detailsOf = (page: Page, id: string) => page.getByRole('dialog', { name: `Order ${id}` })

/** Ruling AMB-77. */
export const columns = [
  'Request Time',
  'Request ID',
  'Hospital',
  'Order Type',
  'Patient Name',
  'Blood Information',
  'Blood Bank',
  'Driver',
  'Status',
  'Timestamps',
  'Invoice',
  'Action',
]

type Act =
  | 'Link'
  | 'Link another bank or driver'
  | 'Approve Reservation'
  | 'Approve Invoice'
  | 'Regenerate This Invoice'
  | 'Details'
  | `Next: ${string}`
/** The one button that brings an order on. */
export const action = (page: Page, id: string, name: Act) =>
  rowOf(page, id).getByRole('button', { name, exact: true })

export const more = (page: Page, id: string) => rowOf(page, id).getByRole('button', { name: 'More' })

/** Opens what else there is to be done with an order. */
export async function openMenu(page: Page, id: string) {
  await more(page, id).click()
  const menu = rowOf(page, id).getByRole('menu')
  await expect(menu).toBeVisible()
  return (name: string) => menu.getByRole('menuitem', { name, exact: true })
}

export async function pick(page: Page, id: string, name: Act): Promise<void> {
  const item = await openMenu(page, id)
  await item(name).click()
}

export async function openDetails(page: Page, id: string) {
  await rowOf(page, id).getByRole('button', { name: id }).click()
  const popup = detailsOf(page, id)
  await expect(popup.getByRole('list', { name: 'Timeline' })).toBeVisible()
  return popup
}
