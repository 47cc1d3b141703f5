import { say } from '#domain/basics/refusal.ts'
import { isBlank } from '#domain/basics/text.ts'
import { uploadWords } from '#domain/basics/uploading.ts'
import { whyNotKeepInvoice } from '#domain/billing/invoice-upload.ts'
import { type InvoiceParty, invoiceParties } from '#domain/billing/invoicing.ts'
import { moveWords, whyNotMove, whyNotMoveForm } from '#domain/requests/moving.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Errors, Objection } from '../../../parts/form-errors.ts'

type Invoices = Partial<Record<InvoiceParty, File>>
/** A file that was not taken, and why. */
type Refused = Partial<Record<InvoiceParty, { file: File; why: string }>>

/** What is to be done with an order: all of Update DB but the id. */
export type UpdateForm = {
  status: RequestStatus | null
  note: string
  deliveryText: string
  invoices: Invoices
  refused: Refused
}

export const emptyForm: UpdateForm = { status: null, note: '', deliveryText: '', invoices: {}, refused: {} }

export const updateFields = ['requestId', 'status', 'note', 'deliveryText', ...invoiceParties] as const
export type UpdateField = (typeof updateFields)[number]

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

export const gapsIn = (requestId: string, { status }: UpdateForm): Errors<UpdateField> => ({
  ...(isBlank(requestId) && { requestId: 'Please fill this in.' }),
  ...(status === null && { status: 'Please choose one.' }),
})

/** What speaks against sending it at all. */
export function objectionTo(requestId: string, form: UpdateForm): Objection | null {
  const refusal = whyNotMoveForm({ requestId, status: form.status ?? '' })
  return refusal ? { ...refusal, ...say(moveWords, refusal) } : objectionToFiles(form)
}

/** A file that was not taken stops the form: who chose it means it to go along. */
function objectionToFiles({ refused }: UpdateForm): Objection | null {
  const party = invoiceParties.find((one) => refused[one])
  return party ? { title: uploadWords.unknown.title, text: refused[party]?.why ?? '', field: party } : null
}

export function objectionToMove(
  order: BloodRequest | undefined,
  status: RequestStatus,
  { invoices }: UpdateForm,
): Objection | null {
  const parties = invoiceParties.filter((party) => invoices[party])
  const refusals = [whyNotMove(order, status), ...parties.map((party) => whyNotKeepInvoice(order, party))]
  const refusal = refusals.find((one) => one !== null)
  return refusal ? { ...say(moveWords, refusal), field: refusal.field } : null
}
