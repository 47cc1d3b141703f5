import fc from 'fast-check'
import type { z } from 'zod'
import type { Dice } from '#server/demo/makers/dice.ts'
import { texts } from '../access/wishes.ts'
import { nasty } from './nasty.ts'

/** What zod tells of a shape. */
type Shape = z.ZodType & { _zod: { def: Def } }
type Def = {
  type: string
  shape?: Record<string, Shape>
  element?: Shape
  innerType?: Shape
  in?: Shape
  out?: Shape
  options?: Shape[]
  entries?: Record<string, string | number>
  values?: unknown[]
  keyType?: Shape
  valueType?: Shape
  format?: string
  pattern?: RegExp
  checks?: { _zod: { def: CheckDef } }[]
}
type CheckDef = {
  check: string
  minimum?: number
  maximum?: number
  value?: number
  pattern?: RegExp
  format?: string
}
type Limits = { minimum?: number; maximum?: number; multipleOf?: number; pattern?: RegExp; format?: string }

const defOf = (shape: z.ZodType): Def => (shape as Shape)._zod.def

/** What is asked of a text or a number, gathered from its checks. */
function limitsOf(shape: z.ZodType): Limits {
  const { format, pattern, checks = [] } = defOf(shape)
  const limits: Limits = { ...(format ? { format } : {}), ...(pattern ? { pattern } : {}) }
  for (const { def } of checks.map((one) => one._zod)) {
    if (def.check === 'max_length' || def.check === 'less_than')
      limits.maximum = def.maximum ?? def.value ?? 0
    if (def.check === 'min_length' || def.check === 'greater_than')
      limits.minimum = def.minimum ?? def.value ?? 0
    if (def.check === 'multiple_of') limits.multipleOf = def.value ?? 1
    if (def.check === 'string_format' && def.pattern) limits.pattern = def.pattern
  }
  return limits
}

/** Places in a list are told by the server: nobody makes them up. */
const opaque = ['after', 'before', 'through']

/** Something that the shape takes. Throws at a shape that nobody can make a value of: the generator must learn it. */
export function anyValid(shape: z.ZodType, dice: Dice): Record<string, unknown> {
  for (let tries = 0; tries < 50; tries++) {
    const value = valueFor(shape, dice) as Record<string, unknown>
    if (shape.safeParse(value).success) return value
  }
  throw new Error('no value of this shape could be made in 50 tries')
}

const makers: Record<string, (shape: z.ZodType, dice: Dice) => unknown> = {
  string: aString,
  number(shape, dice) {
    const { minimum = 0, maximum = 1_000, multipleOf } = limitsOf(shape)
    const number = dice.chance(0.2)
      ? dice.pick([minimum, maximum])
      : dice.between(Math.ceil(minimum), maximum)
    return multipleOf ? Number(number.toFixed(1)) : number
  },
  boolean: (_, dice) => dice.chance(0.5),
  null: () => null,
  date: (_, dice) => new Date(Date.UTC(2026, 10, 16) + dice.between(-1e9, 1e9)).toISOString(),
  unknown: (_, dice) => dice.pick([null, 1, 'x']),
  enum: (shape, dice) => dice.pick(Object.values(defOf(shape).entries ?? {})),
  literal: (shape, dice) => dice.pick(defOf(shape).values ?? []),
  union: (shape, dice) => valueFor(dice.pick(defOf(shape).options ?? []), dice),
  optional: inner,
  nullable: (shape, dice) => (dice.chance(0.3) ? null : inner(shape, dice)),
  default: inner,
  prefault: inner,
  catch: inner,
  pipe: (shape, dice) => {
    const { in: first, out } = defOf(shape)
    // what is turned into something else before it is looked at has its limits behind it
    const isAnyway = first && ['transform', 'unknown'].includes(defOf(first).type)
    return valueFor(limitedBy(isAnyway ? out : first, out), dice)
  },
  array(shape, dice) {
    const { element } = defOf(shape)
    return Array.from({ length: dice.between(1, 3) }, () => valueFor(element as Shape, dice))
  },
  object(shape, dice) {
    const entries = Object.entries(defOf(shape).shape ?? {}).flatMap(([name, one]) => {
      const isLeftOut = opaque.includes(name) || (isOptional(one) && dice.chance(0.5))
      return isLeftOut ? [] : [[name, valueFor(one, dice)]]
    })
    return Object.fromEntries(entries)
  },
  record(shape, dice) {
    const { keyType, valueType } = defOf(shape)
    const keys = Object.values(defOf(keyType as Shape).entries ?? {})
    if (keys.length === 0) throw new Error('a record of any keys: the generator does not know which')
    return Object.fromEntries(keys.map((key) => [key, valueFor(valueType as Shape, dice)]))
  },
}

function valueFor(shape: z.ZodType, dice: Dice): unknown {
  const { type } = defOf(shape)
  const make = makers[type]
  if (!make) throw new Error(`the generator cannot make a ${type}`)
  return make(shape, dice)
}

function inner(shape: z.ZodType, dice: Dice): unknown {
  return valueFor(defOf(shape).innerType as Shape, dice)
}

function limitedBy(first: Shape | undefined, out: Shape | undefined): Shape {
  if (!first) throw new Error('a pipe without a beginning')
  if (!out || defOf(first).type !== 'string' || defOf(out).type !== 'string') return first
  return limitsOf(first).maximum === undefined && !limitsOf(first).pattern ? out : first
}

const isOptional = (shape: z.ZodType): boolean =>
  ['optional', 'default', 'prefault', 'catch'].includes(defOf(shape).type)

const drawn = new Map<string, string[]>()

function aString(shape: z.ZodType, dice: Dice): string {
  const { minimum = 0, maximum = 200, pattern, format } = limitsOf(shape)
  if (format === 'date') return dice.pick(['2026-11-16', '1994-03-12', '2026-12-31', '1900-01-01'])
  if (format === 'datetime') return dice.pick(['2026-11-16T10:00:00Z', '2026-11-16T15:30:00+05:30'])
  if (pattern) {
    const known = drawn.get(pattern.source) ?? fc.sample(fc.stringMatching(pattern), { numRuns: 40, seed: 7 })
    drawn.set(pattern.source, known)
    const fitting = known.filter((one) => one.length <= maximum)
    return dice.pick(fitting)
  }
  const short = texts.filter(({ length }) => length >= minimum && length <= maximum)
  return dice.pick(short)
}

type Path = readonly (string | number)[]
type Place = { path: Path; shape: z.ZodType }

/** Every field of an input, and what is in it. */
export function placesIn(shape: z.ZodType, value: unknown, path: Path = []): Place[] {
  const here: Place[] = path.length === 0 ? [] : [{ path, shape }]
  const bare = bareOf(shape, value)
  const { type, shape: fields, element, valueType } = defOf(bare)
  if (type === 'object')
    return [
      ...here,
      ...Object.entries(fields ?? {}).flatMap(([name, one]) =>
        placesIn(one, (value as Record<string, unknown> | undefined)?.[name], [...path, name]),
      ),
    ]
  if (type === 'array' && Array.isArray(value))
    return [...here, ...value.flatMap((one, at) => placesIn(element as Shape, one, [...path, at]))]
  if (type === 'record' && value && typeof value === 'object')
    return [
      ...here,
      ...Object.entries(value).flatMap(([name, one]) => placesIn(valueType as Shape, one, [...path, name])),
    ]
  return here
}

/** Without what only says that it may be missing, or is something else before. */
function bareOf(shape: z.ZodType, value: unknown): z.ZodType {
  const { type, innerType, in: first, out, options } = defOf(shape)
  if (innerType) return bareOf(innerType, value)
  if (type === 'pipe')
    return bareOf((first && defOf(first).type === 'transform' ? out : first) as Shape, value)
  if (type === 'union') {
    const fits = options?.find((one) => one.safeParse(value).success) ?? options?.[0]
    return fits ? bareOf(fits, value) : shape
  }
  return shape
}

/** Every field of an input that takes any text: what has a form, or is one of a list, is left out. */
export const textsIn = (shape: z.ZodType, value: unknown) =>
  placesIn(shape, value).flatMap(({ path, shape: one }) => {
    const bare = bareOf(one, undefined)
    const { pattern, format } = limitsOf(bare)
    const isAnyText = defOf(bare).type === 'string' && !pattern && !format
    return isAnyText ? [{ path, longest: longestOf(one) ?? 1_000 }] : []
  })

export const breaks = ['missing', 'extra', 'nasty', 'long', 'range', 'other'] as const
export type Break = (typeof breaks)[number]

/** The same input with one thing about it wrong, or odd at least: whether it is, the shape says. */
export function brokenAt(
  shape: z.ZodType,
  input: Record<string, unknown>,
  dice: Dice,
): { input: Record<string, unknown>; how: string } {
  const places = placesIn(shape, input)
  const how: Break = places.length === 0 ? 'extra' : dice.pick(breaks)
  if (how === 'extra') {
    const path = dice.pick([
      [],
      ...places.filter((one) => isObject(bareOf(one.shape, undefined))).map((one) => one.path),
    ])
    const name = dice.pick([
      'invented',
      'isAdmin',
      'hospitalId',
      'status',
      'version',
      'ID',
      'Id',
      ' id',
      'toString',
      '__proto__',
    ])
    return {
      input: changed(input, [...path, name], () => dice.pick(nasty)),
      how: `${how} ${path.join('.')} ${name}`,
    }
  }
  const { path, shape: one } = dice.pick(places)
  const said = `${how} ${path.join('.')}`
  if (how === 'missing') return { input: changed(input, path, () => undefined), how: said }
  return { input: changed(input, path, (before) => instead(how, one, before, dice)), how: said }
}

const isObject = (shape: z.ZodType): boolean => defOf(shape).type === 'object'

function instead(how: Break, shape: z.ZodType, before: unknown, dice: Dice): unknown {
  const { minimum, maximum } = limitsOf(bareOf(shape, before))
  if (how === 'long') {
    const most = longestOf(shape) ?? 100
    return dice
      .pick(['x', 'அ', '\u{1f9b8}', ' x'])
      .repeat(dice.pick([most, most + 1, 2 * most, 10 * most + 1]))
  }
  if (how === 'range') {
    const ends = [minimum, maximum].flatMap((end) =>
      end === undefined ? [] : [end - 1, end - 0.5, end + 0.5, end + 1],
    )
    return dice.pick([...ends, -1, 0, 1e9, 1e15, -1e15])
  }
  if (how === 'other') {
    // what was broken before may be an object that is no text
    const text = typeof before === 'object' ? JSON.stringify(before) : String(before)
    return dice.pick([text, [before], { value: before }, `${text} `, `${text}x`, -1, null])
  }
  return dice.pick(nasty)
}

/** Of a text: behind whatever it is piped through. */
function longestOf(shape: z.ZodType): number | undefined {
  const { innerType, in: first, out } = defOf(shape)
  const own = defOf(shape).type === 'string' ? limitsOf(shape).maximum : undefined
  return own ?? (innerType && longestOf(innerType)) ?? (out && longestOf(out)) ?? (first && longestOf(first))
}

/** The same with something else at that place. */
export function changed<Whole>(whole: Whole, path: Path, change: (before: unknown) => unknown): Whole {
  const [first, ...rest] = path
  if (first === undefined) return change(whole) as Whole
  if (Array.isArray(whole))
    return whole.map((one, at) => (at === first ? changed(one, rest, change) : one)) as Whole
  if (whole === null || typeof whole !== 'object') return whole
  const entries = Object.entries(whole).filter(([name]) => name !== first)
  const before = (whole as Record<string, unknown>)[first as string]
  const after = rest.length === 0 ? change(before) : changed(before, rest, change)
  return Object.fromEntries(after === undefined ? entries : [...entries, [first, after]]) as Whole
}
