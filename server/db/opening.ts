import type { Actor } from '#domain/people/actor.ts'
import type { Db } from './database.ts'
import { appendReading, type Read } from './event-trail.ts'

/** Pages ask again whenever what they show changes: who opened it is told once in so long. */
const onceInMs = 30 * 60_000
const mostRemembered = 10_000

export type TellOpened = (
  call: { db: Db; actor: Actor; now: Date },
  read: Omit<Read, 'once'> & { thing: string },
) => Promise<void>

/**
 * A line in the trail for whoever opens one thing. If it cannot be written, on a disk that is full, the reading goes on
 * (promise X10) and the log says so. What was told in this process a moment ago costs nothing.
 */
export function tellOpenedWith(warn: (line: object, text: string) => void): TellOpened {
  const told = new Map<string, number>()
  return async ({ db, actor, now }, { thing, ...read }) => {
    const once = `${read.kind} ${thing}`
    const key = `${actor.accountId} ${once}`
    const before = told.get(key)
    const age = before === undefined ? onceInMs : now.getTime() - before
    if (age >= 0 && age < onceInMs) return
    try {
      const isNew = await appendReading(db, { ...read, once } as Read, actor, now)
      if (!isNew) return
      if (told.size >= mostRemembered) told.clear()
      told.set(key, now.getTime())
    } catch (error) {
      warn({ err: error, account: actor.accountId, opened: once }, 'who opened it could not be written down')
    }
  }
}
