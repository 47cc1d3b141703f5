import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readNetwork } from '#domain/basics/ip-address.ts'
import { days, later } from '#domain/basics/time.ts'
import { aCertificate, type Certificate } from '#testing/makers/certificates.ts'
import { outgoingTo } from '../platform/outgoing/outgoing.ts'
import { tryCall } from './calling.ts'

const usual = getCACertificates('default')
const known = aCertificate({ name: 'An authority that is known' })
const stranger = aCertificate({ name: 'An authority that nobody knows' })
setDefaultCACertificates([...usual, known.cert])
afterAll(() => setDefaultCACertificates(usual))

const here = ['127.0.0.1']
const outgoing = outgoingTo(['127.0.0.0/8'].flatMap((text) => readNetwork(text) ?? []))

/** Somebody's system on the loopback, which shows this. */
async function showing({ cert, key }: Pick<Certificate, 'cert' | 'key'>) {
  let calls = 0
  const server = createServer({ cert, key }, (_, response) => {
    calls++
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { code, fault } = await tryCall(outgoing, () => ({ url, headers: {}, body: Buffer.from('{}') }))
  return { code, fault, calls }
}

test.each<[string, () => Certificate, string]>([
  [
    'has expired',
    () => aCertificate({ name: 'old', addresses: here, by: known, until: later(new Date(), -days(1)) }),
    'certificate-ended',
  ],
  [
    'is of another name',
    () => aCertificate({ name: 'other', addresses: ['127.0.0.2'], by: known }),
    'certificate-name',
  ],
  [
    'is by somebody unknown',
    () => aCertificate({ name: 'hooks', addresses: here, by: stranger }),
    'certificate-unknown',
  ],
  ['is by itself', () => aCertificate({ name: 'hooks', addresses: here }), 'certificate-unknown'],
])('AMB-321 a certificate that %s has a word of its own, and nothing is sent', async (_, make, fault) => {
  expect(await showing(make())).toEqual({ code: null, fault, calls: 0 })
})

test('AMB-321 nor is a chain taken that ends at somebody unknown; a good certificate is', async () => {
  const own = aCertificate({ name: 'hooks', addresses: here, by: stranger })
  const chain = { ...own, cert: own.cert + stranger.cert }
  expect(await showing(chain)).toEqual({ code: null, fault: 'certificate-unknown', calls: 0 })
  const good = aCertificate({ name: 'hooks', addresses: here, by: known })
  expect(await showing(good)).toEqual({ code: 204, fault: null, calls: 1 })
})
