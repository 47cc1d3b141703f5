import { z } from 'zod'
import { FileName, largestFile } from '#domain/basics/uploading.ts'
import { invoiceParties } from '#domain/billing/invoicing.ts'
import { isProvider, mayHaveInvoices } from '#domain/people/actor.ts'
import { BloodRequest, RequestId } from '#domain/requests/request.ts'
import { Seen } from './requests.ts'
import { route } from './route.ts'

export const invoiceFiles = {
  download: route({
    method: 'GET',
    path: '/api/requests/:id/invoices/:party',
    summary: 'The invoice of an order as a PDF: both for the provider, for a hospital and a bank its own',
    who: mayHaveInvoices,
    key: 'reports:read',
    input: z.strictObject({ id: RequestId, party: z.enum(invoiceParties) }),
    output: z.unknown(),
    givesFile: true,
  }),
  upload: route({
    method: 'PUT',
    path: '/api/requests/:id/invoices/:party',
    summary:
      'Keep an invoice that was made elsewhere: a PDF, or a JPEG or PNG that becomes one; at most 10 MB',
    who: isProvider,
    input: Seen.extend({ party: z.enum(invoiceParties), fileName: FileName }),
    output: BloodRequest,
    takesFile: { maxBytes: largestFile },
  }),
}
