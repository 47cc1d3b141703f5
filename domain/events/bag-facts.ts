import { z } from 'zod'
import { DonationResult } from '../bags/donation-tests.ts'
import { BagAttribute, ShelfComponent, ShelfGroup } from '../bags/kinds.ts'
import { Treatment } from '../bags/lives.ts'
import { DiscardReason } from '../bags/moving.ts'
import { ReleaseReason } from '../matching/holding.ts'
import { type Fact, fact, nobody, noDetail, onPaper } from './fact.ts'

/** What names a bag. Whose it becomes is told by the order alone, and never by a patient. */
const named = {
  number: z.string(),
  component: ShelfComponent,
  division: z.string(),
  bloodGroup: ShelfGroup,
}
const Named = z.strictObject(named)
const OfOrder = z.strictObject({ ...named, requestId: z.string() })

const kept = <const Subject extends string, Detail extends z.ZodObject>(
  subject: Subject,
  words: string,
  detail: Detail,
): Fact<Subject, Detail> => fact({ subject, detail, readers: nobody, live: 'bags', words })

const ofBag = <Detail extends z.ZodObject>(words: string, detail: Detail): Fact<'bag', Detail> =>
  kept('bag', words, detail)

const Settings = z.strictObject({
  keepsBags: z.boolean(),
  secondChecker: z.boolean(),
  sampleHours: z.number(),
  spareHours: z.number(),
})
const Units = z.number().nullable()

/** The life of a bag, and how its bank works: the bank's own, and told to nobody else. */
export const bagFacts = {
  'bag-taken-in': ofBag(
    'Taken in',
    z.strictObject({
      ...{ ...named, expiresAt: z.iso.datetime() },
      ...{ volumeMl: z.number().optional(), segment: z.string().optional() },
    }),
  ),
  'bag-released': ofBag('Released from quarantine', Named),
  'bag-put-back': ofBag(
    'Back in quarantine, by its donor form',
    z.strictObject({ ...named, requestId: z.string().nullable() }),
  ),
  /** Never which form: beside what is found in the donation it would name the donor. */
  'bag-form-changed': ofBag(
    'Donor form changed',
    z.strictObject({ ...named, form: z.enum(['given', 'another', 'cleared']) }),
  ),
  'bag-held': ofBag(
    'Held',
    z.strictObject({ ...OfOrder.shape, until: z.iso.datetime(), isEmergency: z.boolean() }),
  ),
  'bag-let-go': ofBag('Let go', z.strictObject({ ...OfOrder.shape, reason: ReleaseReason })),
  'bag-issued': ofBag('Issued', z.strictObject({ ...OfOrder.shape, slip: z.string(), ...onPaper })),
  'bag-received': ofBag('Received', OfOrder),
  'bag-transfused': ofBag('Transfused', OfOrder),
  'bag-returned': ofBag('Came back', OfOrder),
  'bag-lost': ofBag('Missing', OfOrder),
  'bag-discarded': ofBag(
    'Discarded',
    z.strictObject({ ...named, reason: DiscardReason, note: z.string(), requestId: z.string().nullable() }),
  ),
  'bag-expired': ofBag('Expired', z.strictObject({ ...named, requestId: z.string().nullable() })),
  'bag-transferred': ofBag(
    'Given to another blood bank',
    z.strictObject({ ...named, bank: z.string(), requestId: z.string().nullable() }),
  ),
  'bag-arrived': ofBag('Came from another blood bank', z.strictObject({ ...named, bank: z.string() })),
  'bag-treated': ofBag(
    'Treated',
    z.strictObject({ ...named, treatment: Treatment, expiresAt: z.iso.datetime() }),
  ),
  'bag-changed': ofBag(
    'Changed',
    z.strictObject({ ...named, place: z.string(), attributes: z.array(BagAttribute) }),
  ),

  'donation-tested': kept(
    'donation',
    'Results recorded',
    z.strictObject({ number: z.string(), results: z.array(DonationResult) }),
  ),
  'donation-results-came': kept(
    'donation',
    'Results came from another blood bank',
    z.strictObject({ number: z.string(), bank: z.string(), results: z.array(DonationResult) }),
  ),

  /** By the operator. Of the key no more than its name. */
  'slip-key-retired': kept('slip-key', 'Key of slips retired', noDetail),
  'slip-key-compromised': kept('slip-key', 'Key of slips no longer trusted', noDetail),

  'bank-works-set': kept('bank-work', 'Way of working set', Settings),
  'product-named': kept(
    'bank-work',
    'Product code named',
    z.strictObject({ code: z.string(), component: ShelfComponent }),
  ),
  'minimum-set': kept(
    'bank-work',
    'Minimum set',
    z.strictObject({ component: ShelfComponent, bloodGroup: ShelfGroup, from: Units, to: Units }),
  ),
}
