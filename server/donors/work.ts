import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { firstWord } from '#domain/donors/first-word.ts'
import { challengeMs, challengeText, isSolved, solutionIn } from '#domain/donors/working.ts'

export type Asked = { secret: string; bankId: string; bits: number; now: Date }

/** Nothing is kept of it: the seal is our own signature. */
export function newChallenge({ secret, bankId, bits, now }: Asked): string {
  const askedAt = now.getTime()
  return challengeText({ bits, askedAt, seal: sealOf(secret, { bankId, bits, askedAt, nonce: newNonce() }) })
}

/** The seal under which the work is used up; undefined if it is none, or none for this bank, this hour and this load. */
export function sealOfWork({ secret, bankId, bits, now }: Asked, sent: string | null): string | undefined {
  const solution = solutionIn(sent ?? '')
  if (!solution) return undefined
  const { challenge, tried } = solution
  // either way: the clock of the server that asked may be a little ahead of ours
  const isTimely = Math.abs(now.getTime() - challenge.askedAt) <= challengeMs
  if (challenge.bits < bits || !isTimely) return undefined
  const ours = sealOf(secret, { ...challenge, bankId, nonce: challenge.seal.slice(0, nonceLength) })
  if (!timingSafeEqual(Buffer.from(ours), Buffer.from(challenge.seal))) return undefined
  return isSolved(firstWord, challenge, tried) ? challenge.seal : undefined
}

const nonceLength = 8
const newNonce = (): string => randomBytes(nonceLength / 2).toString('hex')

type Sealed = { bankId: string; bits: number; askedAt: number; nonce: string }

/** Short enough to be hashed in one block with what is tried. */
function sealOf(secret: string, { bankId, bits, askedAt, nonce }: Sealed): string {
  const signed = JSON.stringify(['donor work', bankId, bits, askedAt, nonce])
  return nonce + createHmac('sha256', secret).update(signed).digest('hex').slice(0, 24)
}
