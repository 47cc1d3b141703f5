import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { RequestSummary } from '#contract/requests.ts'
import { days, hours } from '#domain/basics/time.ts'
import { type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { readChanges, startOfReading } from '#server/db/event-reader.ts'
import type { PageRange } from '#server/db/page-range.ts'
import { findRequest } from '#server/db/requests.ts'
import type { Tables } from '#server/db/tables.ts'
import { drivingStore } from '#server/driving/store.ts'
import { exchangeStore } from '#server/exchange/store.ts'
import { benchPage } from '#server/matching/list-store.ts'
import { peopleStore } from '#server/people/store.ts'
import { dueRequests, overdueRequests, untakenRequests } from '#server/requests/due-store.ts'
import { findingStore, lookedThrough } from '#server/requests/finding-store.ts'
import { issuingStore } from '#server/requests/issuing-store.ts'
import { orderStore } from '#server/requests/order-store.ts'
import { ownStore } from '#server/requests/own-store.ts'
import { requestStore } from '#server/requests/store.ts'
import { waitingStore } from '#server/requests/waiting-store.ts'
import { stockStore } from '#server/stock/store.ts'
import { banks, busy, called, ofTheQuietOne, quiet, someDriver } from '../makers/million.ts'

/** One thing the product asks of the database, and how many rows of a big table it may touch for the answer. */
export type Question = {
  name: string
  ask: () => Promise<unknown>
  most: (answer: unknown) => number
}

export type Plan = {
  milliseconds: number
  /** Of 8 kB, in memory or not. */
  pages: number
  /** Rows of the big tables that were looked at, those thrown away included. */
  rows: number
  /** Every way rows were reached, as `Index Scan requests_of_hospital`. */
  scans: string[]
}

const big = ['requests', 'deliveries', 'events']
const mostPages = 500
const rare: RequestStatus[] = ['bloodbank-rejected']

/** What is counted is looked at, each once; a handful more where there is hardly anything. */
const atLeastAFew = (answer: unknown): number => Math.max((answer as { count: number }).count, 50)
const twice = ({ count }: { count: number }) => ({ count: 2 * count })

/** Every question of the hospital's screens, for a hospital with very much and for one with next to nothing. */
export function questionsOf(db: Kysely<Tables>, now: Date): Question[] {
  const ago = (count: number) => ({ at: new Date(now.getTime() - days(count)), id: '80000000' })
  type Part = Pick<PageRange, 'after' | 'through'>
  const start: Part = { after: null, through: null }
  const deep: Part = { after: ago(200), through: null }
  /** Of the busy one a page of ten lasts some 25 minutes. */
  const again: Part = { after: null, through: ago(0.015) }
  const deepAgain: Part = { after: ago(200), through: ago(200.015) }
  const page =
    (limit: number, walks = 1) =>
    () =>
      // all that the quiet one has may be read at once
      Math.max(ofTheQuietOne, 3 * limit * walks)
  /** Planned for any hospital, which has few of them, they may all be read: a hundred of the busy one. */
  const allPending = () => 100
  return [busy, quiet].flatMap((hospital): Question[] => {
    const store = ownStore(db, hospital)
    const of = (name: string) => `${name} of the ${hospital} one`
    const list = (name: string, statuses: readonly RequestStatus[], part: Part) => ({
      name: of(`list, ${name}`),
      ask: () => store.list({ ...part, statuses, limit: 10 }),
      most: page(10, Math.max(1, statuses.length)),
    })
    const changing = (name: string, part: Part): Question[] => [
      {
        name: of(`deliveries, ${name}`),
        ask: () => store.delivering({ ...part, limit: 10 }),
        // their deliveries are read with them
        most: page(10, 2),
      },
      { name: of(`live, ${name}`), ask: () => store.live({ ...part, limit: 10 }), most: page(10) },
    ]
    return [
      list('first page', [], start),
      list('deep page', [], deep),
      list('read again', [], again),
      list('deep page read again', [], deepAgain),
      list('one status', ['completed'], start),
      list('two statuses, deep', ['completed', 'cancelled'], deep),
      list('a rare status', rare, start),
      list('all statuses', requestStatuses, start),
      list('a status, read again', ['pending', 'completed'], again),
      ...changing('first page', start),
      ...changing('deep page', deep),
      ...changing('read again', again),
      {
        name: of('pending'),
        ask: () => store.pending({ after: null, sort: 'newest' }),
        most: allPending,
      },
      {
        name: of('pending, soonest pickup'),
        ask: () => store.pending({ after: null, sort: 'pickup' }),
        most: allPending,
      },
      { name: of('how many are pending'), ask: () => store.waiting(), most: atLeastAFew },
      {
        name: of('summary'),
        ask: async () => RequestSummary.parse(JSON.parse(await store.summary(now))),
        // what is counted is looked at, and of each list the first few once more
        most: (answer) => {
          const { pending, onTheRoad, live, week } = answer as RequestSummary
          return [...[pending, onTheRoad, live].map(twice), ...week].reduce(
            (sum, { count }) => sum + count,
            50,
          )
        },
      },
    ]
  })
}

/** The same of the bank's screens. */
export function bankQuestionsOf(db: Kysely<Tables>, now: Date): Question[] {
  const store = issuingStore(db)
  const ago = (count: number) => ({ at: new Date(now.getTime() - days(count)), id: '80000000' })
  // of the big one every fourth row is: the newest of all are as short a walk as its own
  const page = () => 60
  return Object.entries(banks).flatMap(([size, bank]): Question[] => {
    const of = (name: string) => `${name} of the ${size} bank`
    const list = (name: string, part: Pick<PageRange, 'after' | 'through'>): Question => ({
      name: of(`issuing, ${name}`),
      ask: () => store.list(bank, { ...part, limit: 10 }),
      most: page,
    })
    return [
      ...[null, ago(-0.1)].map((after) => ({
        name: of(after ? 'bench, deep page' : 'bench'),
        ask: () => benchPage(db, bank, { after, through: null, limit: 50 }),
        // a page of each of its three walks with their deliveries, and each row once more: some 460, each in another page
        most: () => 1_000,
      })),
      list('first page', { after: null, through: null }),
      list('deep page', { after: ago(200), through: null }),
      list('read again', { after: null, through: ago(0.01) }),
      {
        name: of('summary'),
        ask: () => store.look(bank, 3),
        // found among all that is open, which does not grow with what was ever issued
        most: () => 7_000,
      },
      {
        name: of('stock'),
        ask: () => stockStore(db).rowsOf(bank),
        // an hour of the big one, and each shelf looked for once
        most: () => 200,
      },
    ]
  })
}

/** The provider's, over every hospital, and what the clock looks for each minute. */
export function providerQuestionsOf(db: Kysely<Tables>, now: Date): Question[] {
  const store = orderStore(db)
  const ago = (count: number) => ({ at: new Date(now.getTime() - days(count)), id: '80000000' })
  const list = (
    name: string,
    part: Partial<Pick<PageRange, 'after' | 'through'>>,
    filter: { hospitals?: string[]; statuses?: RequestStatus[] } = {},
  ): Question => {
    const { hospitals = [], statuses = [] } = filter
    const walks = Math.max(1, hospitals.length) * Math.max(1, statuses.length)
    const whole = { after: null, through: null, ...part }
    return {
      name: `orders, ${name}`,
      ask: () => store.list({ ...whole, limit: 20, hospitals, statuses }),
      most: () => 60 * walks,
    }
  }
  const found = (answer: unknown) => (answer as unknown[]).length
  return [
    list('first page', {}),
    list('deep page', { after: ago(200) }),
    list('read again', { through: ago(0.01) }),
    list('a status', {}, { statuses: ['completed'] }),
    list('a rare status, deep', { after: ago(300) }, { statuses: rare }),
    list('two hospitals', {}, { hospitals: [busy, quiet] }),
    list(
      'two hospitals in two statuses, deep',
      { after: ago(200) },
      { hospitals: [busy, quiet], statuses: ['completed', 'cancelled'] },
    ),
    ...(['deadline', 'pickup'] as const).map((sort) => ({
      name: `orders, by ${sort}`,
      ask: () => store.due(sort, { after: null, through: null, limit: 20, hospitals: [], statuses: [] }),
      most: () => 60,
    })),
    {
      name: 'what waits for the provider',
      ask: () => waitingStore(db).look(now, 3),
      // what is open, counted and sorted for each list it is on: it does not grow with what was ever carried
      most: () => 9_000,
    },
    {
      name: 'what the clock brings',
      ask: () => dueRequests(db, now),
      most: (answer) => 2 * found(answer) + 20,
    },
    {
      name: 'what is late',
      ask: () => overdueRequests(db, now),
      // all that is under way and was due within a day, and whether each was told
      most: () => 6_000,
    },
    {
      name: 'what nobody took yet',
      ask: () => untakenRequests(db, now, hours(3)),
      // all that waits and is due soon
      most: () => 2_000,
    },
    {
      name: "a driver's orders under way",
      ask: () => drivingStore(db).openOf(someDriver),
      // found among all that is under way, which does not grow with what was ever carried
      most: () => 6_000,
    },
    {
      name: 'what each driver has to carry',
      ask: () => store.driverLoads(now),
      // all that is due, once
      most: () => 12_000,
    },
    {
      name: 'documents, deep page',
      ask: () => exchangeStore(db).requests({ after: '80000000', limit: 100 }),
      most: () => 300,
    },
  ]
}

/** What is typed to find a request, by a hospital with much and one with little, and by the provider. */
export function findQuestionsOf(db: Kysely<Tables>): Question[] {
  const store = findingStore(db)
  const typed: Record<string, string[]> = {
    'a name that many have': [called.often.toLowerCase()],
    'a name that two have': [called.seldom.toLowerCase()],
    'a name that nobody has': ['quillon'],
    'two names that many have': [called.often.toLowerCase(), 'kumar'],
    'two letters': ['ka'],
    'a Tamil name': ['வெங்கடேசன்'],
    'a number': ['123456'],
  }
  const found = (name: string, ask: () => Promise<unknown>): Question => ({
    name: `find, ${name}`,
    ask,
    // the newest, of a hospital among those of all, and what the index finds; neither grows with the table
    most: () => lookedThrough.newest + lookedThrough.byIndex,
  })
  return [
    ...Object.entries(typed).flatMap(([name, words]) =>
      [busy, quiet, null].map((hospital) =>
        found(`${name} of ${hospital === null ? 'all' : `the ${hospital} one`}`, () =>
          store.patients(
            words.map((word) => ({ word, hospitals: [] })),
            hospital,
          ),
        ),
      ),
    ),
    found('the beginning of an id', () => store.ids('80000', null)),
    found('a name and a hospital', () =>
      store.patients(
        [
          { word: called.often.toLowerCase(), hospitals: [] },
          { word: quiet, hospitals: [quiet] },
        ],
        null,
      ),
    ),
    found('hospitals', () => store.ofHospitals([busy, quiet, 'h1', 'h2'])),
    found('drivers', () =>
      store.ofDrivers([{ email: someDriver, rest: [{ word: quiet, hospitals: [quiet] }] }]),
    ),
  ]
}

/** What needs the ids of rows there are, and what every call asks. */
export async function questionsAbout(db: Kysely<Tables>, now: Date): Promise<Question[]> {
  const store = requestStore(db)
  const own = ownStore(db, busy)
  const some = await own.list({ statuses: [], after: null, through: null, limit: 10 })
  const ids = some.map(({ id }) => id)
  const [id = ''] = ids
  const one = { id, statuses: ['pending' as const], after: null, through: null, limit: 10 }
  return [
    { name: 'one by its id', ask: () => findRequest(db, id, busy), most: () => 1 },
    { name: 'list, by id and status', ask: () => own.list(one), most: () => 1 },
    { name: 'deliveries, by id', ask: () => own.delivering(one), most: () => 4 },
    { name: 'live, by id', ask: () => own.live(one), most: () => 1 },
    {
      name: 'pending, by id',
      ask: () => own.pending({ id, after: null, sort: 'newest' }),
      most: () => 1,
    },
    { name: 'deliveries of a page', ask: () => store.deliveriesOf(ids), most: () => 3 * ids.length },
    { name: 'doubts of a page', ask: () => store.doubtsOf(ids), most: () => 3 * ids.length },
    { name: 'timeline', ask: () => store.eventsOf(id), most: () => 10 },
    { name: 'who is it', ask: () => peopleStore(db).whoIs('no-such-token', now), most: () => 0 },
    {
      name: 'new events',
      ask: async () => readChanges(db, await startOfReading(db), 500),
      most: () => 500,
    },
  ]
}

/** A database that remembers what it was asked. */
export function listeningTo(pool: pg.Pool) {
  const heard: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void heard.push(query),
  })
  return { db, hear, walksOf }

  async function hear({
    ask,
  }: Pick<Question, 'ask'>): Promise<{ answer: unknown; queries: CompiledQuery[] }> {
    heard.length = 0
    const answer = await ask()
    return { answer, queries: [...heard] }
  }

  /** Where one page of a list went from end to end of a table, or through more than a few hundred pages. */
  async function walksOf(ask: Question['ask']): Promise<string[]> {
    const { queries } = await hear({ ask })
    if (queries.length === 0) return ['nothing was asked']
    const plans = await Promise.all(queries.map((query) => planOf(pool, query)))
    return plans
      .filter(({ pages, scans }) => pages > mostPages || scans.some((scan) => scan.startsWith('Seq Scan')))
      .map(({ pages, scans }) => `${pages} pages by ${scans.join(', ')}`)
  }
}

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

export async function planOf(client: pg.Pool | pg.PoolClient, query: CompiledQuery): Promise<Plan> {
  const explained = await client.query(`explain (analyze, buffers, format json) ${query.sql}`, [
    ...query.parameters,
  ])
  // the app's own connections leave JSON as text
  const told = explained.rows[0]['QUERY PLAN']
  const [top] = (typeof told === 'string' ? JSON.parse(told) : told) as [
    { Plan: Node; 'Execution Time': number },
  ]
  const scans = nodesOf(top.Plan).filter((node) => /Scan/.test(node['Node Type']))
  return {
    milliseconds: top['Execution Time'],
    pages: top.Plan['Shared Hit Blocks'] + top.Plan['Shared Read Blocks'],
    // told for each loop on the average, so a sum may miss a whole number by a hair
    rows: Math.round(scans.filter(isCounted).reduce((sum, node) => sum + touchedBy(node), 0)),
    scans: [...new Set(scans.map(nameOf))],
  }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const nameOf = (node: Node): string =>
  `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`.trim()

/** The rows of a bitmap are counted where they are found in the index, not once more where they are fetched. */
const isCounted = (node: Node): boolean =>
  node['Node Type'] !== 'Bitmap Heap Scan' &&
  big.some((table) => node['Relation Name'] === table || node['Index Name']?.startsWith(table))

const touchedBy = (node: Node): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** Nothing but a walk from end to end of a table that grows. */
export const sequentialIn = ({ scans }: Plan): string[] =>
  scans.filter((scan) => big.some((table) => scan.endsWith(`Seq Scan ${table}`)))
