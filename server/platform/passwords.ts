import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt at OWASP's N=2^15, r=8, p=3: some 0.2 s of a core, on a thread of the pool and never on the main one. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 96 * 2 ** 20 }
const atOnce = 2
const longestQueue = 20

/** Too many sign-ins at once: better to say so than to let every other call wait. */
export class TooManyHashes extends Error {}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

export async function isPassword(hash: string, password: string): Promise<boolean> {
  const [scheme, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64')
  const derived = await derive(password, Buffer.from(salt, 'base64'))
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  await takeTurn()
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFC'), salt, 32, cost, (error, key) =>
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
