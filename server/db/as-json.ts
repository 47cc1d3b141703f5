import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/*
 * Lists whose JSON PostgreSQL makes (decision 54). What stands in it is named by the contract's shape: a column that
 * the shape does not have is not asked for, and so cannot leave.
 */

declare const shapeOf: unique symbol

/** JSON of such a value, as text. */
export type Json<Value> = string & { readonly [shapeOf]: Value }

/** An answer that is sent as it is: nobody reads it on the way. */
export class JsonText<Value> {
  readonly text: Json<Value>
  constructor(text: Json<Value>) {
    this.text = text
  }
}

/** SQL for what is no column of the row, or not as it stands there. */
type Made<Shape extends z.ZodObject> = { readonly [Key in keyof Shape['shape']]?: RawBuilder<unknown> }

/** The JSON of one row. */
export function jsonOf<Shape extends z.ZodObject>(
  shape: Shape,
  table: string,
  made: Made<Shape> = {},
): RawBuilder<Json<z.output<Shape>>> {
  const keys = Object.entries<z.ZodType>(shape.shape)
  const columns = keys
    .filter(([key]) => !made[key])
    .map(([key, type]) => {
      const column = `${table}.${inSql(key)}`
      return `${isInstant(type) ? `to_char(${column} ${instant})` : column} as "${key}"`
    })
  const others = keys.flatMap(([key, type]) => {
    const value = made[key]
    if (!value) return []
    const name = sql.raw(`"${key}"`)
    return isInstant(type) ? sql`to_char(${value} ${sql.raw(instant)}) as ${name}` : sql`${value} as ${name}`
  })
  const told = [...(columns.length > 0 ? [sql.raw(columns.join(', '))] : []), ...others]
  return sql`(select row_to_json(told) from (select ${sql.join(told)}) as told)`
}

/** The JSON of some rows, in the order in which `from` has them. */
export const jsonListOf = <Shape extends z.ZodObject>(
  shape: Shape,
  { table, from, made = {} }: { table: string; from: RawBuilder<unknown>; made?: Made<Shape> },
): RawBuilder<Json<z.output<Shape>[]>> =>
  sql`(select coalesce(json_agg(${jsonOf(shape, table, made)}), '[]') from ${from})`

/** What a rule made, for `withKeys`. */
export const asJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>

/** A row with some keys more, which it must not have yet. */
export function withKeys<Row, More extends object>(
  row: Json<Row>,
  more: { readonly [Key in keyof More]: Json<More[Key]> },
): Json<Row & More> {
  const parts = Object.entries<string>(more).map(([key, value]) => `"${key}":${value}`)
  return `${row.slice(0, -1)},${parts.join(',')}}` as Json<Row & More>
}

export const objectOf = <Value extends object>(
  parts: {
    readonly [Key in keyof Value]: Json<Value[Key]>
  },
): Json<Value> =>
  `{${Object.entries<string>(parts)
    .map(([key, value]) => `"${key}":${value}`)
    .join(',')}}` as Json<Value>

export const listOf = <Row>(rows: readonly Json<Row>[]): Json<Row[]> => `[${rows.join(',')}]` as Json<Row[]>

/** As `Date` writes it in JSON, whatever zone the connection has. */
const instant = `at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

function isInstant(type: z.ZodType): boolean {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional)
    return isInstant(type.unwrap() as z.ZodType)
  return type instanceof z.ZodDate
}

export const inSql = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
