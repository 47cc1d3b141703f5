import { createECDH, hkdfSync } from 'node:crypto'

export type PushKeys = { readonly publicKey: string; readonly privateKey: string }

/** How many points P-256 has: a private key is one of 1 to this less one. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The server's keys for push services (VAPID), worked out of its secret like the keys of drafts (decision 78): made
 * with it at the first start, kept and brought back with it, and the same in every process that has it.
 */
export function pushKeysOf(secret: string): PushKeys {
  // twice as long as is needed, so that what is left over favours no key
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'keys of pushes', 64))
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Whether somebody's public key lies on the curve: nothing can be encrypted for another. */
export function isPoint(key: string): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(Buffer.from(key, 'base64url'))
    return true
  } catch {
    return false
  }
}
