import { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** A value of a statement: what it is, is told when the statement is asked. */
type Value<Asked> = (asked: Asked) => unknown
/** Text of a statement with values in it, maybe of further parts. */
export type Part<Asked> = {
  readonly texts: readonly string[]
  readonly values: readonly (Value<Asked> | Part<Asked>)[]
}

export const part = <Asked>(
  texts: TemplateStringsArray,
  ...values: (Value<Asked> | Part<Asked>)[]
): Part<Asked> => ({ texts, values })

/** Words of ours, such as the name of a table; never what somebody sent. */
export const words = (text: string): Part<unknown> => ({ texts: [text], values: [] })

/** Columns as the table has them. */
export const columnsOf = (names: readonly string[]): Part<unknown> => words(names.map(inTable).join(', '))

/** A value for each, with commas between. */
export const valuesOf = <Asked>(values: readonly Value<Asked>[]): Part<Asked> => ({
  texts: ['', ...values.slice(1).map(() => ', '), ''],
  values,
})

/**
 * A statement whose text is put together once: where it is asked hundreds of times a second, to put it together each
 * time costs more than its answer.
 */
export function statement<Asked, Row>(whole: Part<Asked>): (db: Db, asked: Asked) => Promise<Row[]> {
  const values: Value<Asked>[] = []
  const text = textOf(whole, values)
  return async (db, asked) => {
    const query = CompiledQuery.raw(
      text,
      values.map((value) => value(asked)),
    )
    return (await db.executeQuery<Row>(query as CompiledQuery<Row>)).rows
  }
}

function textOf<Asked>({ texts, values }: Part<Asked>, all: Value<Asked>[]): string {
  const [first = '', ...rest] = texts
  return rest.reduce((text, next, at) => {
    const value = values[at]
    if (value === undefined) return text + next
    if (typeof value !== 'function') return text + textOf(value, all) + next
    // what is used twice is sent once
    const known = all.indexOf(value)
    return `${text}$${known < 0 ? all.push(value) : known + 1}${next}`
  }, first)
}

const inTable = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
