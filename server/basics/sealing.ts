import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'

/** A key of its own for each purpose, worked out of the server's secret like those of drafts (decision 78). */
const sealingKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** For what is kept in the database and must be of no use without the server's secret. */
export function sealed(secret: string, purpose: string, bytes: Uint8Array): string {
  const nonce = randomBytes(12)
  const sealing = createCipheriv(cipher, sealingKey(secret, purpose), nonce)
  return Buffer.concat([nonce, sealing.update(bytes), sealing.final(), sealing.getAuthTag()]).toString(
    'base64url',
  )
}

/** Throws where the server's secret is another than the one it was sealed with. */
export function opened(secret: string, purpose: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  const opening = createDecipheriv(cipher, sealingKey(secret, purpose), bytes.subarray(0, 12))
  opening.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([opening.update(bytes.subarray(12, -16)), opening.final()])
}
