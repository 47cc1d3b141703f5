import { isBlank } from '#domain/basics/text.ts'
import { type InvoiceParty, invoiceParties } from '#domain/billing/invoicing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'

export type Invoices = Partial<Record<InvoiceParty, File>>
/** A file that was not taken, and why. */
export type Refused = Partial<Record<InvoiceParty, { file: File; why: string }>>

/** What is to be done with an order: all of Update DB but the id. */
export type UpdateForm = {
  status: RequestStatus | null
  note: string
  deliveryText: string
  invoices: Invoices
  refused: Refused
}

export const emptyForm: UpdateForm = { status: null, note: '', deliveryText: '', invoices: {}, refused: {} }

/** In words, for who did not clear it: "status issued", "hospital invoice scan.pdf". */
export const whatIsSet = ({ status, note, deliveryText, invoices, refused }: UpdateForm): string[] => [
  ...(status ? [`status ${status}`] : []),
  ...(isBlank(note) ? [] : [`note “${note.trim()}”`]),
  ...(isBlank(deliveryText) ? [] : [`delivery status “${deliveryText.trim()}”`]),
  ...invoiceParties.flatMap((party) => fileText(party, invoices[party])),
  ...invoiceParties.flatMap((party) => fileText(party, refused[party]?.file, ' (not taken)')),
]

const fileText = (party: InvoiceParty, file: File | undefined, note = '') =>
  file ? [`${party} invoice ${file.name}${note}`] : []

/** With this file for the party, or with none; one that was refused has gone either way. */
export function withFile(form: UpdateForm, party: InvoiceParty, file: File | undefined): UpdateForm {
  const { [party]: _file, ...invoices } = form.invoices
  const { [party]: _refused, ...refused } = form.refused
  return { ...form, invoices: file ? { ...invoices, [party]: file } : invoices, refused }
}

/** Chosen for one order, it is not carried into another: only an id that is whole says that another is meant. */
export const isForAnother = (setFor: string | undefined, next: string | undefined): boolean =>
  setFor !== undefined && next !== undefined && setFor !== next
