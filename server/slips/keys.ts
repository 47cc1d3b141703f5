import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

export type MadeKey = { readonly publicJwk: Record<string, string>; readonly privateSealed: string }

const cipher = 'aes-256-gcm'

/** A key of its own for each, worked out of the server's secret like those of drafts (decision 78). */
const sealingKey = (secret: string, kid: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `slip key ${kid}`, 32))

export function makeKey(secret: string, kid: string): MadeKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { crv = '', x = '' } = publicKey.export({ format: 'jwk' })
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' })
  const nonce = randomBytes(12)
  const sealing = createCipheriv(cipher, sealingKey(secret, kid), nonce)
  const sealed = Buffer.concat([nonce, sealing.update(seed), sealing.final(), sealing.getAuthTag()])
  return { publicJwk: { kty: 'OKP', crv, x }, privateSealed: sealed.toString('base64url') }
}

/** Throws where the server's secret is another than the one it was sealed with. */
export function openKey(secret: string, kid: string, privateSealed: string): KeyObject {
  const sealed = Buffer.from(privateSealed, 'base64url')
  const opening = createDecipheriv(cipher, sealingKey(secret, kid), sealed.subarray(0, 12))
  opening.setAuthTag(sealed.subarray(-16))
  const seed = Buffer.concat([opening.update(sealed.subarray(12, -16)), opening.final()])
  return createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
}
