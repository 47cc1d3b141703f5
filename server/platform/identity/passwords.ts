import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

/** Argon2id at OWASP's 19 MiB and two passes: some 45 ms of a core, on a thread of the pool and never on the main one. */
const todaysCost: Cost = { memory: 19_456, passes: 2 }
/** KiB, and how often all of them are gone through. */
type Cost = { memory: number; passes: number }

/** One processor is left to whoever answers calls: on two, two sign-ins at once would take both. */
export const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
/** The last of them waits some two seconds, which is better than being told to come back. */
export const longestQueue = 50

/** Too many sign-ins at once: better to say so than to let every other call wait. */
export class TooManyHashes extends Error {}

export async function hashPassword(password: string, cost = todaysCost): Promise<string> {
  const salt = randomBytes(16)
  const key = await inTurn(() => byArgon2(password, salt, cost))
  return ['argon2id', cost.memory, cost.passes, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Made with the cost of its day, which is written beside it. */
export async function isPassword(hash: string, password: string): Promise<boolean> {
  const { salt, key, derive } = readHash(hash)
  if (!salt || !key) return false
  const expected = Buffer.from(key, 'base64')
  const derived = await inTurn(() => derive(password, Buffer.from(salt, 'base64')))
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

/** Of version 1.0.1: made anew as soon as its password is known, see decision 67. */
export const isOfBefore = (hash: string): boolean => hash.startsWith('scrypt$')

function readHash(hash: string) {
  const parts = hash.split('$')
  const [one = 0, two = 0, three = 0] = parts.slice(1).map(Number)
  const byOld = (password: string, salt: Buffer) => byScrypt(password, salt, { N: one, r: two, p: three })
  const byNew = (password: string, salt: Buffer) => byArgon2(password, salt, { memory: one, passes: two })
  if (parts[0] === 'scrypt') return { salt: parts[4], key: parts[5], derive: byOld }
  return parts[0] === 'argon2id' ? { salt: parts[3], key: parts[4], derive: byNew } : { derive: byNew }
}

/** The same letters, however the keyboard puts them together. */
const message = (password: string): string => password.normalize('NFC')

const byArgon2 = (password: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const asked = { message: message(password), nonce, parallelism: 1, tagLength: 32, ...cost }
    argon2('argon2id', asked, (error, key) => (error ? reject(error) : resolve(key)))
  })

const byScrypt = (
  password: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const asked = { ...cost, maxmem: 96 * 2 ** 20 }
    scrypt(message(password), salt, 32, asked, (error, key) => (error ? reject(error) : resolve(key)))
  })

async function inTurn(derive: () => Promise<Buffer>): Promise<Buffer> {
  await takeTurn()
  try {
    return await derive()
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
