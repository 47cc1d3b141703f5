import { fillIn } from '#domain/basics/fill-in.ts'
import type { DeliveryStep } from '#domain/driving/steps.ts'
import type { TemperatureBand } from '#domain/driving/temperature.ts'
import type { NotTaken } from '#domain/driving/waiting.ts'
import type { DrivingWords } from '#domain/driving/words.ts'

/** A name that the provider made up has no word of ours. */
export const pictureWord = ({ pictures }: DrivingWords, name: string): string =>
  Object.hasOwn(pictures, name) ? pictures[name as keyof typeof pictures] : name

/** By its code in the driver's language; what has none is told as the server says it. */
export function refusalText({ refusals }: DrivingWords, { code, text, values = {} }: NotTaken): string {
  if (!Object.hasOwn(refusals, code)) return fillIn(refusals.other, { text })
  return fillIn(refusals[code as keyof typeof refusals], values)
}

/** Something is missing or wrong that the driver can put right. */
export const mayMend = ({ code }: NotTaken): boolean => mendable.includes(code)

const mendable: readonly string[] = [
  'wrong-code',
  'code-locked',
  'picture-missing',
  'no-temperature',
  'no-receiver',
  'no-code',
  'too-warm',
  'ask-bank',
  'within-limits',
]

/** As the slip has it: number, and part of a divided bag, which a blank parts. */
export function bagText({ form }: DrivingWords, bag: string): string {
  const [number = '', part] = bag.split(' ')
  return part === undefined ? number : `${number} ${fillIn(form.part, { part })}`
}

type NotToGive = { readonly notToHandOver?: readonly string[]; readonly ended?: readonly string[] }

/** Which bags he does not hand over, a sentence for each reason: those that ended are not called back. */
export function notToGiveTexts(words: DrivingWords, { notToHandOver = [], ended = [] }: NotToGive): string[] {
  const { notToHandOver: othersText, bagsEnded } = words.form
  const others = notToHandOver.filter((bag) => !ended.includes(bag))
  const say = (text: string, bags: readonly string[]) =>
    bags.length === 0 ? [] : [fillIn(text, { bags: bagsText(words, bags) })]
  return [...say(othersText, others), ...say(bagsEnded, ended)]
}

export const bagsText = (words: DrivingWords, bags: readonly string[]): string =>
  bags.map((bag) => bagText(words, bag)).join(', ')

export function bandText({ form }: DrivingWords, { low, high }: TemperatureBand): string {
  return low === null
    ? fillIn(form.bandBelow, { high: signed(high) })
    : fillIn(form.band, { low: signed(low), high: signed(high) })
}

/** With a true minus, which no eye takes for a hyphen. */
const signed = (celsius: number): string => String(celsius).replace('-', '−')

/** Where the driver has to be for this step. */
export const placeOf = (step: DeliveryStep): 'hospital' | 'bank' =>
  step === 'sample acquired' || step === 'delivered' ? 'hospital' : 'bank'
