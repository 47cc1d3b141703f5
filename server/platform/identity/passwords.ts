import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

/** scrypt at OWASP's N=2^15, r=8, p=3: some 0.2 s of a core, on a thread of the pool and never on the main one. */
const todaysCost: Cost = { N: 2 ** 15, r: 8, p: 3 }
const maxmem = 96 * 2 ** 20
type Cost = { N: number; r: number; p: number }

/** One processor is left to whoever answers calls: on two, two sign-ins at once would take both. */
export const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
export const longestQueue = 20

/** Too many sign-ins at once: better to say so than to let every other call wait. */
export class TooManyHashes extends Error {}

export async function hashPassword(password: string, cost = todaysCost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

export async function isPassword(hash: string, password: string): Promise<boolean> {
  // made with the cost of its day, which is written beside it
  const [scheme, N, r, p, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64')
  const spent = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64'), spent)
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

async function derive(password: string, salt: Buffer, spend: Cost): Promise<Buffer> {
  await takeTurn()
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFC'), salt, 32, { ...spend, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

let running = 0
const waiting: (() => void)[] = []

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running++
    return
  }
  if (waiting.length >= longestQueue) throw new TooManyHashes('too many passwords are being checked')
  await new Promise<void>((resolve) => waiting.push(resolve))
}
