import { createHmac } from 'node:crypto'

const stepSeconds = 30
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * What an authenticator app shows for this key, now or so many steps of half a minute away (RFC 6238). The server takes
 * the step before, its own and the next: of these 0 and 1 stay right while a slow test runs into the next half minute.
 */
export const totpCode = (key: string, steps = 0): string =>
  codeAt(bytesOf(key), Math.floor(Date.now() / 1000 / stepSeconds) + steps)

/** Right five minutes ago, and by no chance right now as well. */
export function staleCode(key: string): string {
  const taken = new Set([-2, -1, 0, 1, 2].map((steps) => totpCode(key, steps)))
  let steps = -10
  while (taken.has(totpCode(key, steps))) steps--
  return totpCode(key, steps)
}

/** So many different codes that are all wrong. */
export function wrongCodes(key: string, count: number): string[] {
  const taken = new Set([-2, -1, 0, 1, 2, 3].map((steps) => totpCode(key, steps)))
  const found: string[] = []
  for (let n = 0; found.length < count; n++) {
    const code = String(n).padStart(6, '0')
    if (!taken.has(code)) found.push(code)
  }
  return found
}

function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Base 32 (RFC 4648). */
function bytesOf(key: string): Buffer {
  const bits = [...key.replace(/[\s=]/g, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
