import { beforeEach, expect, test, vi } from 'vitest'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { systemClock } from '../basics/clock.ts'
import { type Carriers, startCarrying } from './carrying.ts'
import { openDatabase } from './database.ts'
import { appendEvents } from './event-trail.ts'
import { type Message, post } from './outbox.ts'

const clone = await cloneDatabase('people')
const { db, close } = openDatabase(clone.url, { connections: 4 })
closeLater(async () => {
  await close()
  await clone.drop()
})

/** Some that happened one after the other. */
const events = await db.transaction().execute((tx) =>
  appendEvents(
    tx,
    Array.from({ length: 12 }, (_, nth) => ({
      kind: 'message-late',
      subjectId: String(nth),
      detail: { channel: 'sms', message: 'driver' },
    })),
    { accountId: null, displayName: 'Nobody' },
    new Date(),
  ),
)

beforeEach(() => db.deleteFrom('notifications').execute())

let number = 0
const thread = () => `carrying ${number++}`

const aMessage = (about: string, nth: number, to: string, takesBack = false): Message => ({
  eventId: null,
  channel: 'sms',
  kind: takesBack ? 'driver-freed' : 'driver',
  recipient: to,
  body: `${nth} to ${to}`,
  once: `${about} ${nth} ${to}`,
  thread: about,
  takesBack,
})

/** As the event of that number leaves it. */
const posted = (nth: number, messages: Message[], ends: string[] = []) => {
  const eventId = events[nth]?.id ?? 0
  const its = messages.map((message) => ({ ...message, eventId }))
  return db.transaction().execute((tx) => post(tx, [{ messages: its, ends, eventId, at: new Date() }]))
}

const statesOf = async (about: string) =>
  Object.fromEntries(
    (
      await db.selectFrom('notifications').select(['body', 'state']).where('thread', '=', about).execute()
    ).map(({ body, state }) => [body, state]),
  )

const carriers = (sms: Carriers['sms']): Carriers => ({ mail: null, sms, push: null })
const carrying = (sms: Carriers['sms']) => {
  const sender = startCarrying({
    db,
    carriers: carriers(sms),
    clock: systemClock,
    isWorker: false,
    whenQuiet: async () => undefined,
    log: () => undefined,
    onError: () => undefined,
  })
  closeLater(sender.stop)
  return sender
}

test('AMB-277 the end of a thread touches nothing that came after it, and what failed before it is not sent again', async () => {
  const about = thread()
  await posted(10, [aMessage(about, 10, 'a')])
  await posted(9, [], [about])
  expect(await statesOf(about)).toEqual({ '10 to a': 'waiting' })
  await db.updateTable('notifications').set({ state: 'failed' }).where('thread', '=', about).execute()
  await posted(11, [], [about])
  expect(await statesOf(about)).toEqual({ '10 to a': 'overtaken' })
})

test('AMB-277 a word that comes late goes where what happened since was said to another', async () => {
  const about = thread()
  await posted(11, [aMessage(about, 11, 'a', true)])
  await posted(10, [aMessage(about, 10, 'b')])
  await posted(9, [aMessage(about, 9, 'a')])
  expect(await statesOf(about)).toEqual({ '11 to a': 'waiting', '10 to b': 'waiting', '9 to a': 'overtaken' })
  await posted(8, [aMessage(about, 8, 'c')])
  expect(await statesOf(about)).toMatchObject({ '8 to c': 'overtaken' })
})

test('AMB-277 what takes a word back does not come before that word, which somebody may be sending', async () => {
  const about = thread()
  const told: string[] = []
  const { promise: slow, resolve: arrive } = Promise.withResolvers<void>()
  const first = carrying(async ({ body }) => {
    if (body.startsWith('1 ')) await slow
    told.push(body)
  })
  await posted(1, [aMessage(about, 1, 'a')])
  const sending = first.settle()
  await vi.waitFor(
    async () =>
      expect(
        await db.selectFrom('notifications').select('attempts').where('thread', '=', about).execute(),
      ).toEqual([{ attempts: 1 }]),
    10_000,
  )
  await posted(2, [aMessage(about, 2, 'b'), aMessage(about, 2, 'a', true)])
  const second = carrying(async ({ body }) => void told.push(body))
  await second.settle()
  expect(told).toEqual(['2 to b'])
  arrive()
  await sending
  await second.settle()
  expect(told).toEqual(['2 to b', '1 to a', '2 to a'])
})

test('X13 whatever a gateway answers can be written down, and holds up no other message', async () => {
  const about = thread()
  const sender = carrying(async ({ recipient }) => {
    if (recipient === 'odd') throw new Error('\0 answered \ud83d')
  })
  await posted(1, [aMessage(about, 1, 'odd'), aMessage(`${about} too`, 1, 'fine')])
  await sender.settle()
  const rows = await db
    .selectFrom('notifications')
    .select(['recipient', 'state', 'error', 'tries'])
    .where('thread', 'like', `${about}%`)
    .orderBy('recipient')
    .execute()
  expect(rows).toEqual([
    { recipient: 'fine', state: 'sent', error: null, tries: 1 },
    { recipient: 'odd', state: 'waiting', error: 'Error:  answered \ufffd', tries: 1 },
  ])
})
