import { expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { driving } from '#contract/driving.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, aTube } from '#testing/makers/benches.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun, linksIn, meena } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aLine, aShelf, takenIn, tested } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service

const eventsOf = (id: string) =>
  db.selectFrom('events').select('kind').where('subjectId', '=', id).orderBy('id').execute()

test('AMB-332 a bag is called back while its order is being changed: nobody waits, nothing is recorded, and once more it is', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  const [out] = held
  if (!out) throw new Error('no bag')
  await shelf.staff.done(matching.issue, anIssue(id, held))
  // of the same donation, and still on the shelf
  const [other] = await takenIn(shelf.bank, { number: out.number, component: 'FFP', anticoagulant: null })
  const before = await eventsOf(id)
  const donations = [{ number: out.number, results: [{ test: 'HIV', result: 'reactive' } as const] }]
  const record = () => shelf.bank.call(bags.recordTests, { donations }, { idempotencyKey: `recall-${id}` })

  const [taken, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const act = db.transaction().execute(async (tx) => {
    await tx.selectFrom('requests').select('id').where('id', '=', id).forUpdate().execute()
    taken.resolve()
    await enough.promise
  })
  await taken.promise
  const refused = await record()
  expect([refused.status, refused.refusal?.code]).toEqual([409, 'order-in-use'])
  expect(refused.refusal?.text).toContain(`order ${id}`)
  const left = async () => {
    const { bags: some, results } = await shelf.bank.done(bags.find, { number: out.number })
    return [
      Object.fromEntries(some.map(({ id: one, state }) => [one, state])),
      results.filter(({ result }) => result === 'reactive').length,
    ]
  }
  expect(await left()).toEqual([{ [out.id]: 'issued', [other?.id ?? '']: 'available' }, 0])
  expect(await eventsOf(id)).toEqual(before)

  enough.resolve()
  await act
  // the same call again: what was refused was not kept as an answer
  const done = await record()
  expect(done.body.outcomes).toMatchObject([{ toCallBack: [{ id: out.id }], discarded: [{ id: other?.id }] }])
  expect(await left()).toEqual([{ [out.id]: 'issued', [other?.id ?? '']: 'discarded' }, 1])
  expect((await eventsOf(id)).slice(before.length)).toEqual([{ kind: 'bag-recalled' }])
})

test('AMB-332 the driver who is to bring it is told by text, once it has arrived no more', async () => {
  const shelf = await aShelf(service)
  const told = async (id: string) => {
    await service.settled()
    return db
      .selectFrom('notifications')
      .innerJoin('events', 'events.id', 'notifications.eventId')
      .select('body')
      .where('subjectId', '=', id)
      .where('events.kind', '=', 'bag-recalled')
      .where('notifications.kind', '=', 'driver')
      .execute()
  }
  const recalled = async (hasArrived: boolean) => {
    const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
    await shelf.staff.done(matching.issue, anIssue(id, held))
    if (hasArrived)
      await db.updateTable('deliveries').set({ deliveredAt: now }).where('requestId', '=', id).execute()
    await tested(shelf.bank, held[0]?.number ?? '', [{ test: 'NAT', result: 'reactive' }])
    return told(id)
  }
  expect((await recalled(false))[0]?.body).toContain('must not be given')
  expect(await recalled(true)).toEqual([])
})

test('AMB-410 whoever left with it is told too when the order is another driver’s now, and without the page that is not theirs', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  await shelf.staff.done(matching.issue, anIssue(id, held))
  await drive(service.as(arun), db, { id, step: 'issued' }, now)
  const { version } = await linksIn(db).rowOf(id)
  const link = { id, version, bankId: shelf.id, driverEmail: meena }
  await service.as('bloodsupport').done(orders.link, link)
  await tested(shelf.bank, held[0]?.number ?? '', [{ test: 'NAT', result: 'reactive' }])
  await service.settled()
  const told = await db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .innerJoin('drivers', 'drivers.phone', 'notifications.recipient')
    .select(['email', 'body'])
    .where('subjectId', '=', id)
    .where('events.kind', '=', 'bag-recalled')
    .where('notifications.kind', '=', 'driver')
    .execute()
  expect(new Map(told.map(({ email, body }) => [email, body.includes('http')]))).toEqual(
    new Map([
      [arun, false],
      [meena, true],
    ]),
  )
})

test('AMB-364 what a bank finds that was given a bag reaches the giver and whoever else has the donation', async () => {
  const [red, blue, green] = [await aShelf(service), await aShelf(service), await aShelf(service)]
  const { id, bags: held } = await aMatchedOrder(service, red, { bags: 1, wish: { units: 1 } })
  const [out] = held
  if (!out) throw new Error('no bag')
  await red.staff.done(matching.issue, anIssue(id, held))
  const { number } = out
  const [kept, toBlue, toGreen] = await takenIn(
    red.bank,
    ...(['FFP', 'RDP', 'CRYO'] as const).map((component) => ({ number, component, anticoagulant: null })),
  )
  for (const [bag, { id: bankId }] of [
    [toBlue, blue],
    [toGreen, green],
  ] as const)
    await red.bank.done(bags.transfer, { id: bag?.id ?? '', version: bag?.version ?? 0, bankId })

  const outcome = await tested(blue.bank, number, [{ test: 'NAT', result: 'reactive' }])
  expect(outcome.discarded).toHaveLength(1)
  const atRed = await red.bank.done(bags.find, { number })
  const states = Object.fromEntries(atRed.bags.map((bag) => [bag.id, bag.state]))
  expect(states).toEqual({
    [out.id]: 'issued',
    [kept?.id ?? '']: 'discarded',
    [toBlue?.id ?? '']: 'transferred',
    [toGreen?.id ?? '']: 'transferred',
  })
  expect((await green.bank.done(bags.find, { number })).bags.map(({ state }) => state)).toEqual(['discarded'])
  expect(atRed.results.at(-1)).toMatchObject({ test: 'NAT', result: 'reactive' })
  expect((await eventsOf(id)).at(-1)).toEqual({ kind: 'bag-recalled' })
  for (const { id: bankId } of [red, green])
    expect((await eventsOf(`${bankId}/${number}`)).at(-1)).toEqual({ kind: 'donation-results-came' })
})

test('AMB-364 of a number of the standard that another bank found reactive no bag is taken in; of one it never had it is', async () => {
  const [red, blue] = [await aShelf(service), await aShelf(service)]
  const isbt = { number: 'A999926014399', numberKind: 'isbt' } as const
  const bag = await aFreeBag(red.bank, isbt)
  // typed by somebody who has no such bag: it says nothing of another's
  await tested(blue.bank, isbt.number, [{ test: 'HIV', result: 'reactive' }])
  const stateAtRed = async () =>
    (await red.bank.done(bags.find, { number: isbt.number })).bags.map(({ state }) => state)
  expect(await stateAtRed()).toEqual(['available'])
  await red.bank.done(bags.discard, { id: bag.id, version: bag.version, reason: 'leaking' })
  const third = await aShelf(service)
  const code = async (component: 'FFP' | 'CRYO') => {
    const lines = [aLine({ ...isbt, component, anticoagulant: null })]
    return (await third.bank.done(bags.takeIn, { lines })).outcomes[0]?.refusal?.code ?? null
  }
  expect(await code('FFP')).toBeNull()
  await tested(red.bank, isbt.number, [{ test: 'HCV', result: 'reactive' }])
  expect(await code('CRYO')).toBe('donation-reactive')
})

test('AMB-363 a bank does not discard what its hospital has on the way', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  await shelf.staff.done(matching.issue, anIssue(id, held))
  await shelf.staff.done(matching.handOver, { id, seq: 1, temperature: 4 })
  const [bag] = (await shelf.bank.done(bags.find, { number: held[0]?.number ?? '' })).bags
  const seen = { id: bag?.id ?? '', version: bag?.version ?? 0, reason: 'reactive' as const }
  const refused = await shelf.bank.call(bags.discard, seen)
  expect([refused.status, refused.refusal?.code]).toEqual([409, 'with-hospital'])
  expect((await shelf.bank.done(bags.history, { id: seen.id })).isBack).toBe(false)
})

test('AMB-358 AMB-363 what was set aside before it left is at the bank, which discards it', async () => {
  const [shelf, other] = [await aShelf(service), await aShelf(service)]
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  await shelf.staff.done(matching.issue, anIssue(id, held))
  const { version } = await linksIn(service.db).rowOf(id)
  await service.as('bloodsupport').done(orders.link, { id, version, bankId: other.id, driverEmail: arun })
  const { bag, isBack } = await shelf.bank.done(bags.history, { id: held[0]?.id ?? '' })
  expect([bag.state, isBack]).toEqual(['issued', true])
  const seen = { id: bag.id, version: bag.version, reason: 'temperature' as const }
  expect(await shelf.bank.done(bags.discard, seen)).toMatchObject({ state: 'discarded' })
})

test.each(['cancelled', 'bloodbank-rejected', 'hospital-admin-approved'] as const)(
  'AMB-380 what was packed and has not left is the bank’s to discard when its order is %s',
  async (status) => {
    const shelf = await aShelf(service)
    const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 2, wish: { units: 2 } })
    await shelf.staff.done(matching.issue, anIssue(id, held))
    const provider = service.as('bloodsupport')
    const move = async (to: typeof status | 'cross-matching') =>
      provider.done(orders.move, { id, version: (await linksIn(service.db).rowOf(id)).version, status: to })
    const look = (n: number) => shelf.bank.done(bags.history, { id: held[n]?.id ?? '' })
    await move(status)
    const { bag, isBack } = await look(0)
    expect([bag.state, isBack]).toEqual(['issued', true])
    const seen = { id: bag.id, version: bag.version, reason: 'other' as const, note: 'Order over' }
    expect(await shelf.bank.done(bags.discard, seen)).toMatchObject({ state: 'discarded' })
    // set going again: the other goes with it, and one is to be packed
    await move('cross-matching')
    expect(await shelf.staff.done(matching.open, { id })).toMatchObject({ left: 1, packed: 1 })
  },
)

test('AMB-380 a bag that leaks at the counter is discarded, and another is packed in its place', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 3, wish: { units: 2 } })
  const [leaking, whole, spare] = held
  if (!leaking || !whole || !spare) throw new Error('no bags')
  await shelf.staff.done(matching.issue, anIssue(id, [leaking, whole]))
  const { bag } = await shelf.bank.done(bags.history, { id: leaking.id })
  await shelf.bank.done(bags.discard, { id: bag.id, version: bag.version, reason: 'leaking' })
  const open = await shelf.staff.done(matching.open, { id })
  expect(open).toMatchObject({ left: 1, packed: 1 })
  expect(open.slips[0]?.bags.map(({ setAside }) => setAside)).toEqual(['new-bag', null])
  expect((await eventsOf(id)).at(-1)).toEqual({ kind: 'bags-set-aside' })
  await shelf.staff.done(matching.issue, anIssue(id, [spare]))
  const [order] = (await service.as(arun).done(driving.list, {})).items.filter((one) => one.id === id)
  expect(order?.deliveries[0]?.bags).toEqual([whole.number, spare.number])
})

test('AMB-380 what left in an emergency, or is on the road, is not the bank’s when its order is cancelled', async () => {
  const shelf = await aShelf(service)
  const cancelled = async (id: string) => {
    const { version } = await linksIn(service.db).rowOf(id)
    await service.as('bloodsupport').done(orders.move, { id, version, status: 'cancelled' })
  }
  const isBack = async (id: string) => (await shelf.bank.done(bags.history, { id })).isBack
  const one = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
  await shelf.staff.done(matching.issue, anIssue(one.id, one.bags, { emergency }))
  await cancelled(one.id)
  expect(await isBack(one.bags[0]?.id ?? '')).toBe(false)
  const other = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  await shelf.staff.done(matching.issue, anIssue(other.id, other.bags))
  await shelf.staff.done(matching.handOver, { id: other.id, seq: 1, temperature: 4 })
  await cancelled(other.id)
  expect(await isBack(other.bags[0]?.id ?? '')).toBe(false)
})

const isWithBank = async ({ bank }: Awaited<ReturnType<typeof aShelf>>, id: string) =>
  (await bank.done(bags.history, { id })).isBack

test('AMB-408 of an order on the road, what is packed for its next delivery is the bank’s to discard', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 4, wish: { units: 4 } })
  const [first, leaking] = [held.slice(0, 3), held[3]]
  await shelf.staff.done(matching.issue, anIssue(id, first))
  await shelf.staff.done(matching.issue, anIssue(id, [leaking ?? { id: '' }], { seq: 2 }))
  await drive(service.as(arun), db, { id, step: 'issued' }, now)
  expect((await linksIn(db).rowOf(id)).status).toBe('issued')
  expect(await isWithBank(shelf, first[0]?.id ?? '')).toBe(false)
  const { bag } = await shelf.bank.done(bags.history, { id: leaking?.id ?? '' })
  const seen = { id: bag.id, version: bag.version, reason: 'leaking' as const }
  expect(await shelf.bank.done(bags.discard, seen)).toMatchObject({ state: 'discarded' })
})

test('AMB-408 what the clock completed before it left is still with its bank', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, {
    ...{ bags: 1, wish: { units: 1, orderType: 'reservation' } },
  })
  await shelf.staff.done(matching.issue, anIssue(id, held))
  await db
    .updateTable('requests')
    .set({ status: 'completed', invoiceKind: 'NORMAL', firstCompletedAt: now })
    .where('id', '=', id)
    .execute()
  const { bag, isBack } = await shelf.bank.done(bags.history, { id: held[0]?.id ?? '' })
  expect(isBack).toBe(true)
  await shelf.bank.done(bags.discard, { id: bag.id, version: bag.version, reason: 'leaking' })
  expect(await shelf.staff.done(matching.open, { id })).toMatchObject({ left: 1, packed: 0 })
})

test.each(['driver', 'bank'] as const)(
  'AMB-408 what left by the word of the %s is on the road though its order is set back, and its driver has it still',
  async (who) => {
    const [shelf, other] = [await aShelf(service), await aShelf(service)]
    const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
    const [bag] = held
    await shelf.staff.done(matching.issue, anIssue(id, held))
    if (who === 'bank') await shelf.staff.done(matching.handOver, { id, seq: 1, temperature: 4 })
    else await drive(service.as(arun), db, { id, step: 'issued' }, now)
    const provider = service.as('bloodsupport')
    const { version } = await linksIn(db).rowOf(id)
    await provider.done(orders.move, { id, version, status: 'cross-matching' })
    expect(await isWithBank(shelf, bag?.id ?? '')).toBe(false)
    const again = { id, version: version + 1, bankId: other.id, driverEmail: arun }
    await provider.done(orders.link, again)
    expect((await shelf.bank.done(bags.history, { id: bag?.id ?? '' })).isBack).toBe(false)
    const [order] = (await service.as(arun).done(driving.list, {})).items.filter((one) => one.id === id)
    expect(order?.deliveries[0]?.bags).toEqual([bag?.number])
  },
)

test('AMB-363 of another bank’s bag nobody is kept waiting: it is not there', async () => {
  const [shelf, other] = [await aShelf(service), await aShelf(service)]
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  await shelf.staff.done(matching.issue, anIssue(id, held))
  const [taken, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const act = db.transaction().execute(async (tx) => {
    await tx.selectFrom('requests').select('id').where('id', '=', id).forUpdate().execute()
    taken.resolve()
    await enough.promise
  })
  await taken.promise
  const seen = { id: held[0]?.id ?? '', version: 1, reason: 'leaking' as const }
  const refused = await other.bank.call(bags.discard, seen)
  enough.resolve()
  await act
  expect(refused.status).toBe(404)
})

/** A packed delivery of two bags; the first has ended, or a tube came that is of another group. */
async function halted(why: 'ended' | 'another tube') {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 2, wish: { units: 2 } })
  await shelf.staff.done(matching.issue, anIssue(id, held))
  const [first] = held
  if (why === 'ended')
    await db
      .updateTable('bags')
      .set({ expiresAt: now })
      .where('id', '=', first?.id ?? '')
      .execute()
  else await shelf.staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'B+' }))
  return { id, shelf, numbers: held.map(({ number }) => number) }
}

const deliveryOf = async (id: string) =>
  (await service.as(arun).done(driving.list, {})).items.find((one) => one.id === id)?.deliveries[0]

test('AMB-409 what ended at the counter is not to be ticked; that the driver left with it rings hospital, bank and driver once', async () => {
  const { id, shelf, numbers } = await halted('ended')
  const [ended, whole] = numbers
  expect(await deliveryOf(id)).toMatchObject({ bags: [whole], notToHandOver: [ended], ended: [ended] })
  await drive(service.as(arun), db, { id, step: 'issued' }, now)
  expect(await deliveryOf(id)).toMatchObject({ bags: [whole], notToHandOver: [ended] })
  await service.settled()
  const told = await db
    .selectFrom('events')
    .leftJoin('notifications', 'events.id', 'notifications.eventId')
    .select(['events.id', 'detail', 'notifications.kind'])
    .where('subjectId', '=', id)
    .where('events.kind', '=', 'bags-halted')
    .execute()
  expect(new Set(told.map((one) => one.id)).size).toBe(1)
  expect(JSON.parse(told[0]?.detail ?? '')).toEqual({
    ...{ seq: 1, bank: shelf.id, ended: [ended], inDoubt: [] },
  })
  expect(new Set(told.map(({ kind }) => kind))).toEqual(
    new Set(['bags-halted', 'bags-halted-bank', 'driver']),
  )
  await drive(service.as(arun), db, { id, step: 'delivered' }, now)
  expect((await linksIn(db).rowOf(id)).status).toBe('delivery-completed')
})

test('AMB-409 while the newest tube is of another group, nothing that was packed by the one before is to be handed over', async () => {
  const { id, numbers } = await halted('another tube')
  expect(await deliveryOf(id)).toMatchObject({ bags: [], notToHandOver: numbers, ended: [] })
})

test('AMB-409 of whole bags nobody is rung', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  await shelf.staff.done(matching.issue, anIssue(id, held))
  await drive(service.as(arun), db, { id, step: 'issued' }, now)
  expect((await eventsOf(id)).map(({ kind }) => kind)).not.toContain('bags-halted')
  expect(await deliveryOf(id)).toMatchObject({ notToHandOver: [] })
})

test('AMB-408 what ended in an emergency is handed over all the same, and rings as what a driver left with', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
  await shelf.staff.done(matching.issue, anIssue(id, held, { emergency }))
  await db
    .updateTable('bags')
    .set({ expiresAt: now })
    .where('id', '=', held[0]?.id ?? '')
    .execute()
  await shelf.staff.done(matching.handOver, { id, seq: 1, temperature: 4 })
  expect((await eventsOf(id)).at(-1)).toEqual({ kind: 'bags-halted' })
})
