import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

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
  expect(again).toMatch(/^scrypt\$32768\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/)
})

test.each(['', 'pässword', 'bcrypt$a$b', 'scrypt$$', 'scrypt$AAAA', 'scrypt$32768$8$3$AAAA$AAAA'])(
  'a stored value of %j opens nothing',
  async (stored) => {
    expect(await isPassword(stored, 'pässword')).toBe(false)
  },
)
