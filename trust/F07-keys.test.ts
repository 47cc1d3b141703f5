import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, earlier, later } from '#domain/basics/time.ts'
import { type Scope, scopes, scopesFor } from '#domain/keys/scopes.ts'
import type { Product } from '#domain/people/roles.ts'
import { aKey } from '#testing/makers/keys.ts'
import { sentFor } from './access/asking.ts'
import { aHouse, type House } from './access/house.ts'
import { type Kind, kinds, may, type NamedRoute, routes } from './access/who-may.ts'
import { anyValid } from './input/shapes.ts'

/*
 * Every route as every kind of key. The contract is the authority: what a route names as its scope, and who may call it
 * by `who-may.ts`, say what is to be answered, so that a new route is covered without a thought.
 */

type Wish = Parameters<typeof aKey>[1]
/** `as`: what an admin of theirs would be, who may at least as much. */
type KindOfKey = { name: string; wish: Wish; as: Kind; status?: 401 | 403 }

const adminOf: Record<Product, Kind> = {
  pilot: 'pilot admin',
  plus: 'plus admin',
  bloodbank: 'bank',
  admin: 'provider',
}
const at = new Date('2026-11-16T10:00:00+05:30')
const products = Object.keys(adminOf) as Product[]

const whole: KindOfKey[] = products.map((product) => ({
  name: `${product}, all`,
  wish: { product },
  as: adminOf[product],
}))
const single: KindOfKey[] = products.flatMap((product) =>
  scopesFor[product].map((scope) => ({
    name: `${product}, ${scope}`,
    wish: { product, scopes: [scope] },
    as: adminOf[product],
  })),
)
const others: KindOfKey[] = [
  { name: 'test', wish: { isTest: true }, as: 'pilot admin' },
  // what nobody can tick, and somebody wrote into the row
  { name: 'pilot, beyond its own', wish: { scopes: [...scopes] }, as: 'pilot admin' },
  { name: 'stopped', wish: { stoppedAt: at }, as: 'pilot admin', status: 401 },
  { name: 'past its end', wish: { until: earlier(at, 1) }, as: 'pilot admin', status: 401 },
  { name: 'of a suspended hospital', wish: { organisationId: 'barred' }, as: 'suspended', status: 401 },
  { name: 'of a pending hospital', wish: { organisationId: 'newcomer' }, as: 'pending', status: 403 },
  { name: 'from elsewhere', wish: { networks: ['192.0.2.0/24'] }, as: 'pilot admin', status: 403 },
]
const kindsOfKeys = [...whole, ...single, ...others]

let house: House
beforeAll(async () => {
  house = await aHouse(79)
})
afterAll(() => house.close())

const held = ({ wish }: KindOfKey): readonly Scope[] =>
  wish?.scopes ?? scopesFor[wish?.isTest ? 'pilot' : (wish?.product ?? 'pilot')]

/** Null: let through the door, whatever is thought of what was sent. */
function refusedWith({ name, row }: NamedRoute, key: KindOfKey): number | null {
  // what everybody is told, a hospital that waits is told too
  if (row.key === 'any' && key.as === 'pending') return null
  if (key.status) return key.status
  const isOpen = row.key === 'any' || (row.key !== undefined && held(key).includes(row.key))
  return isOpen && may[name]?.includes(key.as) ? null : 403
}

async function ask({ row }: NamedRoute, key: string) {
  const sent = sentFor(row, anyValid(row.input, house.dice) as Record<string, unknown>)
  // with the session of somebody who may everything there, which is not looked at
  const headers = { ...sent.headers, authorization: `Bearer ${key}`, origin: 'https://elsewhere.example' }
  return house.ask(kinds['pilot admin'], { ...sent, headers })
}

test.each(kindsOfKeys)('F07 AMB-315 AMB-316 every route with a key: $name', async (kind) => {
  const { db } = house.service
  const { key, id } = await aKey(db, { until: later(at, days(30)), ...kind.wish }, at)
  const wrong: string[] = []
  let calls = 0
  for (const route of routes) {
    // limits are another test's matter
    if (++calls % 30 === 0) await house.forgetLimits()
    const expected = refusedWith(route, kind)
    const { status, text } = await ask(route, key)
    const isRight = expected === null ? ![401, 403].includes(status) && status < 500 : status === expected
    // an invoice that is not theirs is refused in the words of §8
    const isNotTheirs = expected === null && status === 403 && !/"code":"(?:key-|forbidden)/.test(text)
    if (!isRight && !isNotTheirs) wrong.push(`${route.name}: ${status} ${text.slice(0, 120)}`)
  }
  expect(wrong).toEqual([])
  const done = await db.selectFrom('events').select('kind').where('actorId', '=', id).execute()
  if (kind.status) expect(done).toEqual([])
  // nothing that is for persons was done by it
  expect(done.filter((event) => /approv|reject|link|key|price|account/.test(event.kind))).toEqual([])
})

test('F07 AMB-315 a scope that can be ticked opens a route of theirs, and no route asks for one that nobody has', () => {
  for (const { name, row } of routes) {
    if (row.key === undefined || row.key === 'any') continue
    const whose = products.filter(
      (product) => scopesFor[product].includes(row.key as Scope) && may[name]?.includes(adminOf[product]),
    )
    expect(whose, name).not.toEqual([])
    expect(row.stream, name).toBeUndefined()
    expect(row.who, name).not.toBe('anyone')
  }
})

test('F07 AMB-316 a key that nobody made is nobody’s, for every route', async () => {
  for (const route of routes) {
    const invented = `cm_live_${randomUUID().replaceAll('-', '').padEnd(43, 'x')}`
    expect((await ask(route, invented)).status, route.name).toBe(401)
  }
})
