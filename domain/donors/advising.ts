import { fillIn } from '../basics/fill-in.ts'
import type { Wording } from '../basics/refusal.ts'
import { days, showDate } from '../basics/time.ts'
import type { ConsentDraft } from './consenting.ts'
import { ageOn } from './submitting.ts'

/** What the national guideline says (NBTC, October 2017) unless told otherwise; a house may have rules of its own. */
const donorLimits = {
  oldest: 65,
  oldestFirst: 60,
  gapDays: { Male: 90, Female: 120, Others: 120 },
  weightKg: 45,
  /** Above it, 450 ml may be drawn. */
  largeBagKg: 55,
  haemoglobin: 12.5,
  systolic: [100, 140],
  diastolic: [60, 90],
  pulse: [60, 100],
  celsius: 37,
} as const
type Limits = { [Name in keyof typeof donorLimits]: Widened<(typeof donorLimits)[Name]> }
type Widened<Value> = Value extends number
  ? number
  : Value extends readonly [number, number]
    ? readonly [number, number]
    : { [Key in keyof Value]: number }

export type AdviceCode =
  | 'too-old'
  | 'too-old-first'
  | 'gap-open'
  | 'gap-over'
  | 'too-light'
  | 'small-bag'
  | 'large-bag'
  | 'haemoglobin-low'
  | 'pressure'
  | 'pulse'
  | 'fever'
  | 'end-first'

/** A hint to staff with its rule: a person decides (ruling AMB-208). One to check differs from one to know. */
export type Advice = {
  readonly code: AdviceCode
  readonly isToCheck: boolean
  readonly text: string
  readonly rule: string
}

export function adviceOn(draft: ConsentDraft, today: string, limits: Limits = donorLimits): Advice[] {
  return [
    ...onAge(draft, today, limits),
    ...onGap(draft, today, limits),
    ...onWeight(draft, limits),
    ...onFindings(draft, limits),
  ]
}

function onAge(draft: ConsentDraft, today: string, { oldest, oldestFirst }: Limits): Advice[] {
  if (draft.bornOn === null) return []
  const age = ageOn(draft.bornOn, today)
  if (age > oldest) return [advice('too-old', { age, oldest })]
  const isFirst = (draft.donations ?? 0) === 0
  return isFirst && age > oldestFirst ? [advice('too-old-first', { age, oldest: oldestFirst })] : []
}

function onGap({ lastDonatedOn, gender }: ConsentDraft, today: string, { gapDays }: Limits): Advice[] {
  if (lastDonatedOn === null) return []
  const gap = gapDays[gender ?? 'Others']
  const day = new Date(Date.parse(lastDonatedOn) + days(gap)).toISOString().slice(0, 10)
  const values = { day: showDate(new Date(day)), men: gapDays.Male, women: gapDays.Female }
  return [day > today ? advice('gap-open', values) : advice('gap-over', values)]
}

function onWeight({ weightKg, findings }: ConsentDraft, { weightKg: least, largeBagKg }: Limits): Advice[] {
  if (weightKg === null) return []
  const values = { weight: weightKg, least, large: largeBagKg }
  if (weightKg < least) return [advice('too-light', values)]
  if (weightKg > largeBagKg) return [advice('large-bag', values)]
  return [{ ...advice('small-bag', values), isToCheck: findings.quantity === '450ml' }]
}

function onFindings({ findings }: ConsentDraft, limits: Limits): Advice[] {
  const found: Advice[] = []
  const haemoglobin = numberIn(findings.haemoglobin)
  if (haemoglobin !== null && haemoglobin < limits.haemoglobin)
    found.push(advice('haemoglobin-low', { value: haemoglobin, least: limits.haemoglobin }))
  const [upper = null, lower = null] = (findings.bloodPressure ?? '').split('/').map(numberIn)
  if (isOutside(upper, limits.systolic) || isOutside(lower, limits.diastolic))
    found.push(
      advice('pressure', { upper: limits.systolic.join(' to '), lower: limits.diastolic.join(' to ') }),
    )
  const pulse = numberIn(findings.pulse)
  if (isOutside(pulse, limits.pulse)) found.push(advice('pulse', { range: limits.pulse.join(' to ') }))
  const celsius = celsiusIn(findings.temperature)
  if (celsius !== null && celsius > limits.celsius + 0.05)
    found.push(advice('fever', { most: limits.celsius, fahrenheit: fahrenheitOf(limits.celsius) }))
  const { startedAt, endedAt } = findings
  if (startedAt && endedAt && endedAt < startedAt) found.push(advice('end-first', { startedAt, endedAt }))
  return found
}

const isOutside = (value: number | null, [least, most]: readonly [number, number]): boolean =>
  value !== null && (value < least || value > most)

/** The number that a text begins with: `13.4 g/dL`. */
function numberIn(text: string | undefined): number | null {
  const digits = /^\s*(\d+(?:[.,]\d+)?)/.exec(text ?? '')?.[1]
  return digits === undefined ? null : Number(digits.replace(',', '.'))
}

/** Thermometers here show either; nobody alive is at 50 of the one or below 50 of the other. */
function celsiusIn(text: string | undefined): number | null {
  const value = numberIn(text)
  return value === null || value < 50 ? value : ((value - 32) * 5) / 9
}
const fahrenheitOf = (celsius: number): string => ((celsius * 9) / 5 + 32).toFixed(1)

const adviceWords = {
  'too-old': { title: 'The donor is {age}.', text: 'NBTC guideline 2017: donors are at most {oldest}.' },
  'too-old-first': {
    title: 'The donor is {age} and gives for the first time.',
    text: 'NBTC guideline 2017: first-time donors are at most {oldest}.',
  },
  'gap-open': {
    title: 'Next eligible on {day}.',
    text: 'NBTC guideline 2017: {men} days after the last donation for men, {women} for women.',
  },
  'gap-over': {
    title: 'Eligible since {day} by the last donation.',
    text: 'NBTC guideline 2017: {men} days after the last donation for men, {women} for women.',
  },
  'too-light': {
    title: 'The donor weighs {weight} kg.',
    text: 'NBTC guideline 2017: at least {least} kg for 350 ml.',
  },
  'small-bag': {
    title: '350 ml at a weight of {weight} kg.',
    text: 'NBTC guideline 2017: 450 ml only above {large} kg.',
  },
  'large-bag': {
    title: '350 or 450 ml at a weight of {weight} kg.',
    text: 'NBTC guideline 2017: 450 ml above {large} kg.',
  },
  'haemoglobin-low': {
    title: 'Haemoglobin is {value} g/dL.',
    text: 'NBTC guideline 2017: {least} g/dL or more, men and women.',
  },
  pressure: {
    title: 'The blood pressure is out of range.',
    text: 'NBTC guideline 2017: {upper} over {lower} mmHg, with or without medicine.',
  },
  pulse: { title: 'The pulse is out of range.', text: 'Usual practice: {range} a minute, regular.' },
  fever: {
    title: 'The temperature is raised.',
    text: 'Usual practice: at most {most} °C ({fahrenheit} °F).',
  },
  'end-first': {
    title: 'The donation ends before it starts.',
    text: 'From {startedAt} to {endedAt}: look at both times again.',
  },
} satisfies Record<AdviceCode, Wording>

const merelyKnown: readonly AdviceCode[] = ['gap-over', 'small-bag', 'large-bag']

function advice(code: AdviceCode, values: Record<string, string | number>): Advice {
  const { title, text } = adviceWords[code]
  return {
    code,
    isToCheck: !merelyKnown.includes(code),
    text: fillIn(title, values),
    rule: fillIn(text, values),
  }
}
