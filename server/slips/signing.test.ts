import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { patientMark, patientText, readSlip, typedIds } from '#domain/slips/slip.ts'
import { operatorOn } from '#server/db/operator.ts'
import { aService } from '#testing/harness/service.ts'
import { aBag } from '#testing/makers/bags.ts'
import { aBank } from '#testing/makers/makers.ts'
import { keyStore } from './key-store.ts'
import { openKey } from './keys.ts'
import { hasSlipKey, signSlip, type ToSign } from './signing.ts'

const { db } = await aService({ settings: { ROLE: 'web' } })
const act = operatorOn(db)
const secret = 'the secret of this server, 32 letters'

const toSign = (change: Partial<ToSign> = {}): ToSign => ({
  bankId: 'redbank',
  requestId: 'e19b5d30',
  patientId: 'FH-20817',
  seq: 1,
  isEmergency: false,
  bags: [aBag()],
  ...change,
})
const signedAt = (day: string, time: string, change: Partial<ToSign> = {}) =>
  act(instantOf(day, time), (work) => signSlip(work, secret, toSign(change)))

test('AMB-314 slips of a bank have no gaps: one that was let go takes none; they begin anew with the year of India', async () => {
  const { id: bankId } = await aBank(db)
  const name = bankId.toUpperCase()
  const slip = async (day: string, time: string) => (await signedAt(day, time, { bankId })).slip
  expect(await slip('2026-12-31', '12:00')).toBe(`${name}-2026-000001`)
  const letGo = act(instantOf('2026-12-31', '12:30'), async (work) => {
    await signSlip(work, secret, toSign({ bankId }))
    throw new Error('let go')
  })
  await expect(letGo).rejects.toThrow('let go')
  expect(await slip('2026-12-31', '23:30')).toBe(`${name}-2026-000002`)
  expect(await slip('2027-01-01', '00:30')).toBe(`${name}-2027-000001`)
})

test('AMB-314 twenty first slips at once are twenty numbers under one key', async () => {
  const { id: bankId } = await aBank(db)
  const all = await Promise.all(Array.from({ length: 20 }, () => signedAt('2026-11-16', '10:48', { bankId })))
  const numbers = all.map(({ slip }) => Number(slip.slice(-6))).toSorted((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(new Set(all.map(({ kid }) => kid))).toEqual(new Set([`${bankId}-1`]))
})

test('AMB-314 what is signed has neither name nor patient ID, and its key verifies it', async () => {
  const { id: bankId } = await aBank(db)
  const { jws, slip, kid } = await signedAt('2026-11-16', '10:48', { bankId })
  const read = readSlip(jws)
  if (typeof read === 'string') throw new Error(read)
  const { p, ...payload } = read.payload
  expect(payload).toEqual({
    v: 1,
    slip,
    request: 'e19b5d30',
    bank: bankId,
    at: 1_794_806_280,
    seq: 1,
    emergency: false,
    bags: [['A999926014381', 'PRBC', 'O+', 1_798_396_140]],
  })
  expect(p).toMatch(/^[0-9a-f]{8}$/)
  const { publicJwk } = (await keyStore(db).publicHalves()).find((key) => key.kid === kid) ?? {}
  const key = createPublicKey({ key: publicJwk as never, format: 'jwk' })
  expect(verify(null, Buffer.from(read.signed), key, read.signature)).toBe(true)
})

test.each([
  ['FH-20817', [' fh-20817', 'Fh-20817', 'FH-20817']],
  ['Fh-20817', ['fh-20817', 'FH-20817 ', 'Fh-20817']],
  ['fh-20817', ['FH-20817']],
  [' ward 3  Fh/7 ', ['WARD 3 fh/7', 'ward 3  Fh/7']],
])('AMB-385 a slip for %j is found by whoever types %j', async (patientId, typed) => {
  const { id: bankId } = await aBank(db)
  const { jws, slip } = await signedAt('2026-11-16', '10:48', { bankId, patientId })
  const read = readSlip(jws)
  if (typeof read === 'string') throw new Error(read)
  const marks = (text: string) =>
    typedIds(text).map((id) => patientMark(createHash('sha256').update(patientText(slip, id)).digest('hex')))
  for (const text of typed) expect(marks(text)).toContain(read.payload.p)
  expect(marks('FH-20818')).not.toContain(read.payload.p)
})

test('AMB-314 the private half opens with the secret of the server alone', async () => {
  const { id: bankId } = await aBank(db)
  const { kid } = await signedAt('2026-11-16', '10:48', { bankId })
  const { privateSealed = '' } = (await keyStore(db).inUse(bankId)) ?? {}
  expect(openKey(secret, kid, privateSealed).asymmetricKeyType).toBe('ed25519')
  expect(() => openKey('another secret, 32 letters or more', kid, privateSealed)).toThrow()
})

test('AMB-314 a bank whose key was withdrawn has none; one that never signed gets its own', async () => {
  const { id: bankId } = await aBank(db)
  expect(await hasSlipKey(db, bankId)).toBe(true)
  await signedAt('2026-11-16', '10:48', { bankId })
  expect(await hasSlipKey(db, bankId)).toBe(true)
  await db.updateTable('bankKeys').set({ retiredAt: new Date() }).where('bankId', '=', bankId).execute()
  expect(await hasSlipKey(db, bankId)).toBe(false)
  await expect(signedAt('2026-11-16', '10:49', { bankId })).rejects.toThrow('retired')
})
