import { randomUUID } from 'node:crypto'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { type Sent, sentFor } from './access/asking.ts'
import { aHouse, type House } from './access/house.ts'
import { tellFault } from './access/judging.ts'
import { made, type Pair, pairs, tellsWho } from './access/ways.ts'
import { kinds } from './access/who-may.ts'
import { figure } from './figure.ts'

const now = instantOf('2026-11-16', '10:00')
/** At once, and after it was answered. */
const [atOnce, late] = [5, 3]

/** Every route that may be repeated, as everybody who may call it and is known by more than an address. */
const repeatable = pairs.filter(({ row, kind }) => row.repeatable && kind !== 'anonymous')

figure<{ keys: number; pairs: readonly Pair[] }>({
  id: 'F12',
  promise: 'effects of a repeated form',
  target: `10,000 keys of raises and ${repeatable.length} calls of every route that may be repeated, 5 at once and 3 later: one effect, equal answers; another body 422`,
  small: { keys: 10, pairs: repeatable.filter((_, at) => at % 12 === 0) },
  full: { parts: 4, size: { keys: 2_500, pairs: repeatable }, minutes: 4 },
  async part({ keys, pairs: some }, part) {
    const calls = part <= 1 ? await callsRepeated(some) : {}
    const many = { RAISES_GATHERED_AFTER: '1000000', RAISES_REFUSED_FROM: '1000000' }
    const service = await aService({ now, settings: { ROLE: 'web', ...many }, isSettling: false })
    const staff = service.as('firm_pilot')
    const path = requests.raise.path
    const raise = (key: string, body: unknown) =>
      staff.raw('POST', path, { body, headers: { 'idempotency-key': key } })
    const seen = { keys: 0, unequal: 0, refused: 0, otherBodyTaken: 0, effects: 0 }
    for (let nth = 0; nth < keys; nth++) {
      const key = randomUUID()
      const draft = aDraft(now, { patientId: `P-${nth}` })
      const first = await Promise.all(Array.from({ length: atOnce }, () => raise(key, draft)))
      const later = []
      for (let copy = 0; copy < late; copy++) later.push(await raise(key, draft))
      const answers = [...first, ...later]
      const other = await raise(key, { ...draft, units: (draft.units ?? 0) + 1 })
      seen.keys++
      if (new Set(answers.map(({ text }) => text)).size !== 1) seen.unequal++
      if (answers.some(({ status }) => status !== 200 && status !== 201)) seen.refused++
      if (other.status !== 422) seen.otherBodyTaken++
    }
    const { count } = await service.db
      .selectFrom('requests')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    seen.effects = Number(count)
    await service.close()
    return { ...seen, ...calls }
  },
  whyMissed: ({ keys = 0, effects, unequal, refused, otherBodyTaken, calls, faults }) =>
    effects === keys && !unequal && !refused && !otherBodyTaken && calls && !faults
      ? null
      : `${effects} effects of ${keys} keys, ${unequal} with unequal answers, ${refused} refused, ${otherBodyTaken} taken with another body; ${faults} faults in ${calls} other calls`,
  say: ({ keys, calls }) =>
    `${keys} keys, 8 copies each, and ${calls} calls of every route that may be repeated: one effect, equal answers, another body refused`,
})

async function callsRepeated(some: readonly Pair[]) {
  const house = await aHouse(12)
  const seen = { calls: 0, faults: 0 }
  for (const pair of some) {
    const faults = await faultsOf(house, pair)
    seen.calls++
    seen.faults += faults.length
    for (const fault of faults) tellFault(`${pair.name} as ${tellsWho(pair)}`, fault)
    await house.forgetLimits()
  }
  await house.close()
  return seen
}

async function faultsOf(house: House, { name, row, kind, key }: Pair): Promise<string[]> {
  const whole = await made(house, name, row, kind, key)
  const sent = sentFor(row, whole.input, whole.file)
  const headers = { ...sent.headers, ...whole.headers, 'idempotency-key': randomUUID() }
  const ask = (change: Partial<Sent> = {}) =>
    house.ask(key ?? whole.email ?? kinds[kind], { ...sent, headers, ...change })
  const first = await Promise.all(Array.from({ length: atOnce }, () => ask()))
  await house.forgetLimits()
  const before = await eventsIn(house)
  const again = []
  for (let copy = 0; copy < late; copy++) again.push(await ask())
  const after = await eventsIn(house)
  await house.forgetLimits()
  const wish = await made(house, name, row, kind, key)
  const another = sentFor(row, wish.input, wish.file)
  // of some there is only one
  const isSame = another.path === sent.path && another.body === sent.body
  const other = isSame ? null : await ask({ ...another, headers })
  const answers = [...first, ...again]
  return [
    ...(answers.every(({ status }) => status < 300) ? [] : [`was ${answers.map(({ status }) => status)}`]),
    ...(new Set(answers.map(({ text }) => text)).size === 1 ? [] : ['answers differ']),
    ...(before === after ? [] : [`${after - before} events more after it was answered`]),
    ...(!other || other.text.includes('key-reused') ? [] : [`with another body ${other.status}`]),
  ]
}

async function eventsIn({ service: { db } }: House): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
