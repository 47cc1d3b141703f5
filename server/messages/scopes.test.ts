import { expect, test } from 'vitest'
import { camps } from '#contract/camps.ts'
import { instantOf } from '#domain/basics/time.ts'
import { messageKindIds } from '#domain/messages/kinds.ts'
import type { Tx } from '#server/db/database.ts'
import { dropOwn } from '#server/db/outbox.ts'
import { aCompany } from '#server/demo/makers/banks.ts'
import { aService } from '#testing/harness/service.ts'
import { aBrowser } from '#testing/makers/browsers.ts'
import { aBank, aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'
import { browserStore, browserWriter } from './browser-store.ts'
import { ownMessages, placesOf } from './hearing-store.ts'
import { newsStore } from './news-store.ts'
import { sendingStore } from './sending-store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
/** Each by itself: nothing is written that would have to be taken back. */
const tx = db as unknown as Tx
const [kind] = messageKindIds as [(typeof messageKindIds)[number]]

async function somebody() {
  const { id: organisationId } = await aHospital(db)
  const { id, email } = await anAccount(db, {
    email: `person${nextNumber()}`,
    grant: { product: 'pilot', role: 'staff', organisationId },
  })
  return { id, email, organisationId }
}

test('T16 browsers and messages are those of one person', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const ring = { ...aBrowser(), organisationId: one.organisationId, product: 'pilot' as const }
  const writer = await browserWriter({ db: tx, now }, one.id)
  const id = await writer.ring({ ...ring, serverKey: 'key', device: 'a phone' }, null)
  const others = await browserWriter({ db: tx, now }, other.id)
  expect(await others.others('elsewhere')).toEqual({ count: 0, own: false })
  expect(await browserStore(db, other.id).list(null)).toEqual([])
  expect(await others.remove(id)).toBeNull()
  expect((await browserStore(db, one.id).list(null)).map((browser) => browser.id)).toEqual([id])
  expect(await placesOf(db, one.id)).toEqual([one.organisationId])

  const once = `once-${nextNumber()}`
  const message = { channel: 'mail', kind: 'test', recipient: one.email, body: 'words' } as const
  await db
    .insertInto('notifications')
    .values({
      ...{ ...message, once, eventId: null, thread: null, requestId: null, error: null },
      ...{ createdAt: now, sentAt: null },
      ...{ accountId: one.id, organisationId: one.organisationId },
    })
    .execute()
  const states = async () => (await ownMessages(db, one.id, [once])).map(({ state }) => state)
  expect(await ownMessages(db, other.id, [once])).toEqual([])
  await dropOwn(tx, other.id, one.organisationId)
  await dropOwn(tx, one.id, other.organisationId)
  expect(await states()).toEqual(['waiting'])
  await dropOwn(tx, one.id, one.organisationId)
  expect(await states()).toEqual(['overtaken'])
})

test('T16 what one person read, or does not want to hear, another still has to read', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const reader = `hospital:${one.organisationId}`
  const of = ({ id: accountId }: { id: string }, organisationId: string | null = one.organisationId) =>
    newsStore(db, { accountId, reader, organisationId, kinds: [kind] }, now)
  const add = async () =>
    (
      await db
        .insertInto('news')
        .values({
          ...{ eventId: nextNumber(), kind, reader, title: 'One more', words: '', requestId: null },
          ...{ aboutId: null, thread: null, at: now, actorId: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const id = await add()
  await of(one).read(id)
  expect([await of(one).unread(), await of(other).unread()]).toEqual([0, 1])
  await add()
  await of(one).readUpTo(Number.MAX_SAFE_INTEGER)
  expect([await of(one).unread(), await of(other).unread()]).toEqual([0, 2])
  await add()
  const off = { kind, way: 'page' as const, isOn: false }
  await db
    .insertInto('hearing')
    .values({ accountId: one.id, organisationId: one.organisationId, ...off })
    .execute()
  expect([await of(one).unread(), await of(other).unread()]).toEqual([0, 3])
  expect(await of(one, other.organisationId).unread()).toBe(1)
  await db.insertInto('hearers').values({ accountId: one.id, quietFrom: '22:00', quietTo: '06:00' }).execute()
  expect(await of(one).quiet()).toEqual({ from: '22:00', to: '06:00' })
  expect(await of(other).quiet()).toBeNull()
})

test('T26 the camp that is confirmed is one of the bank that asks', async () => {
  const [one, other] = [await aBank(db), await aBank(db)]
  await anAccount(db, { email: `${one.id}_bloodbank` })
  await aCompany(db, { category: '0-50', donationDays: ['2026-12-01', '2026-12-01', '2026-12-01'] })
  await service.as(`${one.id}_bloodbank`).done(camps.ask, { category: '0-50', day: '2026-12-01' })
  const camp = { category: '0-50', date: '2026-12-01' } as const
  const of = (bankId: string) => sendingStore(tx).lastOfCamp(bankId, camp)
  expect(await of(one.id)).toMatchObject({ kind: 'camp-asked' })
  expect(await of(other.id)).toBeUndefined()
})
