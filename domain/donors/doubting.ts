import type { ConsentDraft } from './consenting.ts'
import type { FindingKey } from './findings.ts'
import { type DeferralKey, deferralKeys } from './questions.ts'

/** What a donation is not told without. */
const expected = ['fitness', 'quantity', 'bagNumber'] as const satisfies FindingKey[]

export type CompletionDoubts = {
  readonly isUnfit: boolean
  readonly missing: readonly (typeof expected)[number][]
  readonly deferrals: readonly DeferralKey[]
}

/** Nothing of it is mandatory (AMB-138), but Submit certifies: what may be a slip is asked about (ruling AMB-264). */
export function doubtsOnComplete({
  findings,
  deferrals,
}: Pick<ConsentDraft, 'findings' | 'deferrals'>): CompletionDoubts | null {
  const doubts = {
    isUnfit: findings.fitness === 'UNFIT',
    missing: expected.filter((key) => findings[key] === undefined || findings[key] === ''),
    deferrals: deferralKeys.filter((key) => deferrals[key]),
  }
  return doubts.isUnfit || doubts.missing.length > 0 || doubts.deferrals.length > 0 ? doubts : null
}

/** What the certificate will say of it: that somebody came is all that is known without a quantity. */
export const certifiedBySubmit = ({ missing }: Pick<CompletionDoubts, 'missing'>): string =>
  missing.includes('quantity')
    ? 'Without a quantity, Submit certifies that the donor came, not that blood was given.'
    : 'Submit certifies that blood was given.'
