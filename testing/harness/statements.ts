import pg from 'pg'
import { vi } from 'vitest'

/** The statements that a service sends while something is done: each is a round trip. Others may share this process. */
export async function statementsOf(
  { databaseUrl }: { databaseUrl: string },
  act: () => Promise<unknown>,
): Promise<string[]> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const sent: string[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args as [string | { text: string }]
    const text = typeof first === 'string' ? first : first.text
    if (isOfCalls(this, database) && !byTheClock.test(text)) sent.push(text.replaceAll(/\s+/g, ' ').trim())
    return Reflect.apply(query, this, args)
  } as typeof query)
  try {
    await act()
  } finally {
    spy.mockRestore()
  }
  return sent
}

/** Not the queue's own connections, nor the one that hears of changes. */
function isOfCalls(client: pg.Client, database: string): boolean {
  const { connectionParameters: of } = client as unknown as {
    connectionParameters: { application_name: string; database: string }
  }
  return of.application_name === 'crossmatch' && of.database === database
}

/** The live readers look each second, whatever is done, and when there is something to read. */
const byTheClock = /pg_snapshot_xip|from news where id > /
