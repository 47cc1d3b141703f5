import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { opened, sealed } from '../basics/sealing.ts'

export type MadeKey = { readonly publicJwk: Record<string, string>; readonly privateSealed: string }

const purposeOf = (kid: string): string => `slip key ${kid}`

export function makeKey(secret: string, kid: string): MadeKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { crv = '', x = '' } = publicKey.export({ format: 'jwk' })
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' })
  return { publicJwk: { kty: 'OKP', crv, x }, privateSealed: sealed(secret, purposeOf(kid), seed) }
}

/** Throws where the server's secret is another than the one it was sealed with. */
export const openKey = (secret: string, kid: string, privateSealed: string): KeyObject =>
  createPrivateKey({ key: opened(secret, purposeOf(kid), privateSealed), format: 'der', type: 'pkcs8' })
