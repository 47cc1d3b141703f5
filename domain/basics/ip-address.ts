/** An address as its bytes: four of IPv4, sixteen of IPv6. An IPv4 address that is mapped into IPv6 is the former. */
export type IpAddress = readonly number[]
export type Network = { readonly address: IpAddress; readonly bits: number }

/** Null if it is none. Only the usual way of writing: `new URL` has made all others into it. */
export function readIp(text: string): IpAddress | null {
  if (!text.includes(':')) return readFour(text)
  const bytes = readSixteen(text)
  return bytes && isMapped(bytes) ? bytes.slice(12) : bytes
}

function readFour(text: string): IpAddress | null {
  const parts = text.split('.')
  const isRight = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && +part < 256)
  return isRight ? parts.map(Number) : null
}

function readSixteen(text: string): IpAddress | null {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')).map(groupBytes))
  const [head = [], tail] = halves.map((half) => half.flat())
  if (halves.length > 2) return null
  const given = [...head, ...(tail ?? [])]
  if (given.some((byte) => byte === null)) return null
  const gap = 16 - given.length
  if (tail === undefined ? gap !== 0 : gap < 2) return null
  return [...head, ...Array<number>(tail === undefined ? 0 : gap).fill(0), ...(tail ?? [])].map(Number)
}

/** The last group may be an IPv4 address. */
function groupBytes(group: string): (number | null)[] {
  if (group.includes('.')) return [...(readFour(group) ?? [null])]
  if (!/^[0-9a-f]{1,4}$/i.test(group)) return [null]
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

const isMapped = (bytes: IpAddress): boolean =>
  bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255

/** `10.0.0.0/8`, `fd00::/8`, or one address alone. Null if it is neither. */
export function readNetwork(text: string): Network | null {
  const [host = '', length, ...rest] = text.trim().split('/')
  const address = readIp(host)
  if (!address || rest.length > 0) return null
  const most = address.length * 8
  if (length === undefined) return { address, bits: most }
  const isRight = /^\d{1,3}$/.test(length) && Number(length) <= most
  return isRight ? { address, bits: Number(length) } : null
}

export function isWithin(address: IpAddress, { address: network, bits }: Network): boolean {
  if (address.length !== network.length) return false
  return network.every((byte, index) => {
    const known = Math.min(8, Math.max(0, bits - index * 8))
    const mask = (0xff << (8 - known)) & 0xff
    return ((address[index] ?? 0) & mask) === (byte & mask)
  })
}
