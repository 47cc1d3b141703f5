import { z } from 'zod'
import { line } from '#domain/basics/text.ts'
import { DonorDraft } from '#domain/donors/donor-form.ts'
import { route } from './route.ts'

/** As links carry it; what cannot be a bank's is no bank's (ruling AMB-129). */
const BankId = line(200).catch('').default('')

/** What a donor may call; what the staff of a bank call stands in consent.ts. */
export const donors = {
  bank: route({
    method: 'GET',
    path: '/api/donor-banks/:id',
    summary: 'The name of the blood bank that a donor form is for; null if there is no such bank',
    who: 'anyone',
    input: z.strictObject({ id: BankId }),
    output: z.object({ name: z.string().nullable() }),
    limit: { max: 600, seconds: 600 },
  }),
  submit: route({
    method: 'POST',
    path: '/api/donor-forms',
    summary: 'Send a donor form to a blood bank; answers with the donation ID alone',
    who: 'anyone',
    input: DonorDraft.extend({ bankId: BankId }),
    output: z.object({ id: z.string() }),
    // a college hall full of donors shares one address
    limit: { max: 120, seconds: 3_600 },
    repeatable: true,
  }),
}
