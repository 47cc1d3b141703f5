import { expect, test } from 'vitest'
import { isWithin, readIp, readNetwork } from './ip-address.ts'
import { whyNotCall as whyNot, whyNotReach } from './outgoing.ts'

const none: never[] = []
const whyNotCall = (text: string, allowed: Parameters<typeof whyNot>[1]) => whyNot(URL.parse(text), allowed)
const networks = (...texts: string[]) => texts.flatMap((text) => readNetwork(text) ?? [])

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGu',
  'https://8.8.8.8/x',
  'https://172.32.0.1/x',
  'https://[2606:4700::1111]/x',
  'https://push.example.org:8443/x',
])('AMB-304 %s is called', (address) => {
  expect(whyNotCall(address, none)).toBeNull()
})

test.each([
  ['', 'no-address'],
  ['push', 'no-address'],
  ['https://', 'no-address'],
  [`https://push.example.org/${'x'.repeat(2_000)}`, 'no-address'],
  ['http://push.example.org/x', 'not-https'],
  ['http://8.8.8.8/x', 'not-https'],
  ['ftp://push.example.org/x', 'not-https'],
  ['file:///etc/passwd', 'not-https'],
  ['javascript:alert(1)', 'not-https'],
  ['https://somebody@push.example.org/x', 'has-credentials'],
  ['https://:secret@push.example.org/x', 'has-credentials'],
  ['https://localhost/x', 'inside-network'],
  ['https://LOCALHOST./x', 'inside-network'],
  ['https://db/x', 'inside-network'],
  ['https://printer.local/x', 'inside-network'],
  ['https://printer.local./x', 'inside-network'],
  ['https://metadata.google.internal/x', 'inside-network'],
  ['https://nas.home.arpa/x', 'inside-network'],
  ['https://127.0.0.1/x', 'inside-network'],
  ['https://0x7f.1/x', 'inside-network'],
  ['https://2130706433/x', 'inside-network'],
  ['https://0177.0.0.1/x', 'inside-network'],
  ['https://0.0.0.0/x', 'inside-network'],
  ['https://10.1.2.3/x', 'inside-network'],
  ['https://100.64.0.1/x', 'inside-network'],
  ['https://100.127.255.255/x', 'inside-network'],
  ['https://169.254.169.254/latest', 'inside-network'],
  ['https://172.16.0.1/x', 'inside-network'],
  ['https://172.31.255.255/x', 'inside-network'],
  ['https://192.168.0.1/x', 'inside-network'],
  ['https://224.0.0.1/x', 'inside-network'],
  ['https://255.255.255.255/x', 'inside-network'],
  ['https://[::]/x', 'inside-network'],
  ['https://[::1]/x', 'inside-network'],
  ['https://[fe80::1]/x', 'inside-network'],
  ['https://[fd12:3456::1]/x', 'inside-network'],
  ['https://[::ffff:10.0.0.1]/x', 'inside-network'],
  ['https://[::ffff:127.0.0.1]/x', 'inside-network'],
  ['https://[::127.0.0.1]/x', 'inside-network'],
  ['https://[64:ff9b::7f00:1]/x', 'inside-network'],
  ['https://[2002:7f00:1::]/x', 'inside-network'],
  ['https://[2001:db8::1]/x', 'inside-network'],
  ['https://[ff02::1]/x', 'inside-network'],
])('AMB-304 %s is not: %s', (address, code) => {
  expect(whyNotCall(address, none)?.code).toBe(code)
})

test('AMB-304 what the operator allows is called, without https too, and nothing beside it', () => {
  const loopback = networks('127.0.0.0/8')
  expect(whyNotCall('http://127.0.0.1:9/x', loopback)).toBeNull()
  expect(whyNotCall('https://[::ffff:127.0.0.1]/x', loopback)).toBeNull()
  expect(whyNotCall('http://10.0.0.1/x', loopback)?.code).toBe('inside-network')
  expect(whyNotCall('http://localhost/x', loopback)?.code).toBe('not-https')
  expect(whyNotCall('http://8.8.8.8/x', loopback)?.code).toBe('not-https')
})

test.each([
  ['10.9.8.7', '10.0.0.0/8', true],
  ['11.9.8.7', '10.0.0.0/8', false],
  ['172.31.0.1', '172.16.0.0/12', true],
  ['172.32.0.1', '172.16.0.0/12', false],
  ['10.0.0.1', '0.0.0.0/0', true],
  ['::1', '0.0.0.0/0', false],
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.2', '10.0.0.1', false],
  ['fd00::5', 'fc00::/7', true],
  ['fe00::5', 'fc00::/7', false],
])('%s lies in %s: %s', (address, network, is) => {
  const [read] = networks(network)
  expect(read && isWithin(readIp(address) ?? [], read)).toBe(is)
})

test.each(['', '1.2.3', '1.2.3.4.5', '1.2.3.256', '01.2.3.4', ':::', '1::2::3', '1:2:3', 'g::', '::1.2.3'])(
  '%j is no address',
  (text) => {
    expect(readIp(text)).toBeNull()
  },
)

test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/x', 'fd00::/129', 'lan'])(
  '%j is no network',
  (text) => {
    expect(readNetwork(text)).toBeNull()
  },
)

test('AMB-304 of a name that stands for several addresses each is asked about', () => {
  const codes = ['8.8.8.8', '10.0.0.1', '::ffff:192.168.1.1'].map(
    (address) => whyNotReach(readIp(address) ?? [], none)?.code ?? null,
  )
  expect(codes).toEqual([null, 'inside-network', 'inside-network'])
})
