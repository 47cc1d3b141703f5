import { isDeepStrictEqual } from 'node:util'
import { type Draw, dicer } from './dice.ts'
import { beginning, clock, waitFrom } from './time.ts'

/** What has a life in a world, and who is there to live it with: orders, hospitals, counts, forms, files. */
export type Kind = { people: unknown; wish: unknown; life: unknown; act: { kind: string }; seen: object }

/**
 * What is promised, said a second time and without a line of the product. A time is in minutes since midnight in India
 * of the first day; acts happen at half minutes.
 */
export type Model<K extends Kind> = {
  /** One of them, for whoever reads a failure: `Order`. */
  readonly name: string
  /** How the one at that place begins. */
  wish(draw: Draw, people: K['people'], at: number): K['wish']
  begins(wish: K['wish'], now: number): K['life']
  tellsWish(wish: K['wish']): string
  /** Something to do, mostly what fits the life as it is. */
  act(life: K['life'], draw: Draw, people: K['people']): K['act']
  tells(act: K['act']): string
  /** Does it to the life, or refuses and leaves it as it was: what whoever acts is answered. */
  happens(life: K['life'], act: K['act'], now: number): string
  /** What everybody should see of it. */
  seen(life: K['life'], now: number): K['seen']
  /** What befalls all at once and not one of them. */
  isForAll?(act: K['act']): boolean
  /** What else befalls all, after so many minutes. */
  comes?(wait: number, draw: Draw): readonly K['act'][]
  /** How long it is to the next round, where minutes to a day will not do. */
  wait?(dice: number): number
}

/** The product, walked through by its rules alone or over HTTP. A life is known by its place in the world. */
export type World<K extends Kind> = {
  readonly people: K['people']
  begin(wish: K['wish'], now: number): Promise<void> | void
  act(at: number, act: K['act'], now: number): Promise<string> | string
  befall?(act: K['act'], now: number): Promise<void> | void
  /** All that is seen of each by everybody. */
  seen(now: number): Promise<readonly K['seen'][]> | readonly K['seen'][]
  /** What this world has not got. */
  readonly isBlindTo?: readonly (keyof K['seen'])[]
}

/** Numbers from which everything that happens in a world is drawn: a life each, and a round of acts each. */
export type Plan = { readonly lives: readonly number[]; readonly rounds: readonly number[] }

/** How much was asked, and how much of it was done and not refused. */
export type Walked = { commands: number; done: number }

/** Walks the plan through a world and the model beside it; throws where the two part. */
export async function walk<K extends Kind>(
  model: Model<K>,
  world: World<K>,
  { lives: begun, rounds }: Plan,
): Promise<Walked> {
  const { people } = world
  const walked: Walked = { commands: begun.length, done: 0 }
  let now = beginning
  const wishes = begun.map((dice, at) => model.wish(dicer(dice), people, at))
  const lives = wishes.map((wish) => model.begins(wish, now))
  const diaries = wishes.map((wish) => [`${clock(now)} ${model.tellsWish(wish)}`])
  for (const wish of wishes) await world.begin(wish, now)
  await compare()

  for (const round of rounds) {
    const wait = (model.wait ?? waitFrom)(round)
    now += wait
    const acts = lives.map((life, at) =>
      model.act(life, dicer(round ^ Math.imul(begun[at] ?? 0, 0x9e3779b1)), people),
    )
    const isForAll = (act: K['act']) => model.isForAll?.(act) === true
    const forAll = [...(model.comes?.(wait, dicer(round)) ?? []), ...acts.filter(isForAll)]
    for (const act of new Map(forAll.map((one) => [one.kind, one])).values()) await befall(act)
    await Promise.all(acts.map((act, at) => (isForAll(act) ? undefined : one(at, act))))
    walked.commands += acts.length
    await compare()
  }
  return walked

  async function one(at: number, act: K['act']): Promise<void> {
    const wanted = model.happens(lives[at], act, now)
    if (wanted === 'done') walked.done++
    diaries[at]?.push(`${clock(now)} ${model.tells(act)}: ${wanted}`)
    const got = await world.act(at, act, now)
    if (got !== wanted) part(at, 'the answer', wanted, got)
  }

  async function befall(act: K['act']): Promise<void> {
    for (const [at, life] of lives.entries())
      if (model.happens(life, act, now) === 'done') {
        walked.done++
        diaries[at]?.push(`${clock(now)} ${model.tells(act)}`)
      }
    await world.befall?.(act, now)
  }

  async function compare(): Promise<void> {
    const seen = await world.seen(now)
    for (const [at, life] of lives.entries()) {
      const wanted: object = model.seen(life, now)
      const got: object | undefined = seen[at]
      if (!got || !isDeepStrictEqual(got, wanted)) compareParts(at, wanted, got)
    }
  }

  function compareParts(at: number, wanted: object, got: object | undefined): void {
    if (!got) part(at, 'nobody knows it', wanted, got)
    const blind: readonly PropertyKey[] = world.isBlindTo ?? []
    for (const screen of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
      const [one, other] = [wanted, got].map((all) => all[screen as keyof object])
      if (!blind.includes(screen) && !isDeepStrictEqual(one, other)) part(at, screen, one, other)
    }
  }

  function part(at: number, where: string, wanted: unknown, got: unknown): never {
    const text = (value: unknown) => JSON.stringify(value, null, 1)?.replace(/\n\s*/g, ' ')
    throw new Error(
      [
        `${model.name} ${at + 1} of ${lives.length}: ${where}`,
        `  should be ${text(wanted)}`,
        `  and is    ${text(got)}`,
        'Its life:',
        ...(diaries[at] ?? []).map((line) => `  ${line}`),
      ].join('\n'),
    )
  }
}
