import type { OutputOf } from '#contract/route.ts'
import type { slips } from '#contract/slips.ts'
import { fromBase64Url } from '#domain/slips/base64url.ts'
import {
  patientMark,
  patientText,
  readSlip,
  type SlipPayload,
  type SlipReading,
  typedIds,
} from '#domain/slips/slip.ts'
import {
  judgeSlip,
  type KnownKeys,
  keyFor,
  type Seen,
  type SlipKey,
  type Verdict,
} from '#domain/slips/verdict.ts'

// Not through the contract's table: its schemas and zod would be a third of this page's weight.

const place = 'slip-keys'

/** `isOnline`: the keys are those of this moment. */
export type Checked =
  | { verdict: Verdict; known: KnownKeys; isOnline: boolean }
  | 'no-keys'
  | 'no-slip'
  | 'unable'

export async function checkSlip(hash: string): Promise<Checked> {
  const text = hash.replace(/^#/, '')
  if (text === '') return 'no-slip'
  if (!crypto.subtle) return 'unable'
  const fresh = await freshKeys()
  const known = fresh ?? keptKeys()
  const reading = readSlip(text)
  if (!known) return typeof reading === 'string' ? judged(reading, nobody, false) : 'no-keys'
  const key = keyFor(reading, known)
  const isSigned = key !== null && typeof reading !== 'string' && (await isSignedBy(key, reading))
  return judged(reading, known, fresh !== null, isSigned)
}

const nobody: KnownKeys = { keys: [], toldAt: new Date(0) }

async function judged(
  reading: SlipReading,
  known: KnownKeys,
  isOnline: boolean,
  isSigned = false,
): Promise<Checked> {
  const isAsked = isOnline && isSigned && typeof reading !== 'string'
  const seen = isAsked ? await seenSince(reading.payload.slip) : unseen
  const verdict = judgeSlip(reading, known, { ...seen, isSigned, isOnline, now: new Date() })
  return { verdict, known, isOnline }
}

type Told = OutputOf<typeof slips.keys>

const withDates = ({ toldAt, items }: Told): KnownKeys => ({
  toldAt: new Date(toldAt),
  keys: items.map((key) => ({
    ...key,
    madeAt: new Date(key.madeAt),
    retiredAt: key.retiredAt && new Date(key.retiredAt),
    compromisedAt: key.compromisedAt && new Date(key.compromisedAt),
  })),
})

/** Null without a signal; a bad one is none after a few seconds. */
async function freshKeys(): Promise<KnownKeys | null> {
  const told = await asked<Told>('/api/slip-keys')
  if (!told) return null
  try {
    localStorage.setItem(place, JSON.stringify(told))
  } catch {}
  return withDates(told)
}

function keptKeys(): KnownKeys | null {
  try {
    const kept = localStorage.getItem(place)
    return kept === null ? null : withDates(JSON.parse(kept))
  } catch {
    return null
  }
}

const unseen: Seen = { isElsewhere: false, isSetAside: false }

const seenSince = async (slip: string): Promise<Seen> => ({
  ...unseen,
  ...(await asked<OutputOf<typeof slips.seen>>(`/api/slip-seen/${encodeURIComponent(slip)}`)),
})

async function asked<Answer>(path: string): Promise<Answer | null> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(6_000) })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

/** By the browser itself; where it does not know Ed25519, as those of phones from before 2025, by a script of ours. */
async function isSignedBy(
  { x }: SlipKey,
  { signed, signature }: Exclude<SlipReading, string>,
): Promise<boolean> {
  const key = fromBase64Url(x)
  if (key?.length !== 32) return false
  const bytes = new TextEncoder().encode(signed)
  const own = new Uint8Array(signature)
  try {
    const known = await crypto.subtle.importKey('raw', new Uint8Array(key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', known, own, bytes)
  } catch {}
  try {
    const { verifyAsync } = await import('@noble/ed25519')
    return await verifyAsync(own, bytes, new Uint8Array(key))
  } catch {
    return false
  }
}

/** Worked out here: what was typed goes nowhere. */
export async function isForPatient({ slip, p }: SlipPayload, typed: string): Promise<boolean> {
  for (const id of typedIds(typed)) {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(patientText(slip, id)))
    const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    if (patientMark(hex) === p) return true
  }
  return false
}
