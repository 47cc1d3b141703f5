import { z } from 'zod'
import { FileName, largestFile } from '#domain/basics/uploading.ts'
import { invoiceParties } from '#domain/billing/invoicing.ts'
import { isProvider } from '#domain/people/actor.ts'
import { BloodRequest } from '#domain/requests/request.ts'
import { Seen } from './requests.ts'
import { route } from './route.ts'

export const invoiceFiles = {
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
