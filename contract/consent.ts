import { z } from 'zod'
import { ConsentDraft, ConsentForm, DonationId } from '#domain/donors/consenting.ts'
import { largestSignature } from '#domain/donors/signing.ts'
import { isBank } from '#domain/people/actor.ts'
import { page, pageOf } from './answers.ts'
import { route } from './route.ts'

/** A form as the list shows it: nothing of the answers but how many speak against the donor. */
export const ListedForm = ConsentForm.pick({
  id: true,
  status: true,
  language: true,
  submittedAt: true,
  name: true,
  phone: true,
  age: true,
  gender: true,
  bloodGroup: true,
}).extend({ flags: z.number().int() })
export type ListedForm = z.infer<typeof ListedForm>

/** With a mark of its content: a change is made to what was seen, or not at all. */
const Seen = z.string().regex(/^[0-9a-f]{16}$/)
export const SeenForm = ConsentForm.extend({ seen: Seen })
export type SeenForm = z.infer<typeof SeenForm>

const one = { id: DonationId }
const change = z.strictObject({
  ...one,
  seen: Seen,
  draft: ConsentDraft,
  /** Bags that came in by it, and may then no longer be used, were seen; without it they are named first. */
  haveSeenBags: z.boolean().default(false),
})

/** The donor forms at their blood bank. Each bank has its own alone; another's is not there. */
export const consent = {
  list: route({
    method: 'GET',
    path: '/api/donor-forms',
    summary: 'The donor forms of your bank, newest first, twenty at a time',
    who: isBank,
    input: z.strictObject(page),
    output: pageOf(ListedForm),
  }),
  waiting: route({
    method: 'GET',
    path: '/api/donor-forms/waiting',
    summary: 'How many donors of the last 24 hours your bank has not decided on',
    who: isBank,
    input: z.strictObject({}),
    output: z.object({ count: z.number().int() }),
    restMs: 1_000,
  }),
  find: route({
    // a telephone number in an address would stay in histories and logs
    method: 'POST',
    path: '/api/donor-forms/found',
    summary: 'The donor forms of your bank with this donation ID, or with this telephone number',
    who: isBank,
    input: z.strictObject({
      ...page,
      id: z.string().max(8).optional(),
      phone: z.string().max(10).optional(),
    }),
    output: pageOf(ListedForm),
  }),
  show: route({
    method: 'GET',
    path: '/api/donor-forms/:id',
    summary: 'A donor form of your bank, with what the bank found',
    who: isBank,
    input: z.strictObject(one),
    output: SeenForm,
  }),
  save: route({
    method: 'PUT',
    path: '/api/donor-forms/:id',
    summary: 'Keep what was written on an incomplete form; it stays incomplete',
    who: isBank,
    input: change,
    output: SeenForm,
  }),
  sign: route({
    method: 'PUT',
    path: '/api/donor-forms/:id/signature',
    summary: 'Keep the drawn signature of an incomplete form: a PNG of 500 x 200; replaces the one before',
    who: isBank,
    input: z.strictObject({ ...one, seen: Seen }),
    output: SeenForm,
    takesFile: { maxBytes: largestSignature },
  }),
  signature: route({
    method: 'GET',
    path: '/api/donor-forms/:id/signature',
    summary: 'The drawn signature of a donor form of your bank',
    who: isBank,
    /** The mark makes another address of it, so that a browser asks again when it was replaced. */
    input: z.strictObject({ ...one, seen: Seen.optional() }),
    output: z.unknown(),
    givesFile: true,
  }),
  complete: route({
    method: 'PUT',
    path: '/api/donor-forms/:id/completion',
    summary: 'Submit a donor form with its signature: it is then complete and cannot change',
    who: isBank,
    input: change,
    output: SeenForm,
  }),
  reject: route({
    method: 'PUT',
    path: '/api/donor-forms/:id/rejection',
    summary: 'Reject a donor form: after that it cannot change',
    who: isBank,
    input: change,
    output: SeenForm,
  }),
  certificate: route({
    method: 'GET',
    path: '/api/donor-forms/:id/certificate',
    summary: 'The certificate of a complete form as a PDF, in the language of the form',
    who: isBank,
    input: z.strictObject(one),
    output: z.unknown(),
    givesFile: true,
  }),
}
