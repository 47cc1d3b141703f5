import { say } from '#domain/basics/refusal.ts'
import { isBlank } from '#domain/basics/text.ts'
import { invoiceEndings, uploadWords, whyNotUpload } from '#domain/basics/uploading.ts'
import type { InvoiceParty } from '#domain/billing/invoicing.ts'
import { moveWords } from '#domain/requests/moving.ts'
import type { FormOf } from '../../../parts/use-form.ts'
import { type UpdateField, type UpdateForm, withFile } from './update-form.ts'

/** §5.3, ruling AMB-99: a file belongs to an order. */
export function choosingInvoices(
  form: FormOf<UpdateForm, UpdateField>,
  requestId: string,
  onChosen: () => void,
) {
  function fill(next: (before: UpdateForm) => UpdateForm) {
    form.setDraft(next)
    onChosen()
  }

  async function choose(party: InvoiceParty, file: File | undefined) {
    form.mend(party)
    // the other one, which was not taken, was removed
    const isSame = file !== undefined && file === form.draft.invoices[party]
    if (file && !isSame && isBlank(requestId)) {
      refuseFile(party, file, `${file.name} was chosen before the Request ID. Please choose it again.`)
      return form.object({ ...moveWords['no-request-id'], field: 'requestId' })
    }
    const refusal = file ? whyNotUpload(file, invoiceEndings) : null
    if (refusal && file) {
      const words = say(uploadWords, refusal)
      refuseFile(party, file, words.text)
      return form.object({ ...words, field: party })
    }
    fill((before) => withFile(before, party, file))
  }

  /** It stays in sight, and stops the form. */
  function refuseFile(party: InvoiceParty, file: File, why: string) {
    fill((before) => ({ ...before, refused: { ...before.refused, [party]: { file, why } } }))
  }

  return { choose, refuseFile }
}
