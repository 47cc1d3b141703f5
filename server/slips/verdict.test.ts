import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf, later } from '#domain/basics/time.ts'
import { longestSlip, readSlip, type SlipPayload } from '#domain/slips/slip.ts'
import { judgeSlip, type KnownKeys, keyFor, type SlipKey, type Verdict } from '#domain/slips/verdict.ts'
import { slipWordsEn } from '#domain/slips/words-en.ts'
import { slipWordsTa } from '#domain/slips/words-ta.ts'

const now = instantOf('2026-11-16', '11:00')
const seconds = (day: string, time: string) => instantOf(day, time).getTime() / 1_000
const pair = generateKeyPairSync('ed25519')

const payload: SlipPayload = {
  v: 1,
  slip: 'REDBANK-2026-004423',
  request: 'e19b5d30',
  bank: 'redbank',
  at: seconds('2026-11-16', '10:48'),
  seq: 1,
  emergency: false,
  bags: [
    ['A999926014381', 'PRBC', 'O+', seconds('2026-11-18', '23:59')],
    ['A999926014402', 'PRBC', 'O+', seconds('2026-11-19', '23:59')],
  ],
  p: '1a2b3c4d',
}
const key: SlipKey = {
  kid: 'redbank-1',
  bankId: 'redbank',
  bankName: 'Redbank',
  x: pair.publicKey.export({ format: 'jwk' }).x ?? '',
  madeAt: instantOf('2026-01-01', '09:00'),
  retiredAt: null,
  compromisedAt: null,
}
const knowing = (change: Partial<SlipKey> = {}): KnownKeys => ({ keys: [{ ...key, ...change }], toldAt: now })

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function signed(
  body: unknown = payload,
  head: unknown = { alg: 'EdDSA', kid: key.kid },
  by: KeyObject = pair.privateKey,
) {
  const text = `${encoded(head)}.${encoded(body)}`
  return `${text}.${sign(null, Buffer.from(text), by).toString('base64url')}`
}

const opened = new Map<string, KeyObject>()
function publicKeyOf({ x }: SlipKey): KeyObject {
  const known = opened.get(x) ?? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  opened.set(x, known)
  return known
}

/** As the page does it, with another engine. */
function judged(text: string, known = knowing(), { at = now, isElsewhere = false } = {}): Verdict {
  const reading = readSlip(text)
  const found = keyFor(reading, known)
  const isSigned =
    typeof reading !== 'string' &&
    found !== null &&
    verify(null, Buffer.from(reading.signed), publicKeyOf(found), reading.signature)
  return judgeSlip(reading, known, { isSigned, isElsewhere, isSetAside: false, isOnline: true, now: at })
}

describe('AMB-314 the verdict on a slip', () => {
  test('as the bank signed it, it is genuine', () => {
    expect(judged(signed())).toEqual({ kind: 'genuine', slip: payload, key })
  })

  test('every byte changed once, to whatever: none is genuine', { timeout: 120_000 }, () => {
    const slip = signed()
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n']
    const passed: string[] = []
    for (let at = 0; at < slip.length; at++) {
      const flips = [0, 1, 2, 3, 4, 5, 6, 7].map((bit) =>
        String.fromCharCode(slip.charCodeAt(at) ^ (1 << bit)),
      )
      for (const letter of new Set([...others, ...flips, ''])) {
        const bent = slip.slice(0, at) + letter + slip.slice(at + 1)
        if (bent === slip) continue
        const { kind } = judged(bent)
        if (kind === 'genuine' || kind === 'expired-bag' || kind === 'seen-before')
          passed.push(`${at} ${letter}`)
      }
    }
    expect(passed).toEqual([])
  })

  const other = generateKeyPairSync('ed25519').privateKey
  const none = `${encoded({ alg: 'none', kid: key.kid })}.${encoded(payload)}.`
  test.each<[string, string, Verdict['kind']]>([
    ['without a signature', none, 'changed'],
    ['alg none with the bytes of a signature', signed(payload, { alg: 'none', kid: key.kid }), 'changed'],
    ['alg HS256', signed(payload, { alg: 'HS256', kid: key.kid }), 'changed'],
    ['a header with more in it', signed(payload, { alg: 'EdDSA', kid: key.kid, jwk: { x: '' } }), 'changed'],
    ['signed by somebody else', signed(payload, undefined, other), 'changed'],
    [
      'a kid that nobody has, of a bank that is known',
      signed(payload, { alg: 'EdDSA', kid: 'redbank-9' }),
      'changed',
    ],
    ['a key of another bank', signed({ ...payload, bank: 'lifeline' }), 'changed'],
    [
      'a bank that nobody knows',
      signed({ ...payload, bank: 'moonbank' }, { alg: 'EdDSA', kid: 'moon-1' }),
      'unknown-bank',
    ],
    ['a megabyte', `${signed()}${'A'.repeat(1_000_000)}`, 'changed'],
    ['a megabyte of dots', '.'.repeat(1_000_000), 'not-ours'],
    ['a payload that is no slip', signed({ hello: 1 }), 'changed'],
    ['a payload with a name in it', signed({ ...payload, name: 'Mohammed Irfan' }), 'changed'],
    ['no bags', signed({ ...payload, bags: [] }), 'changed'],
    ['a group that there is not', signed({ ...payload, bags: [['A1234', 'PRBC', 'X+', 1]] }), 'changed'],
    ['the address of another system', 'https://pay.example/?id=7', 'not-ours'],
    ['nothing', '', 'not-ours'],
  ])('%s: %s', (_, text, kind) => {
    expect(judged(text).kind).toBe(kind)
  })

  test('whatever the bytes, there is an answer and it is never genuine', () => {
    const wild = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.base64String())
    fc.assert(
      fc.property(wild, wild, wild, (one, two, three) => {
        for (const text of [one, `${one}.${two}.${three}`, `eyJ${one}.${two}.${three}`])
          expect(['changed', 'not-ours', 'unknown-bank']).toContain(judged(text).kind)
      }),
      { numRuns: 300 },
    )
  })

  test('a bag is over at its end, and not a second before', () => {
    const end = instantOf('2026-11-18', '23:59')
    expect(judged(signed(), knowing(), { at: later(end, -1_000) }).kind).toBe('genuine')
    expect(judged(signed(), knowing(), { at: end }).kind).toBe('expired-bag')
  })

  test('a retired key keeps what it signed before; one that others may have keeps nothing', () => {
    const before = instantOf('2026-11-16', '10:00')
    expect(judged(signed(), knowing({ retiredAt: now })).kind).toBe('genuine')
    expect(judged(signed(), knowing({ retiredAt: before }))).toMatchObject({ kind: 'withdrawn', on: before })
    expect(judged(signed(), knowing({ retiredAt: now, compromisedAt: now }))).toMatchObject({
      kind: 'withdrawn',
      on: now,
    })
  })

  test('a slip that is newer than the keys of this phone may have a key that it does not know', () => {
    const old = { ...knowing(), toldAt: instantOf('2026-11-15', '10:00') }
    expect(judged(signed(payload, { alg: 'EdDSA', kid: 'redbank-2' }), old).kind).toBe('unknown-bank')
  })

  test('a bag that was issued for another order since', () => {
    expect(judged(signed(), knowing(), { isElsewhere: true }).kind).toBe('seen-before')
  })
})

test('AMB-314 a slip of as many bags as there may be is short enough to be read', () => {
  const bags = Array.from({ length: 10 }, () => ['9'.repeat(30), 'PRBC', 'AB+', 1_798_396_140])
  const longest = signed({ ...payload, slip: `${'B'.repeat(60)}-2026-000001`, bank: 'b'.repeat(60), bags })
  expect(longest.length).toBeLessThan(longestSlip)
  expect(typeof readSlip(longest)).toBe('object')
})

test('AMB-314 every text of the page is there in Tamil, in its own script, with the same gaps to fill', () => {
  const leaves = (words: unknown, way = ''): [string, string][] =>
    typeof words === 'string'
      ? [[way, words]]
      : Object.entries(words as object).flatMap(([name, one]) => leaves(one, `${way} ${name}`))
  const gapsIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join()
  const english = leaves(slipWordsEn)
  const tamil = leaves(slipWordsTa)
  expect(tamil.map(([way, text]) => [way, gapsIn(text)])).toEqual(
    english.map(([way, text]) => [way, gapsIn(text)]),
  )
  expect(tamil.filter(([, text]) => !/\p{Script=Tamil}/u.test(text))).toEqual([])
})
