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
    summary:
      'The name, address and phone of the blood bank that a donor form is for; null if there is no such bank. And the challenge that would be asked of a form just now, if any',
    who: 'anyone',
    input: z.strictObject({ id: BankId }),
    output: z.object({
      name: z.string().nullable(),
      /** Where to go, and whom to call. */
      address: z.string(),
      phone: z.string().nullable(),
      challenge: z.string().nullable(),
    }),
    limit: { max: 600, seconds: 600 },
  }),
  submit: route({
    method: 'POST',
    path: '/api/donor-forms',
    summary:
      'Send a donor form to a blood bank; answers with the donation ID alone. While many come in, a form without work is answered 428',
    who: 'anyone',
    input: DonorDraft.extend({ bankId: BankId }),
    output: z.object({ id: z.string() }),
    // twice as many as the forms that one address may send: each may be asked for its work first
    limit: { max: 1_200, seconds: 3_600 },
    repeatable: true,
    work: {
      header: 'Donor-Work',
      how: 'The challenge, a space, and a whole number N for which the SHA-256 of the last part of the challenge, a dot and N begins with as many zero bits as the first part says. A challenge is good for one form, one bank and 30 minutes',
    },
  }),
}
