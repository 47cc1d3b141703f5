import type { PdfTrouble } from '#domain/basics/pdf-content.ts'
import { serveTasks } from '../platform/tasks/thread-tasks.ts'
import { type CertificateData, certificatePdf } from './certificate.ts'
import type { DowntimeData } from './downtime.ts'
import { type InvoiceData, invoicePdf } from './invoice.ts'
import type { LabelData } from './labels.ts'
import { lookIntoPdf } from './pdf-look.ts'
import { type Picture, picturePdf } from './picture-pdf.ts'
import { type RegisterData, registerPdf } from './register.ts'
import type { SlipData } from './slip.ts'

/** What is drawn and looked into beside the main thread. The fonts are read once for all that follow. */
const tasks = {
  certificate: (data: CertificateData): Promise<Uint8Array> => certificatePdf(data),
  invoice: (data: InvoiceData): Promise<Uint8Array> => invoicePdf(data),
  // what draws codes is large: it is read with the first that is asked for
  slip: async (data: SlipData): Promise<Uint8Array> => (await import('./slip.ts')).slipPdf(data),
  labels: async (data: LabelData[]): Promise<Uint8Array> => (await import('./labels.ts')).labelsPdf(data),
  picture: (data: Picture): Promise<Uint8Array> => picturePdf(data),
  register: (data: RegisterData): Promise<Uint8Array> => registerPdf(data),
  downtime: async (data: DowntimeData): Promise<Uint8Array> =>
    (await import('./downtime.ts')).downtimePdf(data),
  look: (pdf: Uint8Array): PdfTrouble | null => lookIntoPdf(pdf),
}

export type DrawingTasks = typeof tasks

serveTasks(tasks)
