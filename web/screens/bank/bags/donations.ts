import type { Donation, ShelfBag } from '#contract/bags.ts'
import {
  DonationResult,
  type DonationResults,
  type DonationStand,
  discardDonation,
  type InfectionTest,
  mandatoryTests,
  standOf,
} from '#domain/bags/donation-tests.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'

/** Bags of one donation that wait together. */
export type Waiting = {
  readonly number: string
  readonly bags: readonly ShelfBag[]
  /** As all their labels say; null where they differ. */
  readonly group: ShelfGroup | null
}

/** In the order in which their first bags come. */
export const waitingDonations = (bags: readonly ShelfBag[]): Waiting[] =>
  [...Map.groupBy(bags, ({ number }) => number)].map(([number, own]) => {
    const [first] = own
    const isOne = own.every(({ bloodGroup }) => bloodGroup === first?.bloodGroup)
    return { number, bags: own, group: isOne && first ? first.bloodGroup : null }
  })

/** A list's bags, and before them those that were scanned and are not in it: not loaded yet, or further down. */
export function joined(listed: readonly ShelfBag[], scanned: readonly ShelfBag[]): ShelfBag[] {
  const ids = new Set(listed.map(({ id }) => id))
  return [...scanned.filter(({ id }) => !ids.has(id)), ...listed]
}

/** As the rules read them; a test that is not known here says nothing. */
export const resultsOf = ({ results }: Pick<Donation, 'results'>): DonationResults =>
  results.flatMap(({ test, result }) => {
    const read = DonationResult.safeParse({ test, result })
    return read.success ? [read.data] : []
  })

export const standIn = (donation: Donation | undefined): DonationStand | null =>
  donation ? standOf(resultsOf(donation)) : null

/** All negative, and the group as the label has it. */
export const allNegative = (group: ShelfGroup): DonationResult[] => [
  ...mandatoryTests.map((test) => ({ test, result: 'negative' as const })),
  { test: 'group', result: group },
]

/** What was chosen in one donation's line; what was not stays out of it. */
export type Found = {
  readonly tests: Partial<Record<InfectionTest, 'negative' | 'reactive'>>
  readonly group: ShelfGroup | null
}
export const nothingFound: Found = { tests: {}, group: null }

export const foundResults = ({ tests, group }: Found): DonationResult[] => [
  ...(Object.entries(tests) as [InfectionTest, 'negative' | 'reactive'][]).map(([test, result]) => ({
    test,
    result,
  })),
  ...(group ? [{ test: 'group' as const, result: group }] : []),
]

export const reactiveIn = (results: readonly DonationResult[]): string[] =>
  results.filter(({ result }) => result === 'reactive').map(({ test }) => test)

/** What becomes of the bags of a reactive donation, before it is recorded. */
export function reactiveText(bags: readonly ShelfBag[]): string {
  const { discarded, toCallBack } = discardDonation(bags)
  const many = (count: number) => `${count} ${count === 1 ? 'bag' : 'bags'}`
  const gone =
    toCallBack.length > 0 ? ` ${many(toCallBack.length)} left the house and must be called back.` : ''
  return `${many(discarded.length)} of this donation ${discarded.length === 1 ? 'is' : 'are'} discarded at once.${gone} That is not taken back.`
}
