/** Base64 of addresses (RFC 4648 §5), without padding, as JWS writes it. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Null: not as it is written. Bits that are left over must be nought, or two texts would be one. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [bits, held, at] = [0, 0, 0]
  for (const character of text) {
    const value = alphabet.indexOf(character)
    if (value === -1) return null
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at++] = (bits >> held) & 0xff
  }
  return (bits & ((1 << held) - 1)) === 0 ? bytes : null
}

/** Null: not plain letters, of which a slip is made. */
export function textOf(bytes: Uint8Array): string | null {
  return bytes.every((byte) => byte >= 0x20 && byte < 0x7f) ? String.fromCharCode(...bytes) : null
}
