import { z } from 'zod'
import { Bag, BagState, Place } from '#domain/bags/bag.ts'
import { DonationResult } from '#domain/bags/donation-tests.ts'
import { IntakeLine } from '#domain/bags/intake.ts'
import { BagAttribute, ShelfComponent, ShelfGroup } from '#domain/bags/kinds.ts'
import { ComponentLife, Treatment } from '#domain/bags/lives.ts'
import { DiscardReason } from '#domain/bags/moving.ts'
import { BagNumber } from '#domain/bags/reading.ts'
import { line } from '#domain/basics/text.ts'
import { formStatuses } from '#domain/donors/consenting.ts'
import { isBank, isBankAdmin } from '#domain/people/actor.ts'
import { nothing, oneOrMore, page, pageOf, RefusalAnswer } from './answers.ts'
import { route } from './route.ts'

const BagId = z.uuid()
const Version = z.number().int().min(1).max(2_147_483_647)

/** A bag on its bank's screen. */
export const ShelfBag = Bag.extend({
  takenAt: z.coerce.date(),
  takenBy: z.string(),
  /** For whom it is held; null while nobody has it. Never a patient. */
  hold: z.object({ requestId: z.string(), until: z.coerce.date(), heldBy: z.string() }).nullable(),
})
export type ShelfBag = z.infer<typeof ShelfBag>

const Ending = z.object({
  day: z.number().int(),
  'three-days': z.number().int(),
  week: z.number().int(),
  later: z.number().int(),
})

/** One component and group of the shelf. */
const Cell = z.object({
  component: ShelfComponent,
  bloodGroup: ShelfGroup,
  free: z.number().int(),
  held: z.number().int(),
  quarantine: z.number().int(),
  ending: Ending,
  /** Left the shelf with a slip in the last 28 days. */
  issued: z.number().int(),
  minimum: z.number().int().nullable(),
})

export const BankSettings = z.object({
  keepsBags: z.boolean(),
  secondChecker: z.boolean(),
  sampleHours: z.number().int().min(1).max(168),
  spareHours: z.number().int().min(0).max(72),
  version: z.number().int(),
})
export type BankSettings = z.infer<typeof BankSettings>

const Minimum = z.strictObject({
  component: ShelfComponent,
  bloodGroup: ShelfGroup,
  /** Null: no minimum any more. */
  units: z.number().int().min(0).max(100_000).nullable(),
})

/** What became of one line: the bag, or why it was not taken in. */
export const LineOutcome = z.object({ bag: ShelfBag.nullable(), refusal: RefusalAnswer.nullable() })
export type LineOutcome = z.infer<typeof LineOutcome>

/** What was found of a donation, and which of its bags are here. */
export const Donation = z.object({
  number: BagNumber,
  results: z.array(
    z.object({
      test: z.string(),
      result: z.string(),
      testedAt: z.coerce.date(),
      testedBy: z.string(),
    }),
  ),
  bags: z.array(ShelfBag),
})
export type Donation = z.infer<typeof Donation>

/** One step of a bag's life, as the trail has it. */
const BagStep = z.object({ at: z.coerce.date(), words: z.string(), by: z.string(), detail: z.string() })

const Seen = z.strictObject({ id: BagId, version: Version })

/** A bank's bags: what comes in, waits, lies on the shelf and leaves it (ruling AMB-219). */
export const bags = {
  shelf: route({
    method: 'GET',
    path: '/api/bags/shelf',
    summary:
      "Your bank's shelf by component and group: free, held, in quarantine, ending soon; and how it works",
    who: isBank,
    key: 'bags:write',
    input: nothing,
    output: z.object({ cells: z.array(Cell), settings: BankSettings }),
    restMs: 2_000,
  }),
  list: route({
    method: 'GET',
    path: '/api/bags',
    summary:
      "Your bank's bags, the soonest end first, 50 at a time; without a state those that lie on the shelf",
    who: isBank,
    key: 'bags:write',
    input: z.strictObject({
      state: oneOrMore(BagState),
      component: oneOrMore(ShelfComponent),
      bloodGroup: oneOrMore(ShelfGroup),
      /** Ending within so many hours. */
      within: z.coerce.number().int().min(1).max(8_760).optional(),
      ...page,
    }),
    output: pageOf(ShelfBag),
  }),
  find: route({
    method: 'GET',
    path: '/api/bags/number/:number',
    summary: 'The donation of a number: its results and its bags at your bank',
    who: isBank,
    key: 'bags:write',
    input: z.strictObject({ number: BagNumber }),
    output: Donation,
  }),
  history: route({
    method: 'GET',
    path: '/api/bags/:id/history',
    summary: 'The life of one of your bags, the oldest step first',
    who: isBank,
    key: 'bags:write',
    input: z.strictObject({ id: BagId }),
    output: z.object({
      bag: ShelfBag,
      steps: z.array(BagStep),
      /** How the donor form stands that it came in by; null where none is named. */
      form: z.object({ status: z.enum(formStatuses), erasedAt: z.coerce.date().nullable() }).nullable(),
      /** It was issued, and is with your bank: it did not leave, or was brought back. Yours to discard. */
      isBack: z.boolean().default(false),
    }),
  }),
  rules: route({
    method: 'GET',
    path: '/api/bags/rules',
    summary: 'Shelf lives by component, and which component your bank means by which product code',
    who: isBank,
    key: 'bags:write',
    input: nothing,
    output: z.object({
      lives: z.array(ComponentLife),
      products: z.record(z.string(), ShelfComponent),
      banks: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  takeIn: route({
    method: 'POST',
    path: '/api/bags',
    summary: 'Take in 1 to 100 bags, into quarantine; each line is answered for itself',
    who: isBank,
    key: 'bags:write',
    input: z.strictObject({ lines: z.array(IntakeLine).min(1).max(100) }),
    output: z.object({ outcomes: z.array(LineOutcome) }),
    repeatable: true,
  }),
  nameProduct: route({
    method: 'PUT',
    path: '/api/bags/products/:code',
    summary: 'Say which component your bank means by a product code',
    who: isBank,
    input: z.strictObject({ code: z.string().regex(/^[0-9A-Z]{5,8}$/), component: ShelfComponent }),
    output: z.object({ products: z.record(z.string(), ShelfComponent) }),
    repeatable: true,
  }),
  recordTests: route({
    method: 'POST',
    path: '/api/bags/tests',
    summary:
      'Record results of 1 to 100 donations; those that are clear leave quarantine, all bags of a reactive one are discarded',
    who: isBank,
    key: 'bags:write',
    input: z.strictObject({
      donations: z
        .array(z.strictObject({ number: BagNumber, results: z.array(DonationResult).min(1).max(7) }))
        .min(1)
        .max(100),
    }),
    output: z.object({
      outcomes: z.array(
        z.object({
          number: BagNumber,
          released: z.array(ShelfBag),
          discarded: z.array(ShelfBag),
          /** Out of the house already: to be called back. */
          toCallBack: z.array(ShelfBag),
          refusal: RefusalAnswer.nullable(),
        }),
      ),
    }),
    repeatable: true,
  }),
  discard: route({
    method: 'PUT',
    path: '/api/bags/:id/discarded',
    summary: 'Discard a bag, with the reason',
    who: isBank,
    key: 'bags:write',
    input: Seen.extend({ reason: DiscardReason, note: line(200).default('') }),
    output: ShelfBag,
    repeatable: true,
  }),
  transfer: route({
    method: 'PUT',
    path: '/api/bags/:id/transferred',
    summary: 'Give a bag to another blood bank, where it waits in quarantine',
    who: isBank,
    input: Seen.extend({ bankId: z.string().max(60) }),
    output: ShelfBag,
    repeatable: true,
  }),
  treat: route({
    method: 'PUT',
    path: '/api/bags/:id/treated',
    summary: 'Say that a bag was irradiated, washed, thawed or opened: its end comes sooner',
    who: isBank,
    input: Seen.extend({ treatment: Treatment }),
    output: ShelfBag,
    repeatable: true,
  }),
  change: route({
    method: 'PUT',
    path: '/api/bags/:id/attributes',
    summary: 'Say where a bag lies and what is known of it',
    who: isBank,
    input: Seen.extend({ place: Place, attributes: z.array(BagAttribute).max(5) }),
    output: ShelfBag,
    repeatable: true,
  }),
  mendForm: route({
    method: 'PUT',
    path: '/api/bags/:id/donor-form',
    summary: 'Name another donor form for a bag and all others of its donation, or none',
    who: isBank,
    input: Seen.extend({ donorFormId: line(20).nullable() }),
    output: ShelfBag,
    repeatable: true,
  }),
  set: route({
    method: 'PUT',
    path: '/api/bags/settings',
    summary: 'Set how your bank works: bags or counts, a second person, hours of samples and spare hours',
    who: isBankAdmin,
    input: z.strictObject(BankSettings.shape),
    output: BankSettings,
    repeatable: true,
  }),
  setMinimum: route({
    method: 'PUT',
    path: '/api/bags/minimums',
    summary: 'Set the least that should lie free of one component and group',
    who: isBankAdmin,
    input: Minimum,
    output: z.object({ units: z.number().int().nullable() }),
    repeatable: true,
  }),
}

/** Drawn beside the thread that answers, and so served apart from the others. */
export const bagLabels = {
  labels: route({
    method: 'GET',
    path: '/api/bags/labels',
    summary: 'Labels of 1 to 100 of your bags as a PDF, each with its barcode',
    who: isBank,
    input: z.strictObject({ id: z.union([BagId, z.array(BagId).min(1).max(100)]) }),
    output: z.unknown(),
    givesFile: true,
  }),
}
