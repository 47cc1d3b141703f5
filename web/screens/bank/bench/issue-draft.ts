import type { BenchOrderView } from '#contract/matching.ts'
import { type DonationResults, mandatoryTests } from '#domain/bags/donation-tests.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { say } from '#domain/basics/refusal.ts'
import { nextToPack } from '#domain/matching/bench-order.ts'
import {
  type Emergency,
  type IssuedBag,
  type IssueRefusal,
  issueWords,
  reasonsNotToIssue,
} from '#domain/matching/issuing.ts'
import { nodsAmong } from '#domain/matching/substituting.ts'
import { asOrder, heldUpElsewhere, ownTube } from './bench-words.ts'

/** What was scanned out, in the order of the scans. */
export type ScannedOut = { readonly bagId: string; readonly isInspected: boolean }

export type IssueDraft = {
  readonly scanned: readonly ScannedOut[]
  readonly checker: string | null
  readonly password: string
}

/** Those that are still held: one that was let go meanwhile does not leave. */
export const stillHeld = (order: BenchOrderView, scanned: readonly ScannedOut[]): ScannedOut[] =>
  scanned.filter(({ bagId }) => order.holds.some(({ bag }) => bag.id === bagId))

/** A bag in a hold has been through its tests, and nothing spoke against its donor; the server asks again. */
const clearOf = (group: ShelfGroup): DonationResults => [
  ...mandatoryTests.map((test) => ({ test, result: 'negative' as const })),
  { test: 'group', result: group },
]

/** What stands against the issue as it is, by the rule that the server asks too. */
export function leftToDo(
  order: BenchOrderView,
  bankId: string,
  { scanned, checker, password }: IssueDraft,
  emergency: Emergency | null,
  now: Date,
): string[] {
  const elsewhere = heldUpElsewhere(order, now)
  const bags = stillHeld(order, scanned).flatMap(({ bagId, isInspected }): IssuedBag[] => {
    const hold = order.holds.find(({ bag }) => bag.id === bagId)
    return hold
      ? [
          {
            ...{ bag: hold.bag, heldFor: order.id, form: null, isInspected },
            results: clearOf(hold.bag.bloodGroup),
          },
        ]
      : []
  })
  const reasons = reasonsNotToIssue(
    asOrder(order, bankId),
    bankId,
    {
      seq: nextToPack(order)?.seq ?? 0,
      bags,
      sample: emergency && elsewhere ? null : ownTube(order),
      matches: order.matches.map((match) => ({ ...match, requestId: order.id })),
      nods: nodsAmong(order.substitutions),
      emergency,
      issuedBy: '',
      checkedBy: checker !== null && password !== '' ? checker : null,
      needsChecker: order.secondChecker,
      hasKey: true,
    },
    now,
  )
  const onHold = elsewhere && !emergency ? [withoutDot(elsewhere)] : []
  return [...new Set([...onHold, ...reasons.map(shortly)])]
}

/** In as few words as a line has room for. */
function shortly(refusal: IssueRefusal): string {
  const number = String(refusal.values?.number ?? '')
  switch (refusal.code) {
    case 'no-bags':
      return 'scan the bags that leave'
    case 'not-matched':
      return `cross-match ${number}`
    case 'not-inspected':
      return `inspect ${number}`
    case 'no-checker':
      return 'second person'
    case 'no-driver':
      return 'a driver, from the provider'
    case 'no-sample':
      return 'sample'
    case 'group-not-tested':
      return 'group of the sample'
    default:
      return withoutDot(say(issueWords, refusal).text)
  }
}

/** It stands in a list that ends in a dot of its own. */
const withoutDot = (text: string): string => text.replace(/\.$/, '')
