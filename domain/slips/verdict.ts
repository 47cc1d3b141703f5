/** What a phone says of a slip. Worked out there, with keys that it may have kept for days (ruling AMB-314). */
import type { SlipPayload, SlipReading, SlipText } from './slip.ts'

/** The public half of a bank's key, with its days. */
export type SlipKey = {
  readonly kid: string
  readonly bankId: string
  readonly bankName: string
  /** Base64 of addresses. */
  readonly x: string
  readonly madeAt: Date
  /** No longer signs; what it signed before stays good. */
  readonly retiredAt: Date | null
  /** Others may have it: nothing that it signed is good, since a thief writes any day he likes. */
  readonly compromisedAt: Date | null
}

export type KnownKeys = {
  readonly keys: readonly SlipKey[]
  /** When the server told them. */
  readonly toldAt: Date
}

/** `claims`: what stands on it and is not proved. */
type Claims = { readonly claims: Pick<SlipPayload, 'slip' | 'bank'> | null }
export type Verdict =
  | {
      readonly kind: 'genuine' | 'expired-bag' | 'seen-before' | 'set-aside'
      readonly slip: SlipPayload
      readonly key: SlipKey
    }
  | ({ readonly kind: 'withdrawn'; readonly on: Date } & Claims)
  | ({ readonly kind: 'changed' | 'unknown-bank' | 'not-ours' } & Claims)

/** What the server knows of a slip since. */
export type Seen = { readonly isElsewhere: boolean; readonly isSetAside: boolean }

/** The key that would have signed it, to be tried before it is judged. */
export const keyFor = (reading: SlipReading, { keys }: KnownKeys): SlipKey | null =>
  typeof reading === 'string' ? null : (keys.find(({ kid }) => kid === reading.kid) ?? null)

/**
 * `isSigned`: the signature fits the key of `keyFor`. `isElsewhere`: the server has seen one of the bags issued for
 * another order since; `isSetAside`: or not to be given to this patient any more. False where nobody could be asked.
 * `isOnline`: the keys are those of this moment.
 */
export function judgeSlip(
  reading: SlipReading,
  known: KnownKeys,
  {
    isSigned,
    isElsewhere,
    isSetAside,
    isOnline,
    now,
  }: Seen & { isSigned: boolean; isOnline: boolean; now: Date },
): Verdict {
  if (reading === 'foreign') return { kind: 'not-ours', claims: null }
  if (reading === 'changed') return { kind: 'changed', claims: null }
  const { payload } = reading
  const claims = { slip: payload.slip, bank: payload.bank }
  const key = keyFor(reading, known)
  if (!key) return { kind: mayMissKey(reading, known, isOnline) ? 'unknown-bank' : 'changed', claims }
  if (!isSigned || key.bankId !== payload.bank) return { kind: 'changed', claims }
  const on = withdrawnOn(key, payload)
  if (on) return { kind: 'withdrawn', on, claims }
  if (isElsewhere) return { kind: 'seen-before', slip: payload, key }
  if (isSetAside) return { kind: 'set-aside', slip: payload, key }
  return {
    kind: payload.bags.some((bag) => isOver(bag[3], now)) ? 'expired-bag' : 'genuine',
    slip: payload,
    key,
  }
}

/**
 * Of a bank that nobody has heard of, or signed after the keys were told: a key may be missing here. One that was entered
 * from a paper says the paper's time and its key may be of the entry: as keys of a bank are counted, a later one may be
 * missing where they are not those of this moment (ruling AMB-401).
 */
function mayMissKey(
  { kid, payload: { bank, at } }: SlipText,
  { keys, toldAt }: KnownKeys,
  isOnline: boolean,
): boolean {
  const counts = keys.filter(({ bankId }) => bankId === bank).map((key) => countIn(key.kid, bank))
  if (counts.length === 0 || at * 1_000 > toldAt.getTime()) return true
  return !isOnline && countIn(kid, bank) > Math.max(...counts)
}

/** `redbank-2` is the second key of redbank; 0 is none of its. */
const countIn = (kid: string, bank: string): number =>
  kid.startsWith(`${bank}-`) && /^[1-9]\d*$/.test(kid.slice(bank.length + 1))
    ? Number(kid.slice(bank.length + 1))
    : 0

function withdrawnOn({ retiredAt, compromisedAt }: SlipKey, { at }: SlipPayload): Date | null {
  if (compromisedAt) return compromisedAt
  return retiredAt && at * 1_000 > retiredAt.getTime() ? retiredAt : null
}

/** Over at its end: a second before it is alive. */
export const isOver = (expiresAt: number, now: Date): boolean => now.getTime() >= expiresAt * 1_000
