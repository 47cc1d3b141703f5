import type { Db } from './database.ts'

type Reading<Answer> = { now: Promise<Answer>; next: Promise<Answer> | null }

/**
 * One reading for all who ask the same at the same moment, such as the screens of one hospital after a change. Whoever
 * asks while one is under way shares the one after it: that begins later than the question, and so misses nothing that
 * was written before it was asked. What is read is told by `asked` alone, so nobody gets what another may see.
 */
export function sharedReading<Asked, Answer>(
  read: (db: Db, asked: Asked) => Promise<Answer>,
): (db: Db, asked: Asked) => Promise<Answer> {
  const of = new WeakMap<Db, Map<string, Reading<Answer>>>()
  return (db, asked) => {
    const readings = of.get(db) ?? new Map<string, Reading<Answer>>()
    of.set(db, readings)
    const key = JSON.stringify(asked)
    const begin = (): Promise<Answer> => {
      const reading: Reading<Answer> = { now: read(db, asked), next: null }
      readings.set(key, reading)
      const end = () => {
        if (reading.next === null) readings.delete(key)
      }
      reading.now.then(end, end)
      return reading.now
    }
    const reading = readings.get(key)
    if (!reading) return begin()
    reading.next ??= reading.now.then(begin, begin)
    return reading.next
  }
}
