import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { days } from '#domain/basics/time.ts'
import { liveStatuses, onTheRoad } from '#domain/requests/listing.ts'
import { type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { readChanges, startOfReading } from '#server/db/event-reader.ts'
import type { Stretch } from '#server/db/stretch.ts'
import type { Tables } from '#server/db/tables.ts'
import { peopleStore } from '#server/people/store.ts'
import { requestStore } from '#server/requests/store.ts'
import { busy, quiet } from './million.ts'

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
const rare: RequestStatus[] = ['bloodbank-rejected']

/** Every question of the hospital's screens, for a hospital with very much and for one with next to nothing. */
export function questionsOf(db: Kysely<Tables>, now: Date): Question[] {
  const store = requestStore(db)
  const ago = (count: number) => ({ at: new Date(now.getTime() - days(count)), id: '80000000' })
  type Part = Pick<Stretch, 'after' | 'through'>
  const start: Part = { after: null, through: null }
  const deep: Part = { after: ago(200), through: null }
  /** Of the busy one a page of ten lasts some 25 minutes. */
  const again: Part = { after: null, through: ago(0.015) }
  const deepAgain: Part = { after: ago(200), through: ago(200.015) }
  const page =
    (limit: number, walks = 1) =>
    () =>
      3 * limit * walks
  return [busy, quiet].flatMap((hospital): Question[] => {
    const of = (name: string) => `${name} of the ${hospital} one`
    const list = (name: string, statuses: readonly RequestStatus[], part: Part) => ({
      name: of(`list, ${name}`),
      ask: () => store.list(hospital, { ...part, statuses, limit: 10 }),
      most: page(10, Math.max(1, statuses.length)),
    })
    const changing = (name: string, part: Part): Question[] => [
      {
        name: of(`deliveries, ${name}`),
        ask: () => store.delivering(hospital, { ...part, limit: 10 }),
        most: page(10),
      },
      { name: of(`live, ${name}`), ask: () => store.live(hospital, { ...part, limit: 10 }), most: page(10) },
    ]
    const count = (name: string, statuses: readonly RequestStatus[]): Question => ({
      name: of(`count of ${name}`),
      ask: () => store.count(hospital, statuses),
      most: Number,
    })
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
        ask: () => store.pending(hospital, { id: undefined, limit: 20 }),
        most: page(20),
      },
      {
        name: of('longest waiting'),
        ask: () => store.firstFew(hospital, ['pending'], 'raisedAt', 3),
        most: page(3),
      },
      count('pending', ['pending']),
      count('live', liveStatuses),
      count('on the road', onTheRoad),
      {
        name: of('soonest due'),
        ask: async () => {
          await store.firstFew(hospital, onTheRoad, 'deadlineAt', 3)
          return store.count(hospital, onTheRoad)
        },
        most: Number,
      },
      {
        name: of('last week by status'),
        ask: () => store.countByStatus(hospital, ago(7).at),
        most: (answer) => (answer as { count: number }[]).reduce((sum, { count }) => sum + count, 0),
      },
    ]
  })
}

/** What needs the ids of rows there are, and what every call asks. */
export async function questionsAbout(db: Kysely<Tables>, now: Date): Promise<Question[]> {
  const store = requestStore(db)
  const some = await store.list(busy, { statuses: [], after: null, through: null, limit: 10 })
  const ids = some.map(({ id }) => id)
  const [id = ''] = ids
  const one = { id, statuses: ['pending' as const], after: null, through: null, limit: 10 }
  return [
    { name: 'one by its id', ask: () => store.findOwn(busy, id), most: () => 1 },
    { name: 'list, by id and status', ask: () => store.list(busy, one), most: () => 1 },
    { name: 'deliveries, by id', ask: () => store.delivering(busy, one), most: () => 1 },
    { name: 'live, by id', ask: () => store.live(busy, one), most: () => 1 },
    { name: 'pending, by id', ask: () => store.pending(busy, one), most: () => 1 },
    { name: 'deliveries of a page', ask: () => store.deliveriesOf(ids), most: () => 3 * ids.length },
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
  return {
    db,
    async hear({ ask }: Question): Promise<{ answer: unknown; queries: CompiledQuery[] }> {
      heard.length = 0
      const answer = await ask()
      return { answer, queries: [...heard] }
    },
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
  const [top] = explained.rows[0]['QUERY PLAN'] as [{ Plan: Node; 'Execution Time': number }]
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
