import { z } from 'zod'
import { BloodGroup, type ComponentCode, componentCodes, componentName } from '../basics/blood.ts'
import type { Amounts } from '../billing/invoicing.ts'
import { mostBilledPaise } from './request-reader.ts'
import { filled, Instant, OrganisationId, type Reading, Rupees, readBy } from './shapes.ts'

export type InvoiceRecord = Amounts & {
  readonly requestId: string
  readonly invoiceId: string
  readonly issuedAt: Date
  readonly hospitalId: string
  readonly bloodGroup: BloodGroup
  readonly bankId: string
  readonly component: ComponentCode
}

/** §3.3, by its ten names. */
export const invoiceSummaryDocument = (invoice: InvoiceRecord) => ({
  id: `invoiceSummaries-${invoice.requestId}`,
  invoiceID: invoice.invoiceId,
  date: invoice.issuedAt.toISOString(),
  hospital: invoice.hospitalId,
  bloodgroup: invoice.bloodGroup,
  bloodbank: invoice.bankId,
  component: componentName(invoice.component),
  price: invoice.pricePaise / 100,
  delivery_rate: invoice.deliveryPaise / 100,
  convenience_Fee: invoice.feePaise / 100,
  total: invoice.totalPaise / 100,
})

/** All but the date stands in the document of the request too, and is taken from there. */
export type ReadSummary = { readonly invoiceId: string; readonly issuedAt: Date }

const Amount = Rupees(mostBilledPaise)

const SummaryDocument = z
  .object({
    invoiceID: filled(60),
    date: Instant,
    hospital: OrganisationId,
    bloodgroup: BloodGroup,
    bloodbank: OrganisationId,
    component: z.enum(componentCodes.map(componentName)),
    price: Amount,
    delivery_rate: Amount,
    convenience_Fee: Amount,
    total: Amount,
  })
  .transform(({ invoiceID, date }): ReadSummary => ({ invoiceId: invoiceID, issuedAt: date }))

export const readInvoiceSummary = (document: unknown): Reading<ReadSummary> =>
  readBy(SummaryDocument, document)
