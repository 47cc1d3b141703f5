import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { pushContact } from './push.ts'
import { isPoint, pushKeysOf } from './push-keys.ts'

test('AMB-303 the keys are those of the secret: the same wherever and whenever it is there, others with another', () => {
  const keys = pushKeysOf('x'.repeat(64))
  expect(keys).toEqual(pushKeysOf('x'.repeat(64)))
  // whoever changes how they are worked out ends every browser's ringing
  expect(keys.publicKey).toMatchInlineSnapshot(
    `"BI2wagaJbGjhxgAAIToIFByjOBWDBpLwOr8SgJFbTM7nahbc3mmYPMK87tuWV-jHrKOW_Jg5NghInJ2hdWpVHSc"`,
  )
  expect(keys).not.toEqual(pushKeysOf(`${'x'.repeat(63)}y`))
})

test('the two belong together', () => {
  for (let times = 0; times < 50; times++) {
    const { publicKey, privateKey } = pushKeysOf(`secret ${times}`)
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    expect(pair.getPublicKey('base64url')).toBe(publicKey)
    expect([Buffer.from(publicKey, 'base64url').length, Buffer.from(privateKey, 'base64url').length]).toEqual(
      [65, 32],
    )
  }
})

test('a key that is no point of the curve is known', () => {
  expect(isPoint(pushKeysOf('one').publicKey)).toBe(true)
  expect(isPoint(`B${'A'.repeat(86)}`)).toBe(false)
  expect(isPoint('')).toBe(false)
})

test.each([
  ['https://blood.example', 'Crossmatch <noreply@blood.example>', 'https://blood.example'],
  ['http://localhost:3000', 'Crossmatch <noreply@blood.example>', 'mailto:noreply@blood.example'],
  ['http://localhost:3000', 'noreply@blood.example', 'mailto:noreply@blood.example'],
])('a push service of %s turns to %s by %s', (publicUrl, MAIL_FROM, contact) => {
  expect(pushContact({ publicUrl, MAIL_FROM })).toBe(contact)
})
