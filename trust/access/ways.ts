import type { Route } from '#contract/route.ts'
import { anyValid } from '../input/shapes.ts'
import { sentFor } from './asking.ts'
import type { House } from './house.ts'
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
import { type Kind, kinds, may, routes } from './who-may.ts'
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

export function made(house: House, name: string, row: Route, kind: Kind): Promise<Made> {
  const way = ways[name]
  return Promise.resolve(way ? way(house, kind) : { input: anyValid(row.input, house.dice) })
}

/** Makes it for that kind, and asks. */
export async function askRightly(house: House, name: string, row: Route, kind: Kind) {
  const whole = await made(house, name, row, kind)
  const sent = sentFor(row, whole.input, whole.file)
  const answer = await house.ask(whole.email ?? kinds[kind], {
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

export type Pair = { readonly name: string; readonly row: Route; readonly kind: Kind }

/** Every route with every kind of account that may call it and has something to send. */
export const pairs: readonly Pair[] = routes.flatMap(({ name, row }) =>
  (may[name] ?? [])
    .filter((kind) => !nothingToSend[name]?.includes(kind))
    .map((kind) => ({ name, row, kind })),
)

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
