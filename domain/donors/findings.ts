import { z } from 'zod'
import { BloodGroup } from '../basics/blood.ts'
import { isBlank, line } from '../basics/text.ts'

/** §3.4. */
export const fitnesses = ['FIT', 'UNFIT'] as const
export const quantities = ['350ml', '450ml'] as const
export const bagTypes = ['SINGLE', 'DOUBLE', 'TRIPLE', 'QUADRUPLE'] as const

/** What fits its place on the certificate. */
export const findingTextLimits = { short: 40, reason: 300 } as const
const short = line(findingTextLimits.short).optional()

/**
 * What the bank's staff measured and drew (§3.3, bloodBankData). Nothing of it is mandatory (ruling AMB-138); what is
 * not a list is kept as it was typed. An empty text is no finding.
 */
export const Findings = z.preprocess(
  withoutGaps,
  z.strictObject({
    bloodGroup: BloodGroup.optional(),
    haemoglobin: short,
    pulse: short,
    temperature: short,
    bloodPressure: short,
    heart: short,
    lungs: short,
    fitness: z.enum(fitnesses).optional(),
    quantity: z.enum(quantities).optional(),
    bagType: z.enum(bagTypes).optional(),
    bagNumber: short,
    segmentNumber: short,
    phlebotomist: short,
    startedAt: short,
    endedAt: short,
    reason: line(findingTextLimits.reason).optional(),
  }),
)
export type Findings = z.output<typeof Findings>
export type FindingKey = keyof Findings

function withoutGaps(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  return Object.fromEntries(Object.entries(given).filter(([, value]) => !isGap(value)))
}

const isGap = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && isBlank(value))

/** In the order in which a donor meets them: the desk, the doctor, the chair. */
export const findingKeys = [
  'bloodGroup',
  'haemoglobin',
  'pulse',
  'temperature',
  'bloodPressure',
  'heart',
  'lungs',
  'fitness',
  'reason',
  'quantity',
  'bagType',
  'bagNumber',
  'segmentNumber',
  'phlebotomist',
  'startedAt',
  'endedAt',
] as const satisfies FindingKey[]
