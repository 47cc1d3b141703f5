import pg from 'pg'

/** Statements with lists of many lengths have many texts; beyond these one is planned each time. */
const mostNames = 1_000
/** What is asked once or twice is not worth a plan on each connection. */
const oftenEnough = 3
/** Its columns are those of the day it was planned: a migration under a running process would end it. */
const hasAllColumns = /(?<!count\()\*/

/** Gives a statement a name by which a connection plans it once, if it is asked often. */
export function statementNames(): (text: string) => string | undefined {
  const asked = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (names.size >= mostNames || hasAllColumns.test(text)) return undefined
    const times = (asked.get(text) ?? 0) + 1
    if (times < oftenEnough) {
      // what was asked long ago may be forgotten: it begins to count again
      if (asked.size >= mostNames) asked.clear()
      asked.set(text, times)
      return undefined
    }
    asked.delete(text)
    names.set(text, `s${names.size}`)
    return names.get(text)
  }
}

/** Connections on which every statement with parameters, whoever asks, is named if it is asked often. */
export function preparingClient(Client: new () => pg.Client = pg.Client): new () => pg.Client {
  const nameOf = statementNames()
  return class extends Client {
    override query: pg.Client['query'] = (...args: unknown[]) => {
      const ask = pg.Client.prototype.query as (...args: unknown[]) => never
      const [text, values, ...rest] = args
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
        return ask.apply(this, args)
      return ask.call(this, { text, values, name: nameOf(text) }, ...rest)
    }
  }
}
