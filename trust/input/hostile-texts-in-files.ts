import { consent } from '#contract/consent.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { lookIntoPdf } from '#server/documents/pdf-look.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aHospital, aRequest } from '#testing/makers/makers.ts'
import { type Answered, sentFor } from '../access/asking.ts'
import type { House } from '../access/house.ts'
import { kinds } from '../access/who-may.ts'
import { doneBy } from '../access/wishes.ts'

/** A certificate and an invoice with the payload in every text of theirs: it stands there as text and does nothing. */
export async function faultsInFiles(house: House, payload: string): Promise<string[]> {
  const { db } = house.service
  const name = payload.slice(0, 60)
  const form = await aDonorForm(db, {
    ...{ bankId: 'redbank', status: 'complete', name, address: payload, altAddress: payload },
    ...{ lastMeal: name, signatureName: name },
  })
  const certificate = await house.ask(kinds.bank, sentFor(consent.certificate, { id: form.id }))
  const hospital = await aHospital(db, { name: payload.slice(0, 100), address: payload })
  const order = await aRequest(db, {
    ...{ hospitalId: hospital.id, status: 'delivery-completed', bankId: 'redbank', patientName: name },
    ...{ patientId: payload.slice(0, 30), reason: payload, component: 'PRBC' },
  })
  const made = { docID: order.id, type: 'NORMAL', InvoiceType: 'hospital' }
  await doneBy(house, kinds.provider, namedCalls.generateInvoice, made)
  const asked = sentFor(invoiceFiles.download, { id: order.id, party: 'hospital' })
  const invoice = await house.ask(kinds.provider, asked)
  return [
    ...(await faultsInPdf('certificate', certificate, name)),
    ...(await faultsInPdf('invoice', invoice, payload.slice(0, 100))),
  ]
}

/** Lines are broken where there is room, and the fonts have no wide letters: blanks and those count for nothing. */
export const bare = (words: string): string => words.replaceAll(/[^\x21-\x7e]+|-/g, '').toLowerCase()

export async function faultsInPdf(
  what: string,
  { status, bytes }: Answered,
  payload: string,
): Promise<string[]> {
  if (status !== 200) return [`${what}: answered ${status}`]
  const faults: string[] = []
  const found = lookIntoPdf(bytes)
  if (found) faults.push(`${what} of ${payload}: ${found}`)
  // between the streams: what is packed or drawn may look like anything
  const objects = bytes.toString('latin1').replaceAll(/\bstream\r?\n[\s\S]*?\bendstream\b/g, '')
  const acts = objects.match(/\/(?:JS|JavaScript|URI|Launch|OpenAction|AA|Annots|EmbeddedFiles?)\b/g)
  if (acts) faults.push(`${what} of ${payload}: ${acts.join(' ')}`)
  const { text } = await readPdf(bytes)
  if (!bare(text).includes(bare(payload))) faults.push(`${what}: ${payload} is not its text: ${text}`)
  return faults
}
