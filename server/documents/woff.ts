import { inflateSync } from 'node:zlib'

/**
 * The font inside a WOFF file, unpacked. The PDF maker reads both, but unpacks a WOFF anew for each document, which
 * takes ten times as long as all the rest (https://www.w3.org/TR/WOFF/).
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF file')
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => tableAt(woff, 44 + index * 20))
  const head = Buffer.alloc(12 + tables.length * 16)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables.length, 4)
  const parts = [head]
  let offset = head.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + index * 16
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

function tableAt(woff: Buffer, at: number) {
  const [offset, packed, whole, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(at + field)) as [
    number,
    number,
    number,
    number,
  ]
  const bytes = woff.subarray(offset, offset + packed)
  return {
    tag: woff.toString('latin1', at, at + 4),
    checksum,
    // one that would not have become smaller was left as it is
    bytes: packed < whole ? inflateSync(bytes) : bytes,
  }
}
