import type { Route } from '#contract/route.ts'
import { scopesFor } from '#domain/keys/scopes.ts'
import { anyValid } from '../input/shapes.ts'
import { type Program, sentFor } from './asking.ts'
import { type House, onTrial } from './house.ts'
import { waysOfBags } from './ways-of-bags.ts'
import { waysOfBanks } from './ways-of-banks.ts'
import { waysOfBench } from './ways-of-bench.ts'
import { waysOfDowntime } from './ways-of-downtime.ts'
import { waysOfFates } from './ways-of-fates.ts'
import { waysOfFhir } from './ways-of-fhir.ts'
import { waysOfHearing } from './ways-of-hearing.ts'
import { waysOfHooks } from './ways-of-hooks.ts'
import { waysOfKeys } from './ways-of-keys.ts'
import { waysOfMembers } from './ways-of-members.ts'
import { waysOfOrders } from './ways-of-orders.ts'
import { waysOfPeople } from './ways-of-people.ts'
import { adminKinds, type Kind, kinds, may, productOf, routes } from './who-may.ts'
import type { Made, Way } from './wishes.ts'

/** A route that is not here gets what its shape says. If that is not taken, it needs a line. */
const ways: Record<string, Way> = {
  ...waysOfPeople,
  ...waysOfMembers,
  ...waysOfHearing,
  ...waysOfKeys,
  ...waysOfHooks,
  ...waysOfOrders,
  ...waysOfBanks,
  ...waysOfBench,
  ...waysOfFates,
  ...waysOfBags,
  ...waysOfDowntime,
  ...waysOfFhir,
}

export const wayless = Object.keys(ways).filter((name) => !routes.some((route) => route.name === name))

export function made(house: House, name: string, row: Route, kind: Kind, key?: Program): Promise<Made> {
  const way = ways[name]
  const there = key?.isTest ? onTrial(house) : house
  return Promise.resolve(way ? way(there, kind) : { input: anyValid(row.input, house.dice) })
}

/** Makes it for that kind, and asks. */
export async function askRightly(house: House, { name, row, kind, key }: Pair) {
  const whole = await made(house, name, row, kind, key)
  const sent = sentFor(row, whole.input, whole.file)
  const answer = await house.ask(key ?? whole.email ?? kinds[kind], {
    ...sent,
    headers: { ...sent.headers, ...whole.headers },
  })
  return { sent, answer }
}

/** Who may call a route and yet has nothing that it would take, and why; each is asked all the same by F05 and F07. */
const nothingToSend: Record<string, readonly Kind[]> = {
  // its messages belong to raising and to deciding, and staff of plus does neither (§2.2)
  'namedCalls.sendEmail': ['plus staff'],
  'namedCalls.sendSMS': ['plus staff'],
  // open in the browser: asked by trust/F07, and measured by other figures
  'live.stream': [...(may['live.stream'] ?? [])],
}

/** `key`: a program calls in place of somebody of that kind. */
export type Pair = { readonly name: string; readonly row: Route; readonly kind: Kind; readonly key?: Program }

export const tellsWho = ({ kind, key }: Pair): string => {
  if (!key) return kind
  return key.isTest ? 'a test key' : `a key of ${kind}`
}

/** Every route with every kind of account that may call it and has something to send. */
export const byPeople: readonly Pair[] = routes.flatMap(({ name, row }) =>
  (may[name] ?? [])
    .filter((kind) => !nothingToSend[name]?.includes(kind))
    .map((kind) => ({ name, row, kind })),
)

/** Every route that is open to keys, with a key of everybody who may have one for it. */
export const byKeys: readonly Pair[] = routes.flatMap(({ name, row }) => {
  const scope = row.key
  if (scope === undefined) return []
  const keyed = adminKinds.filter(
    (kind) => may[name]?.includes(kind) && (scope === 'any' || scopesFor[productOf[kind]].includes(scope)),
  )
  const ofTrials = keyed.filter((kind) => productOf[kind] === 'pilot')
  return [
    ...keyed.map((kind) => ({ name, row, kind, key: { keyOf: kind, isTest: false } })),
    ...ofTrials.map((kind) => ({ name, row, kind, key: { keyOf: kind, isTest: true } })),
  ]
})

export const pairs: readonly Pair[] = [...byPeople, ...byKeys]

/** A password is hashed, or a document or a picture is drawn: of these fewer, or nothing else would be asked. */
export const isSlow = ({ name, row }: Pick<Pair, 'name' | 'row'>): boolean =>
  row.takesFile !== undefined || row.givesFile === true || slow.includes(name)
const slow = [
  'people.giveCode',
  'people.changePassword',
  'people.askEmail',
  'people.beginSecondFactor',
  'people.confirmSecondFactor',
  'people.removeSecondFactor',
  'people.resetPassword',
  'people.signUp',
  'namedCalls.createUser',
  'namedCalls.generateInvoice',
  'downtime.make',
]
