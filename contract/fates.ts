import { z } from 'zod'
import { BagState } from '#domain/bags/bag.ts'
import { ShelfComponent, ShelfGroup } from '#domain/bags/kinds.ts'
import { DiscardReason } from '#domain/bags/moving.ts'
import { Moment } from '#domain/basics/day.ts'
import { line } from '#domain/basics/text.ts'
import { Fate, Found } from '#domain/fates/fate.ts'
import { AsideReason } from '#domain/matching/setting-aside.ts'
import { isHospital } from '#domain/people/actor.ts'
import { RequestId } from '#domain/requests/request.ts'
import { pageOf } from './answers.ts'
import { route } from './route.ts'

/** A bag of a slip, with what the hospital said of it so far. */
const NoteBag = z.object({
  id: z.string(),
  number: z.string(),
  component: ShelfComponent,
  division: z.string(),
  bloodGroup: ShelfGroup,
  expiresAt: z.coerce.date(),
  state: BagState,
  found: Found.nullable(),
  receivedAt: z.coerce.date().nullable(),
  receivedBy: z.string().nullable(),
  fate: Fate.nullable(),
  fateAt: z.coerce.date().nullable(),
  toldBy: z.string().nullable(),
  /** Why it does not go to the patient any more. */
  setAside: AsideReason.nullable().default(null),
  setAsideAt: z.coerce.date().nullable().default(null),
})

/** What a slip says, for programs. Nothing of the patient: the request tells who it is. */
export const IssueNote = z.object({
  slip: z.string(),
  requestId: z.string(),
  /** Which delivery of the request. */
  seq: z.number().int(),
  bankId: z.string(),
  bankName: z.string(),
  issuedAt: z.coerce.date(),
  /** Later than it was issued where the bank entered it from a paper. `since` goes by it. */
  knownAt: z.coerce.date(),
  isEmergency: z.boolean(),
  bags: z.array(NoteBag),
})
export type IssueNote = z.infer<typeof IssueNote>
export type NoteBag = IssueNote['bags'][number]

const note = line(200).default('')
/** Left out: now. */
const at = Moment.optional()

/** What hospitals and their systems say of the bags they got (ruling AMB-345). */
export const fates = {
  notes: route({
    method: 'GET',
    path: '/api/fates/notes',
    summary:
      'The issue notes of your hospital or of one request, in the order they became known, 50 at a time, with what was said of each bag',
    who: isHospital,
    key: 'fate:write',
    input: z.strictObject({
      since: z.coerce.date().optional(),
      after: z.string().max(100).optional(),
      requestId: RequestId.optional(),
    }),
    output: pageOf(IssueNote),
    also: ['requests', 'bags'],
  }),
  receive: route({
    method: 'PUT',
    path: '/api/fates/receipts/:slip',
    summary: 'Say how the bags of a slip came; one that is not named is still to come',
    who: isHospital,
    key: 'fate:write',
    input: z.strictObject({
      slip: z.string().min(1).max(80),
      receivedAt: at,
      bags: z
        .array(z.strictObject({ bagId: z.uuid(), found: Found, note }))
        .min(1)
        .max(10),
    }),
    output: IssueNote,
    repeatable: true,
  }),
  tell: route({
    method: 'PUT',
    path: '/api/fates/bags/:bagId',
    summary: 'Say what became of a bag: transfused, sent back, discarded or missing',
    who: isHospital,
    key: 'fate:write',
    input: z.strictObject({
      bagId: z.uuid(),
      fate: Fate,
      at,
      reason: DiscardReason.nullable().default(null),
      note,
      /** As scanned from the wristband: another patient's is refused. */
      patientId: line(60).nullable().default(null),
    }),
    output: IssueNote,
    repeatable: true,
  }),
}
