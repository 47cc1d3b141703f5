/** What was found in the blood of one donation. All its bags wait for it, and go with it. */
import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { type Bag, type BagState, bagKey, isExpired } from './bag.ts'
import { type FormStand, formWords, whyNotByForm } from './forms.ts'
import { type ShelfGroup, ShelfGroup as ShelfGroupShape, shelfGroupName } from './kinds.ts'
import { discardBag, movingWords, whyNotMoveBag } from './moving.ts'

/** Without these nothing leaves quarantine. */
export const mandatoryTests = ['HIV', 'HBsAg', 'HCV', 'syphilis', 'malaria'] as const
const infectionTests = [...mandatoryTests, 'NAT'] as const
export type InfectionTest = (typeof infectionTests)[number]

export const DonationResult = z.discriminatedUnion('test', [
  z.strictObject({ test: z.enum(infectionTests), result: z.enum(['negative', 'reactive']) }),
  z.strictObject({ test: z.literal('group'), result: ShelfGroupShape }),
])
export type DonationResult = z.infer<typeof DonationResult>

/** The oldest first. */
export type DonationResults = readonly DonationResult[]

export type DonationStand =
  | { readonly kind: 'reactive'; readonly tests: readonly InfectionTest[] }
  | { readonly kind: 'waiting'; readonly missing: readonly DonationResult['test'][] }
  | { readonly kind: 'clear'; readonly group: ShelfGroup }

/** Reactive once is reactive: a second, negative result does not take the first one back. */
export function standOf(results: DonationResults): DonationStand {
  const reactive = infectionTests.filter((test) =>
    results.some((one) => one.test === test && one.result === 'reactive'),
  )
  if (reactive.length > 0) return { kind: 'reactive', tests: reactive }
  const group = groupIn(results)
  const tested = new Set(results.map(({ test }) => test))
  const missing = mandatoryTests.filter((test) => !tested.has(test))
  if (group === null) return { kind: 'waiting', missing: [...missing, 'group'] }
  return missing.length > 0 ? { kind: 'waiting', missing } : { kind: 'clear', group }
}

/** The one recorded last. */
const groupIn = (results: DonationResults): ShelfGroup | null =>
  results.findLast((one) => one.test === 'group')?.result ?? null

export const testWords = {
  ...movingWords,
  ...formWords,
  'tests-missing': { title: 'Tests Missing', text: 'Still to be recorded for this donation: {missing}.' },
  'donation-reactive': {
    title: 'Reactive Donation',
    text: 'This donation is reactive ({tests}). None of its bags may be used.',
  },
  'group-differs': {
    title: 'Group Differs',
    text: 'The label says {label}, the test of this donation {found}. Nothing is released until they agree.',
  },
  'reactive-stays': {
    title: 'Reactive Already',
    text: 'This donation was found reactive. A later result does not take that back.',
  },
  'donation-twice': { title: 'Twice', text: 'This donation is in the list already.' },
  'group-released': {
    title: 'Group Recorded',
    text: 'Bags of this donation have left quarantine as {group}. Please discard them before another group is recorded.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type TestRefusal = Refusal<keyof typeof testWords>

const gone: readonly BagState[] = ['quarantine', 'discarded', 'expired']

/** `bags`: those of the donation at this bank. */
export function whyNotRecordResult(
  result: DonationResult,
  results: DonationResults,
  bags: readonly Pick<Bag, 'state'>[],
): TestRefusal | null {
  if (standOf(results).kind === 'reactive' && result.result !== 'reactive')
    return no('reactive-stays', 'result')
  const before = groupIn(results)
  const isOtherGroup = result.test === 'group' && before !== null && before !== result.result
  if (!isOtherGroup || bags.every(({ state }) => gone.includes(state))) return null
  return no('group-released', 'result', { group: shelfGroupName(before) })
}

/** In this order: where it is, whether it lives, what was found, what is missing, whether the label is right, its donor. */
export function whyNotRelease(
  bag: Pick<Bag, 'state' | 'expiresAt' | 'bloodGroup'>,
  results: DonationResults,
  now: Date,
  form: FormStand | null = null,
): TestRefusal | null {
  return whyNotMoveBag(bag, 'release', 'bank', now) ?? whyNotUse(bag, results) ?? whyNotByForm(bag, form)
}

/** Asked again before it is issued: a result may come after the release. */
export function whyNotUse(bag: Pick<Bag, 'bloodGroup'>, results: DonationResults): TestRefusal | null {
  const stand = standOf(results)
  if (stand.kind === 'reactive') return no('donation-reactive', undefined, { tests: stand.tests.join(', ') })
  if (stand.kind === 'waiting') return no('tests-missing', undefined, { missing: stand.missing.join(', ') })
  if (stand.group === bag.bloodGroup) return null
  return no('group-differs', undefined, {
    label: shelfGroupName(bag.bloodGroup),
    found: shelfGroupName(stand.group),
  })
}

export const isUsable = (bag: Bag, results: DonationResults, now: Date): boolean =>
  !isExpired(bag, now) && whyNotUse(bag, results) === null

export const isOfDonation = (
  bag: Pick<Bag, 'bankId' | 'number'>,
  donation: Pick<Bag, 'bankId' | 'number'>,
): boolean => bag.bankId === donation.bankId && bag.number === donation.number

/**
 * Bags of the same donation at other banks, whoever of them found something: those it was given to, who gave it, and
 * whom they gave to (ruling AMB-364). A number of the standard is one donation wherever it lies; one of a bank's own may
 * be another's too, and is followed along its transfers. Who never had a bag of it reaches nobody: it may be a slip.
 */
export function sameElsewhere(bankId: string, numbered: readonly Bag[]): Bag[] {
  const own = numbered.filter((bag) => bag.bankId === bankId)
  const isTheWorlds = own.some(({ numberKind }) => numberKind === 'isbt')
  const origins = new Set(own.flatMap((bag) => originsOf(bag, numbered)))
  return numbered.filter(
    (bag) =>
      bag.bankId !== bankId &&
      ((isTheWorlds && bag.numberKind === 'isbt') ||
        originsOf(bag, numbered).some((origin) => origins.has(origin))),
  )
}

/** The bank that took it in from outside, back along its transfers; a bag may come and go between the same two. */
function originsOf(bag: Bag, numbered: readonly Bag[]): string[] {
  const walked = [bag]
  for (const { fromBankId } of walked)
    for (const one of numbered)
      if (
        one.bankId === fromBankId &&
        one.state === 'transferred' &&
        bagKey(one) === bagKey(bag) &&
        !walked.includes(one)
      )
        walked.push(one)
  return walked.flatMap((one) => (one.fromBankId === null ? one.bankId : []))
}

/** Every component in one act. What is out of the house already cannot be thrown away from here: it is called back. */
export function discardDonation(bags: readonly Bag[]): { discarded: Bag[]; toCallBack: Bag[] } {
  return {
    discarded: bags.filter(({ state }) => here.includes(state)).map(discardBag),
    toCallBack: bags.filter(({ state }) => out.includes(state)),
  }
}

const here: readonly BagState[] = ['quarantine', 'available', 'held', 'returned']
const out: readonly BagState[] = ['issued', 'received', 'transfused', 'transferred', 'missing']
