import type { invoiceFiles } from '#contract/invoice-files.ts'
import { type PdfTrouble, whyNotPdf } from '#domain/basics/pdf-content.ts'
import { no } from '#domain/basics/refusal.ts'
import { invoiceEndings, uploadWords, whyNotUpload } from '#domain/basics/uploading.ts'
import { downloadWords, viewerOf, whyNotDownload } from '#domain/billing/downloading.ts'
import { keepInvoice, whyNotKeepInvoice } from '#domain/billing/invoice-upload.ts'
import { invoiceOf, invoicePath } from '#domain/billing/invoicing.ts'
import { isProvider } from '#domain/people/actor.ts'
import { moveWords } from '#domain/requests/moving.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import type { TellOpened } from '../db/opening.ts'
import { findRequest, lockRequest, saveRequest } from '../db/requests.ts'
import { nameFile, type StoredFiles } from '../db/stored-files.ts'
import type { Drawing } from '../documents/drawing.ts'
import type { Handlers } from '../platform/http/call.ts'
import { Answer, notFound, refuse } from '../platform/http/refuse.ts'
import { asJpeg } from '../platform/storage/images.ts'
import { TooBusy } from '../platform/tasks/threads.ts'

type Parts = { files: StoredFiles; drawing: Drawing; opened: TellOpened }

export const invoiceFileHandlers = ({ files, drawing, opened }: Parts): Handlers<typeof invoiceFiles> => ({
  async download({ actor, db, now }, { id, party }) {
    const request = await findRequest(db, id)
    const viewer = request ? viewerOf(actor, request, party) : null
    if (!request || viewer === null) throw isProvider(actor) ? notFound() : notPermitted()
    const path = invoiceOf(request, party)
    refuse(downloadWords, whyNotDownload(request, party, viewer), path === null ? 404 : 403)
    const bytes = await files.get(path ?? '')
    if (!bytes) throw new Answer(404, { code: 'file-missing', ...downloadWords['file-missing'] })
    const owner = party === 'hospital' ? { hospitalId: request.hospitalId } : { bankId: request.bankId }
    const read = { kind: `${party}-invoice-downloaded` as const, thing: id, detail: { requestId: id } }
    await opened({ db, actor, now }, { ...read, ...owner })
    return { name: path?.split('/').at(-1) ?? id, type: 'application/pdf', bytes }
  },

  async upload({ db, file, now, inTransaction }, { id, version, party, fileName }) {
    refuse(uploadWords, whyNotUpload({ name: fileName, size: file.length }, invoiceEndings))
    const isPdf = fileName.toLowerCase().endsWith('.pdf')
    if (isPdf) refuse(uploadWords, whyNotPdf(await troubleIn(drawing, file)))
    const pdf = isPdf ? file : await pdfOfPicture(drawing, file)
    refuse(uploadWords, pdf ? null : no('wrong-content', 'file'))
    if (!pdf) throw notFound()
    // asked before and after: the store may take its time
    const before = (await findRequest(db, id)) ?? undefined
    refuse(moveWords, whyNotKeepInvoice(before, party))
    if (before) refuse(requestWords, whyStale(before, version))
    const kept = await files.keep(pdf, 'pdf')
    return inTransaction(async (work) => {
      const request = await lockRequest(work, id)
      refuse(moveWords, whyNotKeepInvoice(request, party))
      if (!request) throw notFound()
      refuse(requestWords, whyStale(request, version))
      const invoiced = keepInvoice(request, party, now)
      await saveRequest(work, request, invoiced, { kind: 'invoice-uploaded', detail: { party } })
      await nameFile(work.db, invoicePath(party, request), kept)
      return invoiced
    })
  },
})

/** The same for another's order and for one that is not there: who may not have it learns nothing. */
const notPermitted = () => new Answer(403, { code: 'not-permitted', ...downloadWords['not-permitted'] })

/** One that hangs or kills whoever looks into it is not a file to be handed on. */
const troubleIn = (drawing: Drawing, pdf: Buffer): Promise<PdfTrouble | null> =>
  drawing.run('look', pdf, 'uploads').catch((error) => {
    if (error instanceof TooBusy) throw error
    return 'unreadable'
  })

/** Null if it is no picture. */
async function pdfOfPicture(drawing: Drawing, bytes: Buffer): Promise<Uint8Array | null> {
  const jpeg = await asJpeg(bytes)
  return jpeg && drawing.run('picture', jpeg, 'uploads')
}
