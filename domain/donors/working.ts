import { hours, minutes } from '../basics/time.ts'

/**
 * A sender works for a form while many come in: a person's phone does it unseen, and whoever makes up thousands pays for
 * each. Nobody is refused for what others sent (ruling AMB-227).
 */
export type Load = {
  /** Of the bank, in the window of a day. */
  readonly formsOfBank: number
  /** Of the sender's address, in the window of an hour. */
  readonly formsOfAddress: number
}

/** So many leading zero bits must the hash have; each bit doubles the work. */
export function bitsFor({ formsOfBank, formsOfAddress }: Load): number {
  const step = steps.find(({ from }) => formsOfBank >= from)
  return step?.bits ?? (formsOfAddress >= busyAddress ? leastBits : 0)
}

const leastBits = 18
const busyAddress = 20
const steps = [
  { from: 4_800, bits: 24 },
  { from: 2_400, bits: 23 },
  { from: 1_200, bits: 22 },
  { from: 600, bits: 21 },
  { from: 100, bits: leastBits },
]

/** More than any hall has donors in an hour: one address may send so many, whatever its work. */
export const mostOfAddress = 600

export const bankWindowMs = hours(24)
export const addressWindowMs = hours(1)

/** What is asked of a sender; the seal, unlike any other, says that we asked, for which bank and when. */
export type Challenge = { readonly bits: number; readonly askedAt: number; readonly seal: string }

/** Long enough for a slow phone that lost its line in between. */
export const challengeMs = minutes(30)

/** The first 32 bits of the SHA-256 of a text of ASCII. */
export type FirstWord = (text: string) => number

export const isSolved = (firstWord: FirstWord, { seal, bits }: Challenge, tried: number): boolean =>
  Math.clz32(firstWord(`${seal}.${tried}`)) >= bits

/** As it goes over the wire. */
export const challengeText = ({ bits, askedAt, seal }: Challenge): string => `${bits}.${askedAt}.${seal}`

export function challengeIn(text: string): Challenge | null {
  const [, bits, askedAt, seal] = /^(\d{1,2})\.(\d{1,15})\.([0-9a-f]{32})$/.exec(text) ?? []
  return bits && askedAt && seal ? { bits: Number(bits), askedAt: Number(askedAt), seal } : null
}

/** The challenge and what solves it, as the header `Donor-Work` has them. */
export const solutionText = (challenge: Challenge, tried: number): string =>
  `${challengeText(challenge)} ${tried}`

export function solutionIn(text: string): { challenge: Challenge; tried: number } | null {
  const [sent = '', tried = ''] = text.split(' ', 2)
  const challenge = challengeIn(sent)
  return challenge && /^\d{1,15}$/.test(tried) ? { challenge, tried: Number(tried) } : null
}
