import type { Db } from '#server/db/database.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { screens } from '#web/menu.ts'
import { paths } from '#web/paths.ts'
import type { DonorPath } from '#web/screens/donor/link.ts'

/** Who opens every page there is (F18, F23, F24). */
const people = {
  pilot: 'firm',
  plus: 'city_admin',
  bloodbank: 'redbank_bloodbank',
  admin: 'bloodsupport',
} as const
type Product = keyof typeof people

/** One page of the dashboard's app, and who opens it; a path that is new needs a line. */
const pages: Record<keyof typeof paths, { who: string | null; paths: string[] }[]> = {
  signIn: [{ who: null, paths: ['/', '/nosuch'] }],
  reset: [{ who: null, paths: ['/reset', '/reset#a-token'] }],
  confirm: [{ who: null, paths: ['/confirm', '/confirm#a-token'] }],
  join: [{ who: null, paths: ['/join', '/join#a-token'] }],
  email: [{ who: null, paths: ['/email', '/email#a-token'] }],
  signUp: [{ who: null, paths: [paths.signUp('redbank'), paths.signUp('nosuch')] }],
  dashboard: Object.values(people).map((who) => ({ who, paths: [paths.dashboard] })),
  account: [{ who: 'firm', paths: [paths.account] }],
  // those of the menu, below
  screen: [],
  live: [],
  bench: [],
  driver: [{ who: 'arun.driver', paths: ['/driver'] }],
  driverAccount: [{ who: 'arun.driver', paths: [paths.driverAccount] }],
  home: [],
}
const donorPages: Record<DonorPath, string[]> = {
  '/consent': [
    '/consent?bloodbankId=redbank',
    '/consent?bloodbankId=redbank&kiosk=1',
    '/consent?bloodbankId=nosuch',
  ],
  '/terms': ['/terms'],
  '/privacy': ['/privacy'],
}
export const inTamil = (path: string) => `${path}${path.includes('?') ? '&' : '?'}language=ta`

/** Who opens which pages; those of one app are gone to without loading it again. */
export type Crew = { name: string; who: string | null; paths: string[]; isInside: boolean }

const screensOf = (product: Product): string[] =>
  screens.filter((one) => one.product === product).map(({ id }) => paths.screen(product, id))
export const crews: Crew[] = [
  ...(Object.keys(people) as Product[]).map((product) => ({
    name: `the screens of ${product}`,
    who: people[product],
    paths: screensOf(product),
    isInside: true,
  })),
  ...Object.values(pages)
    .flat()
    .map((page) => ({ name: `${page.paths[0]} for ${page.who ?? 'anybody'}`, ...page, isInside: false })),
  ...Object.entries(donorPages).map(([name, own]) => ({
    name,
    who: null,
    paths: own.flatMap((path) => [path, inTamil(path)]),
    isInside: false,
  })),
  {
    name: '/verify',
    who: null,
    paths: ['/verify', '/verify#another-system', '/verify#eyJhbGciOiJub25lIn0.e30.'],
    isInside: false,
  },
  { name: 'an order of a driver', who: 'arun.driver', paths: ['/driver/ORDER'], isInside: false },
  { name: 'one request', who: 'firm', paths: [paths.live('pilot', 'REQUEST')], isInside: false },
  { name: 'one order on a bench', who: 'redbank_bloodbank', paths: [paths.bench('BENCH')], isInside: false },
]

/** The newest order on its way, for its driver, a request that its hospital follows, and one of a bench. */
export async function idsOf(db: Db): Promise<Record<string, string>> {
  const newest = (column: 'driverEmail' | 'hospitalId' | 'bankId', whose: string) =>
    db
      .selectFrom('requests')
      .select('id')
      .where(column, '=', whose)
      .where('status', 'in', ['bloodbank-approved', 'sample-acquired', 'cross-matching', 'issued'])
      .orderBy('raisedAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  const [order, request, atBench] = await Promise.all([
    newest('driverEmail', emailOf('arun.driver')),
    newest('hospitalId', 'firm'),
    newest('bankId', 'redbank'),
  ])
  return { ORDER: order.id, REQUEST: request.id, BENCH: atBench.id }
}

/** With the ids of what is there. */
export const pathsOf = ({ paths: own }: Crew, ids: Record<string, string>): string[] =>
  own.map((path) => path.replace(/ORDER|REQUEST|BENCH/, (which) => ids[which] ?? ''))
