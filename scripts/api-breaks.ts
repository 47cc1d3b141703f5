/**
 * What a caller can rely on, of one value: the name of a type, the values there may be, an object by its fields (`?`
 * behind a name: it may be missing), a list, or one of several.
 */
export type Shape =
  | string
  | { readonly values: readonly string[] }
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly each: Shape }
  | { readonly either: readonly Shape[] }

export type Operation = {
  /** How it is called. */
  readonly call: string
  /** What a key needs for it; without, it is closed to keys. */
  readonly scope?: string
  /** The headers it knows. */
  readonly headers?: readonly string[]
  readonly takes?: Shape
  readonly answers: Shape
}

export type Api = { readonly version: string; readonly operations: Readonly<Record<string, Operation>> }

/**
 * What of a promise does not hold any more: calls that were well are refused, or answers lack what was read in them
 * (decision 91). Whatever is added is none. With another first number of the version all is open.
 */
export function breaksIn(before: Api, now: Api): string[] {
  if (firstNumber(before.version) !== firstNumber(now.version)) return []
  return Object.entries(before.operations).flatMap(([name, one]) => {
    const other = now.operations[name]
    return other ? operationBreaks(name, one, other) : [`${name} is gone`]
  })
}

const firstNumber = (version: string): string => version.split('.')[0] ?? ''

function operationBreaks(name: string, before: Operation, now: Operation): string[] {
  const lost = (before.headers ?? []).filter((header) => !now.headers?.includes(header))
  return [
    ...(before.call === now.call ? [] : [`${name} was ${before.call} and is ${now.call}`]),
    ...(before.scope === undefined || before.scope === now.scope
      ? []
      : [`${name} was open to keys with ${before.scope}`]),
    ...lost.map((header) => `${name} does not know ${header} any more`),
    ...compare('takes', `${name} takes`, before.takes ?? nothing, now.takes ?? nothing),
    ...compare('answers', `${name} answers`, before.answers, now.answers),
  ]
}

const nothing: Shape = { fields: {} }

/** Of what is sent everything that was taken still is; of an answer everything that was there still is. */
type Way = 'takes' | 'answers'

function compare(way: Way, path: string, before: Shape, now: Shape): string[] {
  if (isWithin(way === 'takes' ? before : now, way === 'takes' ? now : before)) return []
  if (has(before, 'either') || has(now, 'either'))
    return compareForms(way, path, formsOf(before), formsOf(now))
  if (has(before, 'fields') && has(now, 'fields')) return compareFields(way, path, before.fields, now.fields)
  if (has(before, 'each') && has(now, 'each')) return compare(way, `${path}[]`, before.each, now.each)
  if (has(before, 'values') && has(now, 'values')) {
    // whoever reads an answer is told of new values, and passes over what it does not know
    const gone = way === 'takes' ? before.values.filter((value) => !now.values.includes(value)) : []
    return gone.map((value) => `${path}: ${value} is gone`)
  }
  return [`${path}: was ${kindOf(before)} and is ${kindOf(now)}`]
}

function compareFields(way: Way, path: string, before: Fields, now: Fields): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)].map((name) => name.replace(/\?$/, '')))
  return [...names].flatMap((name) => {
    const [one, other] = [fieldOf(before, name), fieldOf(now, name)]
    const at = `${path}.${name}`
    if (!one) return way === 'takes' && other?.isSure ? [`${at}: is new and has to be sent`] : []
    if (!other) return [`${at}: is gone`]
    const [sure, wasSure] = [other.isSure, one.isSure]
    const hasChanged = way === 'takes' ? sure && !wasSure : wasSure && !sure
    return [
      ...(hasChanged ? [`${at}: ${way === 'takes' ? 'has to be sent now' : 'may be missing now'}`] : []),
      ...compare(way, at, one.shape, other.shape),
    ]
  })
}

/** Each form that there was is still there; to an answer no plain type is added, `null` least of all. */
function compareForms(way: Way, path: string, before: readonly Shape[], now: readonly Shape[]): string[] {
  const gone = before.filter((one) => now.every((other) => compare(way, path, one, other).length > 0))
  const added = now.filter(
    (one) => typeof one === 'string' && before.every((other) => compare(way, path, other, one).length > 0),
  )
  // a null that is never told any more hurts nobody
  const missed = way === 'takes' ? gone : gone.filter((one) => typeof one !== 'string')
  return [
    ...missed.map((one) => `${path}: a form of it is gone, ${kindOf(one)}`),
    ...(way === 'answers' ? added.map((one) => `${path}: may be ${kindOf(one)} now`) : []),
  ]
}

type Fields = Readonly<Record<string, Shape>>

const fieldOf = (fields: Fields, name: string): { shape: Shape; isSure: boolean } | null => {
  const [sure, open] = [fields[name], fields[`${name}?`]]
  if (sure !== undefined) return { shape: sure, isSure: true }
  return open === undefined ? null : { shape: open, isSure: false }
}

const has = <Key extends string>(shape: Shape, key: Key): shape is Extract<Shape, Record<Key, unknown>> =>
  typeof shape === 'object' && key in shape

const formsOf = (shape: Shape): readonly Shape[] => (has(shape, 'either') ? shape.either : [shape])

/** Every value of the one is one of the other, as far as it is plain. */
function isWithin(narrow: Shape, wide: Shape): boolean {
  if (wide === 'anything') return true
  if (has(narrow, 'values')) return wide === 'string'
  if (typeof narrow !== 'string' || typeof wide !== 'string') return false
  return (
    narrow === wide || (narrow === 'integer' && wide === 'number') || (isText(narrow) && wide === 'string')
  )
}

const isText = (name: string): boolean =>
  !['integer', 'number', 'boolean', 'null', 'object', 'anything', 'binary', 'the same again'].includes(name)

function kindOf(shape: Shape): string {
  if (typeof shape === 'string') return shape
  if (has(shape, 'values')) return `one of ${shape.values.join(', ')}`
  if (has(shape, 'fields')) return 'an object'
  return has(shape, 'each') ? 'a list' : 'one of several'
}
