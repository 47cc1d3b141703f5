import { z } from 'zod'
import { type Fact, fact, nobody } from './fact.ts'

const OfRequest = z.strictObject({ requestId: z.string() })

/** What an account read: a chain of its own for each account, so that who reads never waits for who changes. */
const read = <Detail extends z.ZodObject>(words: string, detail: Detail): Fact<'reading', Detail> =>
  fact({ subject: 'reading', detail, readers: nobody, live: null, words })

export const readingFacts = {
  'request-opened': read('Opened the request', OfRequest),
  'bench-opened': read('Opened the patient on the bench', OfRequest),
  'pictures-opened': read('Opened pictures of the order', OfRequest),
  'hospital-invoice-downloaded': read('Downloaded the hospital invoice', OfRequest),
  'bloodbank-invoice-downloaded': read('Downloaded the blood bank invoice', OfRequest),
  'slip-downloaded': read(
    'Downloaded an issue slip',
    z.strictObject({ requestId: z.string(), slip: z.string() }),
  ),
  'donor-form-opened': read('Opened the donor form', z.strictObject({ formId: z.string() })),
  'certificate-downloaded': read('Downloaded the donor certificate', z.strictObject({ formId: z.string() })),
  /** As it was filtered: days, kinds, whose, which request. Written until every list left in the same way. */
  'audit-exported': read('Exported the audit', z.strictObject({ filter: z.string() })),
  /** Which, as what, of which filter, and how many: null while that is not known, and then told when it ends. */
  'list-exported': read(
    'Downloaded a list',
    z.strictObject({
      list: z.string(),
      as: z.string(),
      filter: z.string(),
      rows: z.number().int().nullable(),
    }),
  ),
  /** Of one that was longer than its first part. Not whole: it was cut, or whoever took it stopped. */
  'list-export-ended': read(
    'Download of a list ended',
    z.strictObject({ list: z.string(), as: z.string(), rows: z.number().int(), isWhole: z.boolean() }),
  ),
  /** Which, of which days, on the screen or as which file. */
  'register-read': read(
    'Read a register',
    z.strictObject({ register: z.string(), from: z.string(), to: z.string(), as: z.string() }),
  ),
  /** By the numbers of its papers. */
  'downtime-pack-downloaded': read('Downloaded a downtime pack', z.strictObject({ papers: z.string() })),
  'verification-asked': fact({
    subject: 'verification',
    detail: z.strictObject({}),
    readers: nobody,
    live: null,
    words: 'Asked for the trail to be verified',
  }),
}
