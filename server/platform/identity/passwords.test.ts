import { expect, test } from 'vitest'
import { atOnce, hashPassword, isOfBefore, isPassword, longestQueue, TooManyHashes } from './passwords.ts'

const hash = await hashPassword('pässword')

test('T08 a hash opens with its password and with no other', async () => {
  expect(await isPassword(hash, 'pässword')).toBe(true)
  expect(await isPassword(hash, 'passwörd')).toBe(false)
})

test('a password typed on another keyboard is the same password', async () => {
  expect(await isPassword(hash, 'pa\u0308ssword')).toBe(true)
})

test('T14 the same password never has the same hash, and is not in it', async () => {
  const again = await hashPassword('pässword')
  expect(again).not.toBe(hash)
  expect(again).toMatch(/^argon2id\$19456\$2\$[\w+/=]{24}\$[\w+/=]{44}$/)
})

test('what version 1.0.1 made of a password opens with it and with no other, and is known as older', async () => {
  const older = 'scrypt$1024$8$1$MDEyMzQ1Njc4OWFiY2RlZg==$YvUgAXFpmzVXONT09h2Ur/0chpC0umdvyARbkR7DGzY='
  expect([await isPassword(older, 'pässword'), await isPassword(older, 'passwörd')]).toEqual([true, false])
  expect([isOfBefore(older), isOfBefore(hash)]).toEqual([true, false])
})

test.each([
  '',
  'pässword',
  'bcrypt$a$b',
  'scrypt$$',
  'scrypt$AAAA',
  'scrypt$32768$8$3$AAAA$AAAA',
  'argon2id$$',
  'argon2id$19456$2$AAAAAAAAAAAAAAAAAAAAAA==$AAAA',
])('a stored value of %j opens nothing', async (stored) => {
  expect(await isPassword(stored, 'pässword')).toBe(false)
})

test('T08 so many wait for their turn, and whoever comes after them is told so', async () => {
  const cheap = { memory: 8, passes: 1 }
  const asked = Array.from({ length: atOnce + longestQueue + 3 }, () => hashPassword('a password', cheap))
  const became = await Promise.allSettled(asked)
  expect(became.filter(({ status }) => status === 'fulfilled')).toHaveLength(atOnce + longestQueue)
  const reasons = became.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const reason of reasons) expect(reason).toBeInstanceOf(TooManyHashes)
})
