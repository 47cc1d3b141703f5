import { isDeepStrictEqual } from 'node:util'
import { actFrom, beginning, dicer, type People, told, waitFrom, wishFrom } from './acts.ts'
import { type Act, type Answer, type Life, raised, type Wish } from './life.ts'
import { happens } from './model.ts'
import { type Seen, seenOf } from './views.ts'

/** The product, walked through by its rules alone or over HTTP. An order is known by its place in the world. */
export type World = {
  readonly people: People
  raise(wish: Wish, now: number): Promise<void> | void
  act(order: number, act: Act, now: number): Promise<Answer> | Answer
  sweep(now: number): Promise<void> | void
  bill(): Promise<void> | void
  /** All that is seen of each order by everybody. */
  seen(now: number): Promise<readonly Seen[]> | readonly Seen[]
  /** Kind and recipient of what was sent about each order; null if this world sends nothing. */
  messages(): Promise<readonly (readonly string[])[]> | null
}

/** Numbers from which everything that happens in a world is drawn: an order each, and a round of acts each. */
export type Plan = { readonly orders: readonly number[]; readonly rounds: readonly number[] }

/** Walks the plan through a world and the model beside it; throws where the two part. How much was done. */
export async function walk(world: World, { orders, rounds }: Plan): Promise<number> {
  const { people } = world
  let now = beginning
  const wishes = orders.map((dice) => wishFrom(dice, people))
  const lives = wishes.map((wish) => raised(wish, now))
  const diaries = wishes.map((wish) => [`${clock(now)} ${asked(wish)}`])
  for (const wish of wishes) await world.raise(wish, now)
  await compare()

  for (const round of rounds) {
    const wait = waitFrom(round)
    now += wait
    const acts = lives.map((life, at) =>
      actFrom(life, round ^ Math.imul(orders[at] ?? 0, 0x9e3779b1), people),
    )
    if ((wait > 0 && dicer(round)(2) === 0) || acts.some(({ kind }) => kind === 'sweep')) await sweep()
    if (acts.some(({ kind }) => kind === 'bill')) await bill()
    await Promise.all(acts.map((act, at) => (isForAll(act) ? undefined : one(at, act))))
    await compare()
  }
  return orders.length * (1 + rounds.length)

  async function one(at: number, act: Act): Promise<void> {
    const life = lives[at] as Life
    const wanted = happens(life, act, now)
    diaries[at]?.push(`${clock(now)} ${told(act)}: ${wanted}`)
    const got = await world.act(at, act, now)
    if (got !== wanted) part(at, 'the answer', wanted, got)
  }

  async function sweep(): Promise<void> {
    for (const [at, life] of lives.entries())
      if (happens(life, { kind: 'sweep' }, now) === 'done')
        diaries[at]?.push(`${clock(now)} the clock brings it: ${life.status}`)
    await world.sweep(now)
  }

  async function bill(): Promise<void> {
    for (const [at, life] of lives.entries())
      if (happens(life, { kind: 'bill' }, now) === 'done') diaries[at]?.push(`${clock(now)} it is billed`)
    await world.bill()
  }

  async function compare(): Promise<void> {
    const seen = await world.seen(now)
    const messages = await world.messages()
    for (const [at, life] of lives.entries()) {
      const wanted = seenOf(life, now)
      const got = seen[at]
      if (!got || !isDeepStrictEqual(got, wanted)) part(at, ...firstDifference(wanted, got))
      const sent = messages?.[at]
      if (sent && !isDeepStrictEqual([...sent].sort(), [...life.messages].sort()))
        part(at, 'messages', life.messages, sent)
    }
  }

  function part(at: number, where: string, wanted: unknown, got: unknown): never {
    const text = (value: unknown) => JSON.stringify(value, null, 1)?.replace(/\n\s*/g, ' ')
    throw new Error(
      [
        `Order ${at + 1} of ${orders.length}: ${where}`,
        `  should be ${text(wanted)}`,
        `  and is    ${text(got)}`,
        'Its life:',
        ...(diaries[at] ?? []).map((line) => `  ${line}`),
      ].join('\n'),
    )
  }
}

const isForAll = ({ kind }: Act): boolean => kind === 'sweep' || kind === 'bill'

function firstDifference(wanted: Seen, got: Seen | undefined): [string, unknown, unknown] {
  if (!got) return ['nobody knows it', wanted, got]
  for (const screen of Object.keys(wanted) as (keyof Seen)[])
    if (!isDeepStrictEqual(got[screen], wanted[screen])) return [screen, wanted[screen], got[screen]]
  return ['more than should be seen', wanted, got]
}

/** `day 2, 14:05`. */
function clock(at: number): string {
  const [hour, minute] = [Math.floor((at % 1440) / 60), Math.floor(at % 60)]
  return `day ${Math.floor(at / 1440) + 1}, ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

const asked = ({ hospital, type, component, units, pickup, deadline }: Wish): string =>
  `${hospital} raises ${units} ${component}, ${type}, pickup ${clock(pickup)}, deadline ${clock(deadline)}`
