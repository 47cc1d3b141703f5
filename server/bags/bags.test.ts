import { beforeEach, describe, expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { days, hours, instantOf, later } from '#domain/basics/time.ts'
import { sweepBags } from '#server/bags/sweeping.ts'
import { transactOn } from '#server/db/work.ts'
import { aService } from '#testing/harness/service.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { aFreeBag, aLine, aShelf, heldFor, takenIn, tested } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service

beforeEach(() => service.clock.moveTo(now))

const holdsOf = (bagId: string) =>
  db
    .selectFrom('bagHolds')
    .select(['requestId', 'releasedAt', 'releaseReason'])
    .where('bagId', '=', bagId)
    .execute()

const eventsOf = async (bagId: string) =>
  db
    .selectFrom('events')
    .select(['kind', 'fromStatus', 'toStatus', 'bankId', 'hospitalId', 'detail'])
    .where('subjectKind', '=', 'bag')
    .where('subjectId', '=', bagId)
    .orderBy('id')
    .execute()

const stateOf = async (id: string) =>
  (await db.selectFrom('bags').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

const sweep = () =>
  sweepBags({
    clock: service.clock,
    transact: transactOn({
      db,
      reactedTo: new Set(),
      afterCommit: () => undefined,
      jobs: service.jobs,
    }),
  })

describe('tests', () => {
  test('AMB-219 a bag is free when its donation is clear, and not before', async () => {
    const { bank } = await aShelf(service)
    const [bag] = await takenIn(bank, {})
    const number = bag?.number ?? ''
    const [group, ...some] = clearTests('O+').toReversed()
    expect((await tested(bank, number, some)).released).toEqual([])
    expect((await tested(bank, number, group ? [group] : [])).released).toMatchObject([
      { id: bag?.id, state: 'available', version: 2 },
    ])
    expect((await eventsOf(bag?.id ?? '')).map(({ kind }) => kind)).toEqual(['bag-taken-in', 'bag-released'])
  })

  test('a label of another group stays in quarantine, and it is said', async () => {
    const { bank } = await aShelf(service)
    const [bag] = await takenIn(bank, { bloodGroup: 'A+' })
    const outcome = await tested(bank, bag?.number ?? '', clearTests('O+'))
    expect([outcome.released, outcome.refusal?.code]).toEqual([[], 'group-differs'])
    expect(await stateOf(bag?.id ?? '')).toBe('quarantine')
  })

  test('a donation that is there twice is recorded once; a later result takes nothing back', async () => {
    const { bank } = await aShelf(service)
    const [bag] = await takenIn(bank, {})
    const number = bag?.number ?? ''
    const results = [{ test: 'HIV', result: 'reactive' } as const]
    const { outcomes } = await bank.done(bags.recordTests, {
      donations: [
        { number, results },
        { number, results },
      ],
    })
    expect(outcomes.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, 'donation-twice'])
    expect((await tested(bank, number, clearTests('O+'))).refusal?.code).toBe('reactive-stays')
    expect((await bank.done(bags.find, { number })).results).toHaveLength(1)
  })

  test('a bag of a donation that was tested before is free at once; of a reactive one it is not taken', async () => {
    const { bank } = await aShelf(service)
    const first = await aFreeBag(bank)
    const [second] = await takenIn(bank, { number: first.number, component: 'FFP' })
    expect(second).toMatchObject({ state: 'available', version: 2 })
    await tested(bank, first.number, [{ test: 'HCV', result: 'reactive' }])
    const { outcomes } = await bank.done(bags.takeIn, {
      lines: [aLine({ number: first.number, component: 'CRYO' })],
    })
    expect(outcomes[0]?.refusal?.code).toBe('donation-reactive')
  })

  test('AMB-219 reactive discards every bag of the donation in one act, held and given away, and names what is out', async () => {
    const [red, blue, third] = [await aShelf(service), await aShelf(service), await aShelf(service)]
    const number = aLine().number
    const line = { number, bloodGroup: 'O+' } as const
    const [held, free, given, out] = await takenIn(
      red.bank,
      { ...line, component: 'PRBC' },
      { ...line, component: 'FFP' },
      { ...line, component: 'RDP' },
      { ...line, component: 'CRYO' },
    )
    const [other] = await takenIn(red.bank, {})
    if (!held || !free || !given || !out || !other) throw new Error('five bags')
    await tested(red.bank, number, clearTests('O+'))
    const requestId = await heldFor(db, { ...held, version: 2 }, now)
    await db.updateTable('bags').set({ state: 'issued' }).where('id', '=', out.id).execute()
    await red.bank.done(bags.transfer, { id: given.id, version: 2, bankId: blue.id })
    const [atBlue] = (await blue.bank.done(bags.find, { number })).bags
    if (!atBlue) throw new Error('not there')
    // given on, so that two banks lie between
    await blue.bank.done(bags.transfer, { id: atBlue.id, version: 1, bankId: third.id })
    const [atThird] = (await third.bank.done(bags.find, { number })).bags

    const outcome = await tested(red.staff, number, [{ test: 'HBsAg', result: 'reactive' }])
    expect(outcome.discarded.map(({ id }) => id).toSorted()).toEqual([held.id, free.id].toSorted())
    expect(outcome.toCallBack.map(({ id }) => id).toSorted()).toEqual([out.id, given.id].toSorted())
    expect(await holdsOf(held.id)).toMatchObject([
      { requestId, releaseReason: 'discarded', releasedAt: expect.any(Date) },
    ])
    expect(await stateOf(atThird?.id ?? '')).toBe('discarded')
    expect(await stateOf(other.id)).toBe('quarantine')
    const known = await third.bank.done(bags.find, { number })
    expect(known.results.at(-1)).toMatchObject({ test: 'HBsAg', result: 'reactive' })
    expect(known.results.map(({ testedBy }) => testedBy)).not.toContain('S. Meena')
    const last = (await eventsOf(atThird?.id ?? '')).at(-1)
    expect(last).toMatchObject({ kind: 'bag-discarded', bankId: third.id, hospitalId: null })
  })
})

describe('giving to another bank', () => {
  test('results go with the bag, which waits there, and a hold of it ends', async () => {
    const [red, blue] = [await aShelf(service), await aShelf(service)]
    const bag = await aFreeBag(red.bank)
    const requestId = await heldFor(db, bag, now)
    const sent = await red.bank.done(bags.transfer, { id: bag.id, version: 3, bankId: blue.id })
    expect(sent).toMatchObject({ state: 'transferred', hold: null })
    expect(await holdsOf(bag.id)).toMatchObject([{ requestId, releaseReason: 'swapped' }])
    const there = await blue.bank.done(bags.find, { number: bag.number })
    expect(there.bags).toMatchObject([{ state: 'quarantine', fromBankId: red.id, place: '' }])
    expect(there.results).toHaveLength(6)
    const again = await tested(blue.bank, bag.number, [{ test: 'group', result: 'O+' }])
    expect(again.released).toHaveLength(1)
    // and home again
    const back = again.released[0]
    await blue.bank.done(bags.transfer, { id: back?.id ?? '', version: 2, bankId: red.id })
    expect(
      (await red.bank.done(bags.find, { number: bag.number })).bags.map(({ state }) => state).toSorted(),
    ).toEqual(['quarantine', 'transferred'])
  })

  test('not to oneself, to nobody, to who keeps none, to where the number is another donation, nor a reactive one', async () => {
    const [red, blue] = [await aShelf(service), await aShelf(service)]
    const bag = await aFreeBag(red.bank)
    const code = async (bankId: string, one = bag) =>
      (await red.bank.call(bags.transfer, { id: one.id, version: one.version, bankId })).refusal?.code
    expect(await code(red.id)).toBe('same-bank')
    expect(await code('nobank')).toBe('bank-unknown')
    expect(await code('bluebank')).toBe('bank-unknown')
    await takenIn(blue.bank, { number: bag.number, component: 'FFP' })
    expect(await code(blue.id)).toBe('there-already')
    const [reactive] = await takenIn(red.bank, {})
    if (!reactive) throw new Error('no bag')
    await db
      .insertInto('donationTests')
      .values({
        ...{ bankId: red.id, number: reactive.number, test: 'HIV', result: 'reactive' },
        ...{ testedAt: now, testedBy: 'x' },
      })
      .execute()
    expect(await code(blue.id, reactive)).toBe('reactive-goes-nowhere')
  })
})

test('AMB-219 fifty who discard one bag: one does, the others are told', async () => {
  const { bank, staff } = await aShelf(service)
  const bag = await aFreeBag(bank)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      (at % 2 ? bank : staff).call(bags.discard, { id: bag.id, version: bag.version, reason: 'leaking' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.flatMap(({ refusal }) => refusal?.code ?? []))).toEqual(new Set(['bag-changed']))
  expect((await eventsOf(bag.id)).filter(({ kind }) => kind === 'bag-discarded')).toHaveLength(1)
})

test('what is past its end is taken off the shelf, and its hold ends', async () => {
  const { bank } = await aShelf(service)
  const soon = { expiresAt: later(now, hours(2)) }
  const held = await aFreeBag(bank, soon)
  const [waiting, alive] = await takenIn(bank, soon, {})
  const requestId = await heldFor(db, held, now)
  await sweep()
  expect(await stateOf(held.id)).toBe('held')
  service.clock.moveTo(soon.expiresAt)
  expect(await sweep()).toBe(2)
  expect(await holdsOf(held.id)).toMatchObject([{ requestId, releaseReason: 'expired' }])
  expect([await stateOf(held.id), await stateOf(waiting?.id ?? '')]).toEqual(['expired', 'expired'])
  expect(await stateOf(alive?.id ?? '')).toBe('quarantine')
  expect((await eventsOf(held.id)).at(-1)).toMatchObject({
    kind: 'bag-expired',
    fromStatus: 'held',
    toStatus: 'expired',
  })
  expect(await sweep()).toBe(0)
})

describe('the shelf', () => {
  test('tells what is free, held, in quarantine and ending, and what should lie there', async () => {
    const { bank } = await aShelf(service)
    await aFreeBag(bank, { expiresAt: later(now, hours(5)) })
    await aFreeBag(bank, { expiresAt: later(now, days(2)) })
    await heldFor(db, await aFreeBag(bank), now)
    await takenIn(bank, {}, { component: 'FFP', bloodGroup: 'Oh-' })
    await bank.done(bags.setMinimum, { component: 'SDP', bloodGroup: 'A-', units: 4 })
    const { cells } = await bank.done(bags.shelf, {})
    const none = { free: 0, held: 0, quarantine: 0, issued: 0, minimum: null }
    expect(cells).toEqual([
      {
        ...{ ...none, component: 'PRBC', bloodGroup: 'O+', free: 2, held: 1, quarantine: 1 },
        ending: { day: 1, 'three-days': 1, week: 0, later: 0 },
      },
      {
        ...{ ...none, component: 'FFP', bloodGroup: 'Oh-', quarantine: 1 },
        ending: { day: 0, 'three-days': 0, week: 0, later: 0 },
      },
      {
        ...{ ...none, component: 'SDP', bloodGroup: 'A-', minimum: 4 },
        ending: { day: 0, 'three-days': 0, week: 0, later: 0 },
      },
    ])
  })

  test('is read in pages, the soonest end first, whatever was chosen', async () => {
    const { bank } = await aShelf(service)
    const lines = Array.from({ length: 60 }, (_, at) => ({
      component: at % 2 ? ('PRBC' as const) : ('FFP' as const),
      expiresAt: later(now, hours(1 + (at % 30))),
    }))
    const all = await takenIn(bank, ...lines)
    const walk = async (asked: object) => {
      const found: string[] = []
      let after: string | undefined
      do {
        const page = await bank.done(bags.list, { ...asked, ...(after ? { after } : {}) })
        found.push(...page.items.map(({ id }) => id))
        after = page.next ?? undefined
      } while (after)
      return found
    }
    const sorted = all
      .toSorted(
        (one, other) => one.expiresAt.getTime() - other.expiresAt.getTime() || (one.id < other.id ? -1 : 1),
      )
      .map(({ id }) => id)
    expect(await walk({})).toEqual(sorted)
    expect(await walk({ state: ['quarantine', 'available'] })).toEqual(sorted)
    const red = new Set(all.filter(({ component }) => component === 'PRBC').map(({ id }) => id))
    expect(await walk({ component: 'PRBC' })).toEqual(sorted.filter((id) => red.has(id)))
    expect(await walk({ component: 'PRBC', bloodGroup: 'A+' })).toEqual([])
    expect(await walk({ within: 1 })).toHaveLength(2)
    expect(await walk({ state: 'discarded' })).toEqual([])
    const first = await bank.done(bags.list, {})
    const [gone] = first.items
    await bank.done(bags.discard, { id: gone?.id ?? '', version: 1, reason: 'clotted' })
    const again = await bank.done(bags.list, { through: first.next ?? '' })
    expect(again.items.map(({ id }) => id)).toEqual(sorted.slice(1, 51))
  })

  test('of another bank nothing is there', async () => {
    const [red, blue] = [await aShelf(service), await aShelf(service)]
    const { id, version, number } = await aFreeBag(red.bank)
    expect((await blue.bank.done(bags.list, {})).items).toEqual([])
    expect((await blue.bank.done(bags.shelf, {})).cells).toEqual([])
    const codes = await Promise.all([
      blue.bank.call(bags.history, { id }),
      blue.bank.call(bags.discard, { id, version, reason: 'leaking' }),
      blue.bank.call(bags.transfer, { id, version, bankId: blue.id }),
      blue.bank.call(bags.treat, { id, version, treatment: 'irradiate' }),
      blue.bank.call(bags.change, { id, version, place: 'x', attributes: [] }),
    ])
    expect(codes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await blue.bank.done(bags.find, { number })).toEqual({ number, results: [], bags: [] })
    // a number of a bank's own is no business of another's
    const [same] = await takenIn(blue.bank, { number })
    await tested(blue.bank, number, [{ test: 'HIV', result: 'reactive' }])
    expect([await stateOf(id), await stateOf(same?.id ?? '')]).toEqual(['available', 'discarded'])
  })
})

test('a bag that is treated ends sooner, one that is changed tells so, and its life is told step by step', async () => {
  const { bank, staff } = await aShelf(service)
  const bag = await aFreeBag(bank)
  const washed = await staff.done(bags.treat, { id: bag.id, version: 2, treatment: 'wash' })
  expect(washed).toMatchObject({ attributes: ['washed'], version: 3 })
  expect(washed.expiresAt.getTime() - now.getTime()).toBeLessThan(hours(24) + 60_000)
  const told = { id: bag.id, place: 'Fridge 1', attributes: ['washed' as const, 'cmv-negative' as const] }
  expect(await staff.done(bags.change, { ...told, version: 3 })).toMatchObject({ ...told, version: 4 })
  const thaw = await staff.call(bags.treat, { id: bag.id, version: 4, treatment: 'thaw' })
  expect(thaw.refusal?.code).toBe('no-such-treatment')
  await staff.done(bags.discard, { id: bag.id, version: 4, reason: 'other', note: 'fell down' })
  const { steps } = await bank.done(bags.history, { id: bag.id })
  expect(steps.map(({ words }) => words)).toEqual([
    ...['Taken in', 'Released from quarantine', 'Treated', 'Changed', 'Discarded'],
  ])
  expect(steps.at(-1)).toMatchObject({
    by: expect.stringContaining('S. Meena'),
    detail: 'Something else, fell down',
  })
})

test('how a bank works is its admin’s to set, on what was seen; codes and minimums are kept', async () => {
  const { bank, staff } = await aShelf(service)
  const { settings } = await bank.done(bags.shelf, {})
  expect(settings).toMatchObject({ keepsBags: true, version: 1 })
  expect((await staff.call(bags.set, settings)).status).toBe(403)
  const saved = await bank.done(bags.set, { ...settings, secondChecker: true, sampleHours: 96 })
  expect(saved).toEqual({ ...settings, secondChecker: true, sampleHours: 96, version: 2 })
  expect((await bank.call(bags.set, settings)).refusal?.code).toBe('work-changed')
  await staff.done(bags.nameProduct, { code: 'E0336', component: 'FFP' })
  await staff.done(bags.nameProduct, { code: 'E0336', component: 'PRBC' })
  expect((await bank.done(bags.rules, {})).products).toEqual({ E0336: 'PRBC' })
  const minimum = { component: 'PRBC', bloodGroup: 'O-' } as const
  for (const units of [4, 4, null]) await bank.done(bags.setMinimum, { ...minimum, units })
  expect((await bank.done(bags.shelf, {})).cells).toEqual([])
  expect((await staff.call(bags.setMinimum, { ...minimum, units: 1 })).status).toBe(403)
})
