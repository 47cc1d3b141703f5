import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { aReport } from '#testing/makers/driving.ts'
import { sentFor } from './access/asking.ts'
import { aHouse, type House } from './access/house.ts'
import { tellFault } from './access/judging.ts'
import { byPeople, isSlow, made, type Pair } from './access/ways.ts'
import { everybody, type Kind, kinds, may, routes, signedIn } from './access/who-may.ts'
import { anOrder, doneBy, driverOf, type Made, versionOf } from './access/wishes.ts'
import { figure } from './figure.ts'
import { anyValid } from './input/shapes.ts'

/**
 * Routes about something that belongs to a hospital, a bank, a driver or an account: for others of the same kind it is
 * not there. Those of §7.1 ask first whose message it is.
 */
const owned: Record<string, readonly number[]> = {
  'people.endSession': [404],
  'browsers.remove': [404],
  'members.inviteAgain': [404],
  'members.withdraw': [404],
  'members.setRole': [404],
  'members.stop': [404],
  'members.letIn': [404],
  'hearing.rung': [404],
  'news.read': [404],
  'requests.show': [404],
  'requests.approve': [404],
  'requests.reject': [404],
  'requests.amend': [404],
  'requests.sayWhy': [404],
  'requests.undo': [404],
  'requests.cancel': [404],
  'requests.replace': [404],
  'driving.step': [404],
  'driving.takeBack': [404],
  'driving.picture': [404],
  'driving.codes': [404],
  // in the words of §8, and the same for one that is not there
  'invoiceFiles.download': [403],
  'consent.show': [404],
  'consent.save': [404],
  'consent.sign': [404],
  'consent.signature': [404],
  'consent.complete': [404],
  'consent.reject': [404],
  'consent.certificate': [404],
  'issuing.refuse': [404],
  'downtime.download': [404],
  'late.issue': [404],
  'bags.history': [404],
  'bags.discard': [404],
  'bags.transfer': [404],
  'bags.treat': [404],
  'bags.change': [404],
  'bags.mendForm': [404],
  'matching.open': [404],
  'matching.choices': [404],
  'matching.packed': [404],
  'matching.answer': [404],
  'matching.receiveSample': [404],
  'matching.recordFindings': [404],
  'matching.hold': [404],
  'matching.letGo': [404],
  'matching.recordMatch': [404],
  'matching.issue': [404],
  'matching.handOver': [404],
  'matching.propose': [404],
  'matching.decide': [404],
  'matching.correctGroup': [404],
  'keys.stop': [404],
  'slips.print': [404],
  'hooks.change': [404],
  'hooks.switch': [404],
  'hooks.turn': [404],
  'hooks.deliveries': [404],
  'hooks.tryIt': [404],
  'hooks.replay': [404],
  'fates.receive': [404],
  'fates.tell': [404],
  'fhir.show': [404],
  'fhir.change': [404],
  'fhir.task': [404],
  'fhir.tasks': [404],
  'fhir.supply': [404],
  'fhir.supplies': [404],
  'fhir.specimen': [404],
  'fhir.specimens': [404],
  'fhir.observation': [404],
  'fhir.observations': [404],
  'fhir.product': [404],
  'fhir.products': [404],
  'namedCalls.sendEmail': [403, 404],
  'namedCalls.sendSMS': [403, 404],
}
/** Their addresses name what is everybody's. */
const shared: Record<string, string> = {
  'people.signUpBank': 'a bank’s name, for whoever has its link',
  'donors.bank': 'a bank’s name, for whoever has its link',
  'slips.seen': 'a slip, for whoever has the paper',
  'bags.find': 'a number; whose bags of it are told the session says',
  'bags.nameProduct': 'a product code; whose it is the session says',
  'registers.look': 'a kind of register; whose it is the session says',
  'registers.download': 'a kind of register; whose it is the session says',
  'stock.count': 'a component; whose shelf it is the session says',
  'stock.confirm': 'a component; whose shelf it is the session says',
}

/** Who has the same of their own. */
const neighbours: Partial<Record<Kind, Kind>> = {
  'pilot staff': 'plus admin',
  'pilot admin': 'plus admin',
  'plus staff': 'pilot admin',
  'plus admin': 'pilot admin',
  bank: 'other bank',
  'other bank': 'bank',
  'bank staff': 'other bank',
  'of two organisations': 'plus admin',
  driver: 'other driver',
  'other driver': 'driver',
}

type Asked = Pair & { thing: Made }

figure<{ isWhole: boolean }>({
  id: 'F07',
  promise: 'every route as every kind of account',
  target: `${routes.length} routes as ${everybody.length} kinds of account, with their own things and with others’: all as written, nothing changed by a refused call`,
  small: { isWhole: false },
  full: { parts: 1, size: { isWhole: true }, minutes: 20 },
  async part({ isWhole }) {
    const house = await aHouse(7)
    const tally = { asked: 0, allowed: 0, refused: 0, foreign: 0, wrong: 0 }
    const wrong = (what: string, fault: string): void => {
      tally.wrong++
      tellFault(what, fault)
    }
    async function ask(
      { name, row, kind, thing }: Asked,
      isRight: (status: number) => boolean,
    ): Promise<void> {
      const sent = sentFor(row, thing.input, thing.file)
      const headers = { ...sent.headers, ...thing.headers }
      const { status, text } = await house.ask(thing.email ?? kinds[kind], { ...sent, headers })
      if (++tally.asked % 20 === 0) await house.forgetLimits()
      if (!isRight(status))
        wrong(`${name} as ${kind}: ${row.method} ${sent.path}`, `${status} ${text.slice(0, 200)}`)
    }
    /** Everything there is stays as it was. */
    async function changingNothing(what: string, act: () => Promise<void>): Promise<void> {
      const before = await printOf(house)
      await act()
      const after = await printOf(house)
      const changed = Object.keys(before).filter((table) => before[table] !== after[table])
      if (changed.length > 0) wrong(what, `changed ${changed.join(', ')}`)
    }
    try {
      const things = await thingsIn(house, isWhole)
      await changingNothing('those who may not', async () => {
        for (const { name, row, thing } of things) {
          const others = everybody.filter((kind) => !may[name]?.includes(kind))
          const status = (kind: Kind) => (signedIn.includes(kind) ? 403 : 401)
          await Promise.all(
            others.map((kind) => ask({ name, row, kind, thing }, (said) => said === status(kind))),
          )
          tally.refused += others.length
        }
      })
      const strange = await othersThings(house, isWhole)
      await changingNothing('whose it is not', async () => {
        for (const one of strange) await ask(one, (status) => owned[one.name]?.includes(status) === true)
        tally.foreign += strange.length
      })
      for (const pair of byPeople.filter((one) => isWhole || !isSlow(one))) {
        tally.allowed++
        const of = things.find(({ name }) => name === pair.name)
        const isKnock = !isWhole && of?.isOfTheAccount === false && of.kind !== pair.kind
        // beyond the door, and no further: each goes through it with their own once in the whole size
        if (isKnock)
          await ask(
            { ...pair, thing: { input: { ...of.thing.input, invented: 1 } } },
            (status) => ![401, 403].includes(status) && status < 500,
          )
        else
          await ask(
            { ...pair, thing: await made(house, pair.name, pair.row, pair.kind) },
            (status) => status < 300,
          )
      }
    } finally {
      await house.close()
    }
    return tally
  },
  whyMissed: ({ wrong }) => (wrong ? `${wrong} answers were not as written` : null),
  say: ({ asked, refused, foreign, allowed, wrong }) =>
    `${asked} calls: ${refused} that may not, ${foreign} about others’ things, ${allowed} in order; ${wrong} not as written`,
})

/** Something of the first who may, for every route; whether it is about the account itself. */
async function thingsIn(house: House, isWhole: boolean) {
  const things = []
  for (const { name, row } of routes) {
    const kind = may[name]?.[0] ?? 'provider'
    // what is slow to make is made up in the tests: who may not is told so before anybody looks at it
    const isMade = !row.stream && (isWhole || !isSlow({ name, row }))
    const whole: Made = isMade
      ? await made(house, name, row, kind)
      : { input: anyValid(row.input, house.dice) }
    const { email, headers: _, ...thing } = whole
    things.push({ name, row, kind, thing, isOfTheAccount: email !== undefined })
  }
  return things
}

/** What belongs to a neighbour, for each who may call the route and has neighbours. */
async function othersThings(house: House, isWhole: boolean): Promise<Asked[]> {
  const things: Asked[] = []
  for (const { name, row, kind } of byPeople) {
    const neighbour = neighbours[kind]
    if (!owned[name] || !neighbour || !may[name]?.includes(neighbour)) continue
    if (!isWhole && isSlow({ name, row })) continue
    const { email: _, ...thing } = await made(house, name, row, neighbour)
    things.push({ name, row, kind, thing })
  }
  return things
}

/** A mark of what each table holds; but for what counts calls, and remembers who is signed in. */
async function printOf({ service }: House): Promise<Record<string, string>> {
  const names = await service.owner
    .selectFrom(sql<{ tablename: string }>`pg_tables`.as('t'))
    .select('tablename')
    .where(sql.ref('schemaname'), '=', 'public')
    .where('tablename', 'not in', ['rate_limits', 'sessions'])
    .execute()
  const parts = names.map(
    ({ tablename }) =>
      sql`select ${tablename}::text as name, (select concat(count(*), ' ', sum(hashtextextended(t::text, 0))) from ${sql.table(tablename)} t) as mark`,
  )
  const { rows } = await sql<{ name: string; mark: string }>`${sql.join(parts, sql` union all `)}`.execute(
    service.owner,
  )
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]))
}

test('F07 SHELL-12 ROLES-12..18 ROLES-29 every route has its line, and no line is without its route', () => {
  expect(Object.keys(may).sort()).toEqual(routes.map(({ name }) => name).sort())
})

test('F07 every route whose address names something says whose that is', () => {
  const naming = routes.filter(
    ({ name, row }) => row.path.includes('/:') && may[name]?.some((kind) => neighbours[kind] !== undefined),
  )
  expect(naming.map(({ name }) => name).filter((name) => !owned[name] && !shared[name])).toEqual([])
})

let house: House
beforeAll(async () => {
  house = await aHouse(8)
})
afterAll(() => house.close())

test('T20 the live stream opens for those it is for', async () => {
  for (const kind of everybody) {
    const email = kinds[kind]
    if (!may['live.stream']?.includes(kind) || email === null) continue
    const stream = await house.service.as(email).live()
    stream.close()
  }
})

test('T31 whose an order was moves nothing of it and sees nothing of it; who never had it finds nothing', async () => {
  const { id } = await anOrder(house, 'former driver', { status: 'cross-matching' })
  const told = aReport({ id, step: 'issued' }, house.now())
  await doneBy(house, driverOf('former driver'), driving.step, told)
  const seen = { id, version: await versionOf(house, id) }
  await doneBy(house, kinds.provider, orders.link, {
    ...seen,
    bankId: 'redbank',
    driverEmail: driverOf('driver'),
  })
  const list: { items: { id: string }[] } = await doneBy(house, kinds['former driver'], driving.list, {})
  expect(list.items.filter((one) => one.id === id)).toEqual([])
  const linked = await versionOf(house, id)
  const next = (kind: Kind) =>
    house.ask(
      kinds[kind],
      sentFor(driving.step, aReport({ id, step: 'issued', stepId: randomUUID() }, house.now())),
    )
  const takeBack = (kind: Kind) =>
    house.ask(kinds[kind], sentFor(driving.takeBack, { id, stepId: told.stepId }))
  const kept = await next('former driver')
  expect([kept.status, JSON.parse(kept.text)]).toEqual([200, { outcome: 'reassigned', order: null }])
  expect((await takeBack('former driver')).status).toBe(404)
  expect((await next('other driver')).status).toBe(404)
  expect((await takeBack('other driver')).status).toBe(404)
  expect((await takeBack('driver')).status).toBe(404)
  expect(await versionOf(house, id)).toBe(linked)
})

test('T16 there is no way to a call around the contract', async () => {
  for (const path of ['/api', '/api/', '/api/auth/sign-in/email', '/api/auth/get-session']) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await house.ask(kinds.provider, { method, path })).status, `${method} ${path}`).toBe(404)
  }
})
