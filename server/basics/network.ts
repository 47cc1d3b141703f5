import { isIPv6 } from 'node:net'

/** Nobody is there any more: the connection ended before the call was looked at. */
export class Gone extends Error {}

/** An IPv6 household has 2^64 addresses of its own, so it is counted as one; an IPv4 address counts for itself. */
export function networkOf(ip: string | undefined): string {
  // a socket that has ended knows no address: whoever it was, they are not counted as one
  if (ip === undefined) throw new Gone('the sender has gone')
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? [] : Array(8 - left.length - right.length).fill('0')
  const groups = [...left, ...gap, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Who rents a server often has 2^16 such networks: they are counted together as well. Null for IPv4. */
export const widerNetwork = (network: string): string | null =>
  network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null
