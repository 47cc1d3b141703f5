import { describe, expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { endOf, KeyDraft, lastDayAtMost, mostKeys, whyNotMake, whyNotOneMore } from './making.ts'
import { scopes, scopesFor } from './scopes.ts'
import { isByKey, keyAnywhere, keyIn, stateOf, whyNotCall, whyNotFrom, whyNotUse } from './using.ts'

const now = instantOf('2026-11-16', '10:00')
const drafted = (change: object) =>
  KeyDraft.parse({ name: 'HIS ward module', scopes: ['orders:read'], ...change })
const secret = 'A'.repeat(43)

describe('AMB-317 a draft', () => {
  test.each<[string, object, string | undefined]>([
    ['as it should be', {}, undefined],
    ['a name of sixty', { name: 'x'.repeat(60) }, undefined],
    ['a name of sixty-one', { name: 'x'.repeat(61) }, 'name-long'],
    ['no name', { name: ' ' }, 'name-blank'],
    ['nothing ticked', { scopes: [] }, 'no-scope'],
    ['what a hospital has not', { scopes: ['bags:write'] }, 'scope-unfit'],
    ['one address', { networks: ['203.0.113.7', '2001:db8::1'] }, undefined],
    ['a network of a wrong length', { networks: ['203.0.113.7/33'] }, 'no-network'],
    ['a blank network', { networks: [' '] }, 'no-network'],
    ['too many networks', { networks: Array(21).fill('10.0.0.1') }, 'too-many-networks'],
    ['ending today', { lastDay: '2026-11-16' }, undefined],
    ['ending yesterday', { lastDay: '2026-11-15' }, 'end-past'],
    ['ending in two years', { lastDay: lastDayAtMost(now) }, undefined],
    ['ending later', { lastDay: '2028-11-16' }, 'end-far'],
  ])('%s', (_, change, code) => {
    expect(whyNotMake(drafted(change), { product: 'pilot' }, now)?.code).toBe(code)
  })

  test('AMB-318 a test key has what a hospital’s may, and a bank makes none', () => {
    const trial = drafted({ isTest: true, scopes: ['orders:write'] })
    expect(whyNotMake(trial, { product: 'admin' }, now)).toBeNull()
    expect(whyNotMake(trial, { product: 'bloodbank' }, now)?.code).toBe('no-test-bank')
  })

  test('AMB-315 the provider and banks may tick what is theirs', () => {
    for (const product of ['admin', 'bloodbank', 'plus'] as const) {
      const unfit = scopes.filter((scope) => whyNotMake(drafted({ scopes: [scope] }), { product }, now))
      expect(unfit).toEqual(scopes.filter((scope) => !scopesFor[product].includes(scope)))
    }
  })

  test('a name is taken in any letters, and twenty are enough', () => {
    expect(whyNotOneMore({ name: 'his' }, ['HIS'])?.code).toBe('name-taken')
    expect(whyNotOneMore({ name: 'his' }, Array(mostKeys - 1).fill('x'))).toBeNull()
    expect(whyNotOneMore({ name: 'his' }, Array(mostKeys).fill('x'))?.code).toBe('too-many-keys')
  })

  test('it ends with its last day in India', () => {
    expect(endOf({ lastDay: '2026-11-16' }, now)).toEqual(instantOf('2026-11-17', '00:00'))
    expect(endOf({ lastDay: null }, now)).toEqual(instantOf('2027-11-17', '00:00'))
  })
})

describe('AMB-316 the header', () => {
  test.each<[string | undefined, boolean, boolean]>([
    [undefined, false, false],
    ['Basic eDp5', false, false],
    ['Bearerx', false, false],
    ['Bearer', true, false],
    ['bearer  x', true, false],
    [`Bearer cm_live_${secret}`, true, true],
    [`BEARER  cm_test_${secret} `, true, true],
    [`Bearer cm_live_${secret}A`, true, false],
    [`Bearer cm_live_${secret.slice(1)}`, true, false],
    [`Bearer cm_dead_${secret}`, true, false],
    [`Bearer cm_live_${secret} x`, true, false],
  ])('%s', (header, isKeys, isRead) => {
    expect([isByKey(header), keyIn(header ?? '') !== null]).toEqual([isKeys, isRead])
  })

  test('one that stands where it should not is seen, cut or whole', () => {
    const seen = (text: string) => text.replace(keyAnywhere, '[key]')
    expect(seen(`/api/x/cm_live_${secret}/y`)).toBe('/api/x/[key]/y')
    expect(seen(`a=cm_test_${secret.slice(20)}&b=cm_live_${secret}`)).toBe('a=[key]&b=[key]')
    expect(seen('/help/cm_live_')).toBe('/help/cm_live_')
  })
})

test.each<[Date | null, Date, string, string | undefined]>([
  [null, new Date(now.getTime() + 1), 'live', undefined],
  [null, now, 'ended', 'key-ended'],
  [now, new Date(now.getTime() + 1), 'stopped', 'key-stopped'],
  [now, now, 'stopped', 'key-stopped'],
])('AMB-317 stopped at %s, good until %s: %s', (stoppedAt, until, state, code) => {
  expect(stateOf({ stoppedAt, until }, now)).toBe(state)
  expect(whyNotUse({ stoppedAt, until, networks: [] }, now)?.code).toBe(code)
})

test.each<[string[], string, boolean]>([
  [[], 'anything', true],
  [['10.0.0.0/8'], '10.9.8.7', true],
  [['10.0.0.0/8'], '::ffff:10.9.8.7', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['10.0.0.0/8', '2001:db8::/32'], '2001:db8::9', true],
  [['2001:db8::/32'], '10.0.0.1', false],
  [['10.0.0.1'], 'unix', false],
])('AMB-317 networks %j, from %s: %s', (networks, address, isTaken) => {
  expect(whyNotFrom({ networks }, address) === null).toBe(isTaken)
})

test('AMB-315 a route without a scope is closed to all keys', () => {
  expect(whyNotCall([...scopes], undefined)?.code).toBe('key-closed')
  expect(whyNotCall(['orders:read'], 'orders:write')?.code).toBe('key-scope')
  expect(whyNotCall(['orders:write'], 'orders:write')).toBeNull()
})
