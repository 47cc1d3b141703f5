import { serveTasks } from '../platform/thread-tasks.ts'
import { type CertificateData, certificatePdf } from './certificate.ts'
import { type InvoiceData, invoicePdf } from './invoice.ts'

/** What is drawn beside the main thread. The fonts are read once for all that follow. */
const tasks = {
  certificate: (data: CertificateData): Promise<Uint8Array> => certificatePdf(data),
  invoice: (data: InvoiceData): Promise<Uint8Array> => invoicePdf(data),
}

export type DrawingTasks = typeof tasks

serveTasks(tasks)
