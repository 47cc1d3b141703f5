import { createHash } from 'node:crypto'
import { no } from '#domain/basics/refusal.ts'
import { certificatePath, consentWords } from '#domain/donors/consenting.ts'
import { nameFile, type StoredFiles, unnameFiles } from '../db/stored-files.ts'
import type { CertificateData } from '../documents/certificate.ts'
import { certificateDesign } from '../documents/certificate-design.ts'
import type { Drawing } from '../documents/drawing.ts'
import type { Call } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { consentWriter, type KeptForm } from './consent-store.ts'

type Bank = CertificateData['bank']

/** Drawn once and kept: a complete form cannot change. What it was drawn from stands in it as a mark. */
export function certificatesOn(parts: {
  files: StoredFiles
  drawing: Drawing
  warn: (line: object, text: string) => void
}) {
  const { files, drawing, warn } = parts
  return async (form: KeptForm, bank: Bank, inTransaction: Call['inTransaction']): Promise<Uint8Array> => {
    const path = certificatePath(form)
    const mark = markOf(form, bank)
    // a store that is away keeps nobody from a certificate, unless a drawn signature that lies there is in it
    const before = await files.get(path).catch(() => null)
    if (before?.includes(mark)) return before
    const signature = form.signaturePath && (await files.get(form.signaturePath))
    if (form.signaturePath && !signature) refuse(consentWords, no('signature-lost'))
    const data = { form, bank, drawn: signature || null, mark }
    const bytes = await drawing.run('certificate', data, form.bankId)
    // waited for, so that a stop does not cut it off; the next one is drawn anew if it fails
    const isThere = await keep(form, path, bytes, inTransaction).catch((error) => {
      warn({ err: error, form: form.id }, 'a certificate was not kept')
      return true
    })
    if (!isThere) throw notFound()
    return bytes
  }

  /** False if the form was erased while its certificate was drawn. */
  async function keep(
    { id, bankId }: KeptForm,
    path: string,
    bytes: Uint8Array,
    inTransaction: Call['inTransaction'],
  ): Promise<boolean> {
    const kept = await files.keep(bytes, 'pdf')
    return inTransaction(async (work) => {
      if (!(await consentWriter(work, bankId).holds(id))) return false
      await unnameFiles(work.db, path)
      await nameFile(work.db, path, kept)
      return true
    })
  }
}

/** Another with anything that it shows, and with another drawing. */
const markOf = ({ seen }: KeptForm, bank: Bank): string =>
  createHash('sha256')
    .update(JSON.stringify([certificateDesign, seen, bank]))
    .digest('hex')
