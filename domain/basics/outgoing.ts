import { type IpAddress, isWithin, type Network, readIp, readNetwork } from './ip-address.ts'
import { no, type Refusal, type Wording } from './refusal.ts'

/*
 * Where the server may be sent by what somebody else wrote down: to the public network, by https. What stands inside
 * the house answers anybody who is inside, and a server that calls for strangers would be their hand there.
 */

export const outgoingWords = {
  'no-address': { title: 'Not An Address', text: 'This is not an address that can be called.' },
  'not-https': {
    title: 'Not Safe',
    text: 'Only addresses that begin with https are called.',
  },
  'has-credentials': { title: 'Not Safe', text: 'An address with a name or a password in it is not called.' },
  'inside-network': {
    title: 'Not A Public Address',
    text: 'This address lies inside a network of its own, where the server does not call.',
  },
} satisfies Record<string, Wording>
export type OutgoingRefusal = Refusal<keyof typeof outgoingWords>

/** The operator's exceptions: these may be called, and without https too. Empty unless somebody sets it. */
export type AllowedNetworks = readonly Network[]

const longestAddress = 2_000

/** As `URL` reads it, which makes one of many ways to write a host. */
export type ParsedAddress = {
  readonly href: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
}

/**
 * What can be said of an address without asking anybody. Its name is looked up, and asked about, when it is called.
 * Null: it could not be read.
 */
export function whyNotCall(url: ParsedAddress | null, allowed: AllowedNetworks): OutgoingRefusal | null {
  if (url === null || url.href.length > longestAddress) return no('no-address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return no('not-https')
  if (url.username !== '' || url.password !== '') return no('has-credentials')
  const host = hostOf(url)
  const address = readIp(host)
  if (address) {
    const refusal = whyNotReach(address, allowed)
    if (refusal) return refusal
    return url.protocol === 'https:' || isAllowed(address, allowed) ? null : no('not-https')
  }
  if (url.protocol !== 'https:') return no('not-https')
  return isInnerName(host) ? no('inside-network') : null
}

/** Asked again for what a name stands for at the moment of calling. */
export const whyNotReach = (address: IpAddress, allowed: AllowedNetworks): OutgoingRefusal | null =>
  isPublic(address) || isAllowed(address, allowed) ? null : no('inside-network')

/** Without the brackets of IPv6 and the dot at its end. */
const hostOf = ({ hostname }: ParsedAddress): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

const isAllowed = (address: IpAddress, allowed: AllowedNetworks): boolean =>
  allowed.some((network) => isWithin(address, network))

/** Names that only some network of its own knows. */
const isInnerName = (host: string): boolean => {
  const labels = host.split('.')
  return labels.length < 2 || innerEndings.includes(labels.at(-1) ?? '') || host.endsWith('.home.arpa')
}
const innerEndings = [
  ...['local', 'localhost', 'localdomain', 'internal', 'intranet', 'private', 'corp', 'home', 'lan'],
  ...['test', 'invalid', 'onion'],
]

const isPublic = (address: IpAddress): boolean =>
  address.length === 4
    ? !innerFour.some((network) => isWithin(address, network))
    : isWithin(address, globalSix) && !innerSix.some((network) => isWithin(address, network))

const known = (text: string): Network => {
  const network = readNetwork(text)
  if (!network) throw new Error(`${text} is no network`)
  return network
}

// of the registries of special-purpose addresses, RFC 6890 and what came after it
const innerFour = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
].map(known)
/** Everything else is a network's own, a loopback, a group, or a way round to IPv4. */
const globalSix = known('2000::/3')
const innerSix = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(known)
