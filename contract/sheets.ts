import { z } from 'zod'
import { Day } from '#domain/basics/day.ts'
import { SheetForm } from '#domain/basics/sheet.ts'
import { isBank, isHospital, isProvider, mayAudit, type Who } from '#domain/people/actor.ts'
import { DaySheetForm } from '#domain/stock/day-sheet.ts'
import { auditFilter } from './audit.ts'
import { billing } from './billing.ts'
import { consent } from './consent.ts'
import { issuing } from './issuing.ts'
import { orders } from './orders.ts'
import { requests } from './requests.ts'
import { type Route, route } from './route.ts'

/** Making a file costs more than a page of its list does. */
const limit = { max: 10, seconds: 60, of: 'account' } as const

type Told = Pick<Route, 'method' | 'path' | 'summary' | 'key'>

/** A list as a table, for whoever may read the list, of the filter that the list takes (ruling AMB-335). */
const sheetOf = <Input extends z.ZodType, const May extends Who>(who: May, input: Input, told: Told) =>
  route({ ...told, who, input, output: z.unknown(), givesFile: true, limit })

const pages = { after: true, through: true } as const

/** Part of an ID, as the search box takes it. */
const searched = { as: SheetForm, part: z.string().max(8).optional() }

/**
 * Every list that leaves as a file: each entry is a list's own question without its pages. A key has those whose lists a
 * key may read, so neither donors nor the trail.
 */
export const sheets = {
  orders: sheetOf(isProvider, orders.list.input.omit(pages).extend(searched), {
    method: 'GET',
    path: '/api/sheets/orders',
    key: 'reports:read',
    summary: 'The requests of every hospital of a filter, as CSV or XLSX, at most 100,000',
  }),
  driverOrders: sheetOf(isProvider, orders.ofDriver.input.omit(pages).extend({ as: SheetForm }), {
    method: 'GET',
    path: '/api/sheets/driver-orders',
    key: 'reports:read',
    summary: "A driver's ongoing orders, or all they ever had, as CSV or XLSX",
  }),
  prices: sheetOf(
    isProvider,
    billing.track.input.omit({ after: true, before: true, size: true }).extend({ as: SheetForm }),
    {
      method: 'GET',
      path: '/api/sheets/prices',
      key: 'reports:read',
      summary: 'What each order of a filter cost, in rupees, as CSV or XLSX, at most 100,000',
    },
  ),
  components: sheetOf(isProvider, billing.components.input.extend({ as: SheetForm }), {
    method: 'GET',
    path: '/api/sheets/components',
    key: 'reports:read',
    summary: 'Units by blood group and component, as CSV or XLSX',
  }),
  requests: sheetOf(isHospital, requests.list.input.omit({ ...pages, limit: true }).extend(searched), {
    method: 'GET',
    path: '/api/sheets/requests',
    key: 'reports:read',
    summary: "Your hospital's requests of a filter, as CSV or XLSX, at most 100,000",
  }),
  deliveries: sheetOf(isHospital, requests.deliveries.input.omit(pages).extend(searched), {
    method: 'GET',
    path: '/api/sheets/deliveries',
    key: 'reports:read',
    summary: "Your hospital's requests that are past their approval, as CSV or XLSX, at most 100,000",
  }),
  issuing: sheetOf(isBank, issuing.list.input.omit(pages).extend(searched), {
    method: 'GET',
    path: '/api/sheets/issuing',
    key: 'reports:read',
    summary: 'The orders linked to your bank, without the patient, as CSV or XLSX, at most 100,000',
  }),
  consent: sheetOf(
    isBank,
    consent.find.input.omit(pages).extend({ as: SheetForm, part: z.string().max(60).optional() }),
    {
      // a telephone number in an address would stay in histories and logs
      method: 'POST',
      path: '/api/sheets/donor-forms',
      summary: 'The donor forms of your bank as its list has them, as CSV or XLSX, at most 100,000',
    },
  ),
  audit: sheetOf(mayAudit, z.strictObject({ ...auditFilter, as: SheetForm.default('csv') }), {
    method: 'GET',
    path: '/api/audit/sheet',
    summary: 'Events of your organisation of a filter, as CSV or XLSX, at most 100,000',
  }),
  day: sheetOf(isBank, z.strictObject({ day: Day, as: DaySheetForm }), {
    method: 'GET',
    path: '/api/sheets/day',
    key: 'reports:read',
    summary: 'The stock of your bank on one day, component by group, as CSV, XLSX or PDF',
  }),
}
