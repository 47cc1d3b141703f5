import { createHash } from 'node:crypto'
import type { Tx } from './database.ts'

/** A call that may be sent twice by accident: the same key from the same sender means the same call. */
export type Repeatable = {
  scope: string
  key: string
  /** As it was sent. Another version may read the same in another way, and it must stay the same call (decision 48). */
  sent: unknown
  /** As it was read, by which version 1.0.1 knew it. */
  input: unknown
}

/** As the statement of an act takes it, with what will be answered. */
export type KeyToClaim = { scope: string; key: string; fingerprint: string; answer: string }

export type Earlier = { kind: 'first' } | { kind: 'repeated'; answer: unknown } | { kind: 'other-input' }

/**
 * Claims the key inside the transaction of the call. A second call with it waits here for the first one's commit, and
 * then finds its answer.
 */
export async function claimKey(tx: Tx, call: Repeatable, now: Date): Promise<Earlier> {
  const fingerprint = fingerprintOf(call.sent)
  const claimed = await tx
    .insertInto('idempotencyKeys')
    .values({ scope: call.scope, key: call.key, fingerprint, createdAt: now })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return { kind: 'first' }
  const earlier = await keyRow(tx, call).select(['fingerprint', 'answer']).executeTakeFirstOrThrow()
  if (![fingerprint, fingerprintOf(call.input)].includes(earlier.fingerprint)) return { kind: 'other-input' }
  return { kind: 'repeated', answer: JSON.parse(earlier.answer ?? 'null') }
}

export const keyToClaim = (call: Repeatable, answer: unknown): KeyToClaim => ({
  scope: call.scope,
  key: call.key,
  fingerprint: fingerprintOf(call.sent),
  answer: JSON.stringify(answer),
})

function fingerprintOf(said: unknown): string {
  try {
    return createHash('sha256').update(JSON.stringify(said, withoutPasswords)).digest('hex')
  } catch (error) {
    // thousands of lists in each other: no form of ours, so it is refused, and its key is not kept
    if (error instanceof RangeError) return 'too deep'
    throw error
  }
}

/** A quick hash of one would be worth having for whoever reads the table. */
const withoutPasswords = (name: string, value: unknown): unknown =>
  /password/i.test(name) ? undefined : value

export async function keepAnswer(tx: Tx, call: Repeatable, answer: unknown): Promise<void> {
  await tx
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer) })
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .execute()
}

const keyRow = (tx: Tx, call: Repeatable) =>
  tx.selectFrom('idempotencyKeys').where('scope', '=', call.scope).where('key', '=', call.key)
