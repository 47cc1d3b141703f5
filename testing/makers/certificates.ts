import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { days, later } from '#domain/basics/time.ts'

export type Certificate = { readonly cert: string; readonly key: string; readonly name: string }

type Wish = {
  name: string
  /** Addresses that it is good for. */
  addresses?: readonly string[]
  until?: Date
  /** Who vouches for it; itself, where nobody does. */
  by?: Certificate
}

/** An X.509 certificate as an authority of one's own would give it out. */
export function aCertificate({
  name,
  addresses = [],
  until = later(new Date(), days(1)),
  by,
}: Wish): Certificate {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer = by ? createPrivateKey(by.key) : pair.privateKey
  const isAuthority = addresses.length === 0
  const extensions = [
    ...(isAuthority ? [seq(basicConstraints, yes, octets(seq(yes)))] : []),
    ...(isAuthority
      ? []
      : [seq(subjectAltName, octets(seq(...addresses.map((one) => tagged(0x87, ipv4(one))))))]),
  ]
  const told = seq(
    tagged(0xa0, number(Buffer.from([2]))),
    number(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsa,
    named(by?.name ?? name),
    seq(time(later(until, -days(30))), time(until)),
    named(name),
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, seq(...extensions)),
  )
  const whole = seq(told, ecdsa, tagged(0x03, Buffer.from([0]), sign('sha256', told, signer)))
  return { cert: pem(whole), key: pemOf(pair.privateKey), name }
}

/** As DER writes things down: what it is, how long it is, and itself. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const inside = Buffer.concat(parts)
  const { length } = inside
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), inside])
}

const seq = (...parts: Buffer[]) => tagged(0x30, ...parts)
const number = (bytes: Buffer) => tagged(0x02, bytes)
const octets = (inside: Buffer) => tagged(0x04, inside)
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const yes = tagged(0x01, Buffer.from([0xff]))
const ecdsa = seq(oid('2a8648ce3d040302'))
const basicConstraints = oid('551d13')
const subjectAltName = oid('551d11')
const named = (name: string) => seq(tagged(0x31, seq(oid('550403'), tagged(0x0c, Buffer.from(name)))))
const time = (at: Date) => tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`))
const ipv4 = (address: string) => Buffer.from(address.split('.').map(Number))
const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))
