import type { orders } from '#contract/orders.ts'
import type { InputOf } from '#contract/route.ts'
import type { Db } from '#server/db/database.ts'
import { emailOf } from '../../server/demo/makers/rows.ts'

/** Of people.ts. */
export const arun = emailOf('arun.driver')
export const meena = emailOf('meena.driver')
export const john = emailOf('john.driver')

export type LinkWish = Partial<InputOf<typeof orders.link>> & { id: string }

/** The first link of an order that was just approved. */
export const wishFor = (wish: LinkWish) => ({ version: 2, bankId: 'redbank', driverEmail: arun, ...wish })

/** What the database holds of a link. */
export function linksIn(db: Db) {
  const rowOf = (id: string) =>
    db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const historyOf = (id: string) =>
    db
      .selectFrom('driverAssignments')
      .select(['driverEmail', 'startStatus', 'endStatus'])
      .where('requestId', '=', id)
      .orderBy('position')
      .execute()

  const driversOf = async (id: string) =>
    (await db.selectFrom('requestDrivers').select('driverEmail').where('requestId', '=', id).execute())
      .map(({ driverEmail }) => driverEmail)
      .toSorted()

  const eventsOf = (id: string) =>
    db
      .selectFrom('events')
      .selectAll()
      .where('subjectId', '=', id)
      .where('kind', '=', 'request-linked')
      .orderBy('id')
      .execute()

  /** To its drivers, and of bags that are too warm. */
  const messagesOf = (id: string) =>
    db
      .selectFrom('notifications')
      .innerJoin('events', 'events.id', 'notifications.eventId')
      .select(['channel', 'notifications.kind', 'recipient', 'body', 'state', 'error'])
      .where('subjectId', '=', id)
      .where(({ eb, or }) =>
        or([eb('notifications.kind', 'like', 'driver%'), eb('notifications.kind', '=', 'temperature')]),
      )
      .orderBy('notifications.id')
      .execute()

  /** All there is about an order: what a refused call must not change. */
  const allOf = async (id: string) => ({
    row: await rowOf(id),
    history: await historyOf(id),
    drivers: await driversOf(id),
    events: await eventsOf(id),
    messages: await messagesOf(id),
  })

  return { rowOf, historyOf, driversOf, eventsOf, messagesOf, allOf }
}
