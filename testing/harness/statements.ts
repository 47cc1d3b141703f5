import pg from 'pg'
import { vi } from 'vitest'

/** The statements that the service of this process sends while something is done: each is a round trip. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args as [string | { text: string }]
    const text = typeof first === 'string' ? first : first.text
    if (ofCalls(this) && !byTheClock.test(text)) sent.push(text.replaceAll(/\s+/g, ' ').trim())
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
const ofCalls = (client: pg.Client): boolean =>
  (client as unknown as { connectionParameters: { application_name: string } }).connectionParameters
    .application_name === 'crossmatch'

/** The live reader looks each second, whatever is done. */
const byTheClock = /pg_snapshot_xip/
