/** A slip as its code carries it: a compact JWS, signed by the bank that issued the bags. No name, no patient ID. */
import { type ShelfComponent, type ShelfGroup, shelfComponents, shelfGroups } from '../bags/kinds.ts'
import { abhaNumber } from '../basics/abha.ts'
import { fromBase64Url, textOf } from './base64url.ts'

/** `number, component, group, end in seconds since 1970`. */
export type SlipBag = readonly [
  number: string,
  component: ShelfComponent,
  group: ShelfGroup,
  expiresAt: number,
]

export type SlipPayload = {
  readonly v: 1
  readonly slip: string
  readonly request: string
  readonly bank: string
  /** In seconds since 1970. */
  readonly at: number
  readonly seq: number
  readonly emergency: boolean
  readonly bags: readonly SlipBag[]
  /** The first 8 hex digits of SHA-256 of slip and patient ID: says whether a typed ID is the one, and no more. */
  readonly p: string
}

/** Bags enough, and no reason to read on. */
export const longestSlip = 4_096
const mostBags = 10

/** Counted within bank and year, so that a missing one shows. */
export const slipNumber = (bankId: string, year: number, number: number): string =>
  `${bankId.toUpperCase()}-${year}-${String(number).padStart(6, '0')}`

const isSlipNumber = (text: string): boolean => /^\S{1,60}-\d{4}-\d{6,9}$/.test(text)

/** What is hashed for `p`. */
export const patientText = (slip: string, patientId: string): string => slip + patientId
export const patientMark = (hex: string): string => hex.slice(0, 8)

const inOneLine = (id: string): string => id.trim().replace(/\s+/g, ' ')

/** As it is signed, however the hospital wrote it: whoever types it has no way to know (ruling AMB-385). */
export const signedId = (patientId: string): string => inOneLine(patientId).toUpperCase()

/** A patient ID as people type it. That of a slip is among them if they mean the same; slips from before have it as it was kept. */
export function typedIds(typed: string): string[] {
  const id = inOneLine(typed)
  const abha = abhaNumber(id)
  const abhas = abha === null ? [] : [abha, abha.replaceAll('-', ''), abha.replaceAll('-', ' ')]
  return [...new Set([id, id.toUpperCase(), id.toLowerCase(), ...abhas])].filter((one) => one !== '')
}

export type SlipText = {
  readonly kid: string
  readonly payload: SlipPayload
  /** What was signed. */
  readonly signed: string
  readonly signature: Uint8Array
}

/** `foreign`: of another system, or nothing. `changed`: begins like ours, and is not as a bank writes it. */
export type SlipReading = SlipText | 'foreign' | 'changed'

/** Never throws, whatever the bytes. */
export function readSlip(text: string): SlipReading {
  if (text.length > longestSlip) return looksOurs(text.slice(0, longestSlip)) ? 'changed' : 'foreign'
  if (!looksOurs(text)) return 'foreign'
  const parts = text.split('.')
  const [head = '', body = '', sealed = ''] = parts
  if (parts.length !== 3) return 'changed'
  const header = parsed(head)
  const signature = fromBase64Url(sealed)
  const payload = readPayload(parsed(body))
  if (!isRecord(header) || !signature || !payload) return 'changed'
  const { alg, kid } = header
  if (alg !== 'EdDSA' || typeof kid !== 'string' || Object.keys(header).length !== 2) return 'changed'
  if (signature.length !== 64) return 'changed'
  return { kid, payload, signed: `${head}.${body}`, signature }
}

/** A header in braces, and three parts: anything else is no slip. */
const looksOurs = (text: string): boolean => /^eyJ[\w-]*\.[^.]/.test(text)

function parsed(part: string): unknown {
  const bytes = fromBase64Url(part)
  const text = bytes && textOf(bytes)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= longest
const isSeconds = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 8_640_000_000_000

function readPayload(value: unknown): SlipPayload | null {
  if (!isRecord(value)) return null
  const { v, slip, request, bank, at, seq, emergency, bags, p } = value
  if (v !== 1 || Object.keys(value).length !== 9) return null
  if (!isText(slip, 80) || !isText(request, 60) || !isText(bank, 60)) return null
  if (!isSlipNumber(slip) || !isSeconds(at) || !isSeconds(seq) || typeof emergency !== 'boolean') return null
  if (!isText(p, 8) || !/^[0-9a-f]{8}$/.test(p)) return null
  if (!Array.isArray(bags) || bags.length < 1 || bags.length > mostBags || !bags.every(isBag)) return null
  return { v, slip, request, bank, at, seq, emergency, bags, p }
}

function isBag(value: unknown): value is SlipBag {
  if (!Array.isArray(value) || value.length !== 4) return false
  const [number, component, group, expiresAt] = value
  return (
    isText(number, 30) &&
    shelfComponents.includes(component) &&
    shelfGroups.includes(group) &&
    isSeconds(expiresAt)
  )
}
