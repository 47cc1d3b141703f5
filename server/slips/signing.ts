import { createHash, sign } from 'node:crypto'
import type { Bag } from '#domain/bags/bag.ts'
import { dayOf } from '#domain/basics/time.ts'
import {
  patientMark,
  patientText,
  type SlipBag,
  type SlipPayload,
  signedId,
  slipNumber,
} from '#domain/slips/slip.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import { type BankKey, keyStore, keyWriter } from './key-store.ts'
import { makeKey, openKey } from './keys.ts'

export type ToSign = {
  readonly bankId: string
  readonly requestId: string
  /** As the request keeps it. */
  readonly patientId: string
  readonly seq: number
  readonly isEmergency: boolean
  readonly bags: readonly Pick<Bag, 'number' | 'component' | 'bloodGroup' | 'expiresAt'>[]
}

export type SignedSlip = { readonly slip: string; readonly kid: string; readonly jws: string }

/** A bank that never signed gets its key at the first slip; one whose key was withdrawn waits for a new one. */
export async function hasSlipKey(db: Db, bankId: string): Promise<boolean> {
  const keys = keyStore(db)
  return (await keys.inUse(bankId)) !== undefined || (await keys.count(bankId)) === 0
}

/** The next slip of the bank, signed. Asks `hasSlipKey` no more: without a key it throws. */
export async function signSlip(work: Work, secret: string, issue: ToSign): Promise<SignedSlip> {
  const key = await keyOf(work, secret, issue.bankId)
  const year = Number(dayOf(work.now).slice(0, 4))
  const slip = slipNumber(issue.bankId, year, await keyWriter(work).nextNumber(issue.bankId, year))
  const payload: SlipPayload = {
    v: 1,
    slip,
    request: issue.requestId,
    bank: issue.bankId,
    at: seconds(work.now),
    seq: issue.seq,
    emergency: issue.isEmergency,
    bags: issue.bags.map(
      ({ number, component, bloodGroup, expiresAt }): SlipBag => [
        number,
        component,
        bloodGroup,
        seconds(expiresAt),
      ],
    ),
    p: patientMark(
      createHash('sha256')
        .update(patientText(slip, signedId(issue.patientId)))
        .digest('hex'),
    ),
  }
  const signed = `${encoded({ alg: 'EdDSA', kid: key.kid })}.${encoded(payload)}`
  const signature = sign(null, Buffer.from(signed), openKey(secret, key.kid, key.privateSealed))
  return { slip, kid: key.kid, jws: `${signed}.${signature.toString('base64url')}` }
}

async function keyOf(work: Work, secret: string, bankId: string): Promise<BankKey> {
  const keys = keyStore(work.db)
  const there = await keys.inUse(bankId)
  if (there) return there
  if ((await keys.count(bankId)) === 0) await addKey(work, secret, bankId)
  const made = await keys.inUse(bankId)
  if (!made) throw new Error(`the key of ${bankId} is retired`)
  return made
}

/** Its next; the number says how many there were. */
export async function addKey(work: Work, secret: string, bankId: string): Promise<string> {
  const count = await keyStore(work.db).count(bankId)
  const kid = `${bankId}-${count + 1}`
  await keyWriter(work).add({ kid, bankId, ...makeKey(secret, kid), madeAt: work.now })
  return kid
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)
/** In plain letters, whatever a bank is called. */
const encoded = (value: object): string => {
  const text = JSON.stringify(value).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return Buffer.from(text).toString('base64url')
}
