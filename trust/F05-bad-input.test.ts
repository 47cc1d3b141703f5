import { expect, test } from 'vitest'
import type { Route } from '#contract/route.ts'
import { diceFrom } from '#server/demo/makers/dice.ts'
import { type Answered, type Sent, sentFor } from './access/asking.ts'
import { aHouse, type House } from './access/house.ts'
import { faultsIn, isOverload, tellFault } from './access/judging.ts'
import { byKeys, isSlow, made, type Pair, pairs, tellsWho, wayless } from './access/ways.ts'
import { everybody, kinds, may, routes } from './access/who-may.ts'
import type { Made } from './access/wishes.ts'
import { figure } from './figure.ts'
import { nasty } from './input/nasty.ts'
import { anyValid, brokenAt, placesIn } from './input/shapes.ts'
import { bentBodies, handwritten, oddCalls, sayByHand } from './input/transport.ts'
import { atOnce } from './load/at-once.ts'

type Tally = Record<
  'inputs' | 'wrong' | 'taken' | 'faults' | 'slow' | 'wrongTaken' | 'limited' | 'overload' | 'slowestMsMost',
  number
>

const longestMs = 2_000

const calls = routes.filter(({ row }) => !row.stream)

figure<{ inputs: number }>({
  id: 'F05',
  promise: 'odd input that is a fault of ours',
  target:
    '250,000 inputs over all routes: no 5xx, none over 2 s, no exit, every refusal in the declared form, no wrong one taken',
  small: { inputs: 250 },
  full: { parts: 25, size: { inputs: 10_000 }, minutes: 4 },
  async part({ inputs }, part) {
    const house = await aHouse(part)
    const tally: Tally = {
      inputs: 0,
      wrong: 0,
      taken: 0,
      faults: 0,
      slow: 0,
      wrongTaken: 0,
      limited: 0,
      overload: 0,
      slowestMsMost: 0,
    }
    try {
      // every route each time; as whom changes from part to part, and in a large one all are asked
      const shares = inputs < 5_000 ? few : pairs.filter((pair) => mayShow(pair, part))
      const each = Math.max(2, Math.round(inputs / shares.length))
      for (const pair of shares) await batch(house, pair, each, tally)
      await askAll(house, tally)
    } finally {
      await house.close()
    }
    return tally
  },
  whyMissed({ inputs = 0, wrong = 0, faults, slow, wrongTaken, limited = 0, overload = 0 }, size) {
    if (faults) return `${faults} faults`
    // in the tests others use the machine too
    if (slow && size === 'full') return `${slow} took longer than ${longestMs} ms`
    if (wrongTaken) return `${wrongTaken} wrong inputs were taken`
    if (inputs < (size === 'full' ? 250_000 : 250)) return `only ${inputs} inputs`
    if (wrong < inputs / 3) return `only ${wrong} of ${inputs} were wrong`
    return size === 'full' && limited + overload > inputs / 50
      ? `${limited + overload} were turned away by limits`
      : null
  },
  say: ({ inputs, wrong, taken, faults, wrongTaken, limited, overload, slowestMsMost = 0 }) =>
    `${inputs} inputs, of them ${wrong} wrong: ${faults} faults, ${wrongTaken} wrong ones taken; ${taken} fitting ones taken; ${limited} limited, ${overload} for overload; the slowest ${Math.round(slowestMsMost)} ms`,
})

/** Every route as one caller each, and with one key; what is slow is other tests' matter while nobody has the time. */
const few = calls
  .filter((call) => !isSlow(call))
  .flatMap(({ name, row }, at) => [oneOf(name, at), ...(row.key ? [oneOf(name, at, byKeys)] : [])])

/** A route as one of those who may call it. */
function oneOf(name: string, part: number, callers = pairs): Pair {
  const theirs = callers.filter((pair) => pair.name === name)
  const pair = theirs[part % theirs.length]
  if (!pair) throw new Error(`${name}: nobody has a way to call it (trust/access/ways.ts)`)
  return pair
}

/** Of what is slow one caller in a part is enough. */
const mayShow = (pair: Pair, part: number): boolean => !isSlow(pair) || oneOf(pair.name, part) === pair

async function batch(house: House, pair: Pair, count: number, tally: Tally): Promise<void> {
  const { name, row, kind, key } = pair
  const base = await made(house, name, row, kind, key)
  const who = key ?? base.email ?? kinds[kind]
  // few at once where few files of one account may be on their way
  await atOnce([...Array(count).keys()], row.takesFile ? 1 : isSlow(pair) ? 2 : 8, async () => {
    const { sent, isWrong, how } = oddly(house, row, base)
    const answer =
      how === 'by hand'
        ? await sayByHand(
            house.service.url,
            house.service.settings.publicUrl,
            row,
            sent.path,
            house.dice.pick(handwritten),
          )
        : await house.ask(who, { ...sent, headers: { ...base.headers, ...sent.headers } })
    note(
      tally,
      `${name} as ${tellsWho(pair)}, ${how}: ${sent.method} ${sent.path.slice(0, 120)} ${String(sent.body).slice(0, 200)}`,
      answer,
      isWrong,
      sent.method,
    )
    if (answer.status === 429) await house.forgetLimits()
  })
  await house.forgetLimits()
  // and somebody who may not: whatever they send, they hear that they may not
  const [stranger] = everybody.filter((one) => !may[name]?.includes(one)).slice(house.dice.between(0, 3))
  if (stranger === undefined) return
  const sent = sentFor(row, base.input, base.file)
  note(tally, `${name} as ${stranger}`, await house.ask(kinds[stranger], sent), true)
}

/** One call that has something odd about it, and whether it has to be refused. */
function oddly({ dice }: House, row: Route, base: Made): { sent: Sent; isWrong: boolean; how: string } {
  const kind = dice.between(1, 20)
  const whole = sentFor(row, base.input, base.file)
  if (kind === 1) return { sent: whole, isWrong: false, how: 'by hand' }
  if (kind === 2) {
    const how = dice.pick(Object.keys(oddCalls))
    return { sent: oddCalls[how]?.(whole, dice) ?? whole, isWrong: false, how }
  }
  if (kind <= 4 && row.method !== 'GET' && !row.takesFile && whole.body) {
    const how = dice.pick(Object.keys(bentBodies))
    return { sent: bentBodies[how]?.(whole, dice) ?? whole, isWrong: how !== 'nothing', how }
  }
  if (kind === 5) {
    const input = { ...base.input, ...anyValid(row.input, dice) }
    return { sent: sentFor(row, input, base.file), isWrong: false, how: 'as the shape says' }
  }
  const { input, how } = brokenAt(row.input, base.input, dice)
  const sent = sentFor(row, input, base.file)
  return { sent, isWrong: !isInOrder(row, sent) && !isOfAnother(row, sent), how }
}

/** What was put in place of an id is the name of another call. */
const isOfAnother = (row: Route, { method, path }: Sent): boolean =>
  calls.some((other) => other.row !== row && other.row.method === method && other.row.path === path)

function bodyIn({ speaks }: Route, body: Sent['body']): Record<string, unknown> {
  const said = JSON.parse(body?.toString() || '{}')
  return speaks === 'fhir' ? { resource: said } : said
}

/** By the shape, of what the server will find in it; what the address names stands nowhere else. */
function isInOrder(row: Route, { path, body }: Sent): boolean {
  const [pathname = '', query] = path.split('?')
  const searchParams = new URLSearchParams(query)
  const names = row.path.split('/')
  const params = Object.fromEntries(
    pathname.split('/').flatMap((part, at) => {
      const name = names[at]
      return name?.startsWith(':') ? [[name.slice(1), decodeURIComponent(part)]] : []
    }),
  )
  const sent =
    row.method === 'GET' || row.takesFile
      ? Object.fromEntries(
          [...new Set(searchParams.keys())].map((name) => [name, oneOrAll(searchParams.getAll(name))]),
        )
      : bodyIn(row, body)
  const isTwice = Object.keys(params).some((name) => Object.hasOwn(sent, name))
  return !isTwice && row.input.safeParse({ ...sent, ...params }).success
}

const oneOrAll = (values: string[]): string | string[] =>
  values.length === 1 ? (values[0] as string) : values

function note(tally: Tally, what: string, answer: Answered, isWrong: boolean, method?: string): void {
  const { status, ms, text } = answer
  tally.inputs++
  if (isWrong) tally.wrong++
  if (!isWrong && status >= 200 && status < 300) tally.taken++
  if (status === 429) tally.limited++
  if (isOverload(answer)) tally.overload++
  tally.slowestMsMost = Math.max(tally.slowestMsMost, ms)
  for (const fault of faultsIn(answer, method)) {
    tally.faults++
    tellFault(what, fault)
  }
  if (ms > longestMs) {
    tally.slow++
    tellFault(what, `took ${Math.round(ms)} ms`)
  }
  if (isWrong && status < 400) {
    tally.wrongTaken++
    tellFault(what, `is wrong, and was taken: ${status} ${text.slice(0, 200)}`)
  }
}

/** After all that the house stands, and what was kept can be read by everybody. */
async function askAll(house: House, tally: Tally): Promise<void> {
  for (const { name, row } of calls.filter((one) => one.row.method === 'GET' && !isSlow(one))) {
    const pair = oneOf(name, 0)
    const { input } = await made(house, name, row, pair.kind)
    const answer = await house.ask(kinds[pair.kind], sentFor(row, input))
    note(tally, `${name} as ${tellsWho(pair)} afterwards`, answer, false)
    if (answer.status >= 300) tally.faults++
  }
}

test('F05 there are 400 nasty literals, and each is another', () => {
  const known = new Set(nasty.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))))
  expect(known.size).toBeGreaterThanOrEqual(400)
})

test('F05 a value can be made of every route’s shape, every field of it is known, and no way leads nowhere', async () => {
  const dice = diceFrom(1)
  for (const { name, row } of routes) {
    const whole = anyValid(row.input, dice)
    const named = new Set(placesIn(row.input, whole).map(({ path }) => path[0]))
    const fields = Object.keys((row.input as unknown as { shape: object }).shape)
    expect([...named].sort(), name).toEqual(fields.sort())
  }
  expect(wayless).toEqual([])
})
