import { describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { organisations } from '#contract/organisations.ts'
import { days, earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { beforeSample, notDue } from '#domain/requests/listing.ts'
import { type BloodRequest, type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { diceFrom } from '#server/demo/makers/dice.ts'
import { drivers } from '#server/demo/makers/people.ts'
import { aService } from '#testing/harness/service.ts'
import { aRow, idsOf, newestFirst, pagesOf, storeRows } from '#testing/makers/listed-requests.ts'
import { aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const quiet = { now, settings: { ROLE: 'web' } }
const hospitals = ['firm', 'noble', 'city', 'dev', 'test'] as const

/** A service of its own for each part: the provider's lists hold what every hospital has. */
async function aServiceWith(rows: readonly BloodRequest[]) {
  const service = await aService(quiet)
  await storeRows(service.db, rows)
  return { service, provider: service.as('bloodsupport') }
}

/** One a minute, the newest first. */
const rowsOf = (count: number, change: (n: number) => Partial<BloodRequest>) =>
  Array.from({ length: count }, (_, n) => {
    const wish = change(n)
    return aRow(wish.hospitalId ?? 'firm', now, { raisedAt: later(now, -minutes(n)), ...wish })
  })

const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item

/** Orders of everybody in every status, many of them raised at one instant. */
const dice = diceFrom(77)
const rows = Array.from({ length: 150 }, () => {
  const hospitalId = dice.pick(hospitals)
  const raisedAt = later(now, -minutes(dice.between(0, 40)))
  const row = aRow(hospitalId, now, { raisedAt, status: dice.pick(requestStatuses) })
  // changed in another order than raised
  return { ...row, updatedAt: later(raisedAt, minutes(dice.between(0, 90))) }
})
const { service, provider } = await aServiceWith(rows)
const single = await aServiceWith([])

describe('the list', () => {
  test('ADMIN-STATUS-05 ADMIN-STATUS-29 API-07 every hospital, newest first, twenty at a time', async () => {
    const pages = await pagesOf(provider, orders.list)
    expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 20, 20, 20, 20, 10])
    expect(pages.flat()).toEqual(newestFirst(rows))
    const { items } = await provider.done(orders.list, {})
    expect(new Set(items.map(({ hospitalId }) => hospitalId)).size).toBeGreaterThan(2)
  })

  const stillDue = (one: BloodRequest) => !notDue.some((status) => status === one.status)
  const stillToFetch = (one: BloodRequest) => beforeSample.some((status) => status === one.status)
  test.each([
    ['deadline', 'deadlineAt', stillDue, {}],
    ['pickup', 'pickupAt', stillToFetch, {}],
    [
      'deadline',
      'deadlineAt',
      (one: BloodRequest) => one.status === 'issued' && one.hospitalId === 'firm',
      { status: 'issued', hospital: 'firm' },
    ],
  ] as const)(
    'sorted by %s: what is still due, the soonest first, page by page',
    async (sort, by, is, filter) => {
      const due = rows
        .filter(is)
        .toSorted((a, b) => a[by].getTime() - b[by].getTime() || (a.id < b.id ? -1 : 1))
      const pages = await pagesOf(provider, orders.list, { sort, ...filter })
      expect(pages.flat()).toEqual(idsOf(due))
    },
  )

  test('ADMIN-STATUS-05 a full page has a next, a page that is not full has none', async () => {
    const { provider: other } = await aServiceWith(rowsOf(40, () => ({})))
    const pages = await pagesOf(other, orders.list)
    expect(pages.map((page) => page.length)).toEqual([20, 20, 0])
  })

  const statusAsks: RequestStatus[][] = [
    [],
    ['pending'],
    ['completed', 'issued', 'pending'],
    [...requestStatuses],
  ]
  const hospitalAsks: string[][] = [[], ['noble'], ['firm', 'city', 'dev'], ['nobody'], [...hospitals]]
  const combinations = statusAsks.flatMap((status) =>
    hospitalAsks.map((hospital) => [status, hospital] as const),
  )

  test.each(combinations)(
    'ADMIN-STATUS-06 statuses [%s] and hospitals [%s] combine, without gap or repeat',
    async (status, hospital) => {
      const wanted = rows.filter(
        (row) =>
          (status.length === 0 || status.includes(row.status)) &&
          (hospital.length === 0 || hospital.includes(row.hospitalId)),
      )
      const pages = await pagesOf(provider, orders.list, { status, hospital })
      expect(pages.flat()).toEqual(newestFirst(wanted))
    },
  )

  test('ADMIN-STATUS-06 a whole id finds its order, if the filters let it through', async () => {
    const oldest = rows.find(({ id }) => id === newestFirst(rows).at(-1)) as BloodRequest
    const { id, status, hospitalId: hospital } = oldest
    const found = async (ask: object) => idsOf((await provider.done(orders.list, { id, ...ask })).items)
    expect(await found({})).toEqual([id])
    expect(await found({ status, hospital })).toEqual([id])
    expect(await found({ status: requestStatuses.filter((other) => other !== status) })).toEqual([])
    expect(await found({ hospital: hospitals.filter((other) => other !== hospital) })).toEqual([])
    expect((await provider.done(orders.list, { id: 'ffffffff' })).items).toEqual([])
  })

  test('ADMIN-STATUS-06 a status or a hospital asked for twice lists its orders once', async () => {
    const status: RequestStatus[] = ['pending', 'pending']
    const pages = await pagesOf(provider, orders.list, { status, hospital: ['firm', 'firm'] })
    const wanted = rows.filter((row) => row.status === 'pending' && row.hospitalId === 'firm')
    expect(pages.flat()).toEqual(newestFirst(wanted))
  })

  test.each([
    ['an unknown status', 'status=done', 'status'],
    ['an id that is none', 'id=XYZ', 'id'],
    ['a cursor that is none', 'after=elsewhere', 'after'],
    [
      'a cursor with SQL in it',
      `after=${Buffer.from("2026-11-16T10:00:00Z '; --").toString('base64url')}`,
      '',
    ],
    ['a field that is none', 'patientName=x', 'patientName'],
  ])('ADMIN-STATUS-06 %s is refused', async (_name, query, field) => {
    const answer = await provider.raw('GET', `/api/requests/orders?${query}`)
    expect(answer.status).toBe(422)
    if (field) expect(answer.json()).toMatchObject({ field })
  })

  test('ADMIN-STATUS-27 SHELL-37 a page read again reaches as far as it did, longer by what is new', async () => {
    const first = await provider.done(orders.list, {})
    const second = await provider.done(orders.list, { after: first.next ?? '' })
    const added = [aRow('noble', now, { raisedAt: later(now, minutes(5)) })]
    await storeRows(service.db, added)
    const again = await provider.done(orders.list, { through: first.next ?? '' })
    expect(idsOf(again.items)).toEqual([...idsOf(added), ...idsOf(first.items)])
    expect(again.next).toBe(first.next)
    const next = await provider.done(orders.list, { after: again.next ?? '', through: second.next ?? '' })
    expect(idsOf(next.items)).toEqual(idsOf(second.items))
    await service.db.deleteFrom('requests').where('id', 'in', idsOf(added)).execute()
  })

  test('ADMIN-STATUS-04 the hospitals to filter by leave out dev and test, though their orders are listed', async () => {
    const { items } = await provider.done(organisations.hospitalChoices, {})
    const offered = items.map(({ id }) => id)
    expect(offered).toContain('firm')
    expect(offered).not.toContain('dev')
    expect(offered).not.toContain('test')
    const own = await pagesOf(provider, orders.list, { hospital: ['dev', 'test'] })
    expect(own.flat()).toHaveLength(rows.filter(({ hospitalId }) => /^(dev|test)$/.test(hospitalId)).length)
  })
})

describe('one order', () => {
  const { provider } = single
  const { db } = single.service

  test('ADMIN-STATUS-29 an order says whose it is, who issues it and who drives it, by name', async () => {
    const linked = await aRequest(db, { hospitalId: 'noble', status: 'issued' }, now)
    const fresh = await aRequest(db, { hospitalId: 'firm', status: 'pending' }, now)
    const { items } = await provider.done(orders.list, {})
    expect(items.find(({ id }) => id === linked.id)).toEqual({
      ...linked,
      hospitalName: 'Noble Hospital',
      bankName: 'Redbank',
      driverName: drivers[0]?.name,
      driverText: null,
      bombay: null,
      openDeliveries: 1,
      stopWaits: false,
    })
    expect(items.find(({ id }) => id === fresh.id)).toEqual({
      ...fresh,
      hospitalName: 'Firm Hospital',
      bankName: null,
      driverName: null,
      driverText: null,
      bombay: null,
      openDeliveries: 1,
      stopWaits: false,
    })
  })

  test('AMB-65 an order in parts says how many deliveries are open', async () => {
    const { id, version } = await aRequest(db, { hospitalId: 'noble', status: 'issued', units: 7 }, now)
    const open = async () => [
      (await provider.done(orders.list, { id })).items[0]?.openDeliveries,
      (await provider.done(orders.show, { id })).openDeliveries,
    ]
    expect(await open()).toEqual([3, 3])
    await provider.done(orders.move, { id, version, status: 'partially-completed' })
    expect(await open()).toEqual([2, 2])
    await provider.done(orders.move, { id, version: version + 1, status: 'partially-completed' })
    expect(await open()).toEqual([1, 1])
    await provider.done(orders.move, { id, version: version + 2, status: 'delivery-completed' })
    expect(await open()).toEqual([0, 0])
  })

  test('ADMIN-STATUS-07 AMB-77 is shown with its deliveries, drivers, prices and timeline', async () => {
    const request = await aRequest(db, { status: 'completed', units: 5, note: 'Call the ward' }, now)
    const [first, second] = drivers
    if (!first || !second) throw new Error('there are no drivers')
    await db.deleteFrom('driverAssignments').where('requestId', '=', request.id).execute()
    await db
      .insertInto('driverAssignments')
      .values([
        { ...assignment(request.id, 1, first.email), endStatus: 'issued' },
        { ...assignment(request.id, 2, second.email), startStatus: 'issued' },
      ])
      .execute()
    await db
      .insertInto('requestDrivers')
      .values({ requestId: request.id, raisedAt: request.raisedAt, driverEmail: second.email })
      .execute()
    const invoice = {
      invoiceId: 'INV-2026-000042',
      kind: 'NORMAL',
      issuedAt: now,
      pricePaise: 725_000,
      deliveryPaise: 50_000,
      feePaise: 10_000,
      totalPaise: 785_000,
    } as const
    await db
      .insertInto('invoices')
      .values({ ...invoice, requestId: request.id, bankId: 'redbank' })
      .execute()

    const shown = await provider.done(orders.show, { id: request.id })
    expect(shown).toMatchObject({
      ...request,
      hospitalName: 'Firm Hospital',
      bankName: 'Redbank',
      driverName: first.name,
      note: 'Call the ward',
      driverHistory: [
        { driverEmail: first.email, startStatus: 'bloodbank-approved', endStatus: 'issued' },
        { driverEmail: second.email, startStatus: 'issued', endStatus: null },
      ],
      drivers: [
        { email: first.email, name: first.name },
        { email: second.email, name: second.name },
      ],
      invoice,
    })
    expect(shown.deliveries.map(({ units }) => units)).toEqual([3, 2])
    expect(shown.timeline.map(({ to }) => to)).toEqual([
      'pending',
      'hospital-admin-approved',
      'bloodbank-approved',
      'sample-acquired',
      'cross-matching',
      'issued',
      'partially-completed',
      'delivery-completed',
      'completed',
    ])
  })

  test('ADMIN-STATUS-07 before anybody has touched it there is nothing of these', async () => {
    const { id } = await aRequest(db, { hospitalId: 'dev' }, now)
    expect(await provider.done(orders.show, { id })).toMatchObject({
      hospitalName: 'Dev Hospital',
      bankName: null,
      driverName: null,
      driverHistory: [],
      drivers: [],
      invoice: null,
    })
  })

  test('ADMIN-STATUS-07 one that is not there is not found, and what is no id is refused', async () => {
    expect((await provider.call(orders.show, { id: 'ffffffff' })).status).toBe(404)
    expect((await provider.raw('GET', '/api/requests/orders/FFFFFFFF')).status).toBe(422)
  })

  const assignment = (requestId: string, position: number, driverEmail: string) => ({
    requestId,
    position,
    driverEmail,
    startStatus: 'bloodbank-approved' as const,
    endStatus: null,
  })
})

describe('what waits', () => {
  test('AMB-265 is counted over every hospital, with the most urgent few of each list', async () => {
    const due = (n: number) => ({ pickupAt: later(now, hours(6 - n)), deadlineAt: later(now, hours(9 - n)) })
    const wish = (n: number, status: RequestStatus) => ({
      hospitalId: pick(hospitals, n),
      status,
      ...due(n),
    })
    const toLink = rowsOf(5, (n) => wish(n, 'hospital-admin-approved'))
    const refused = rowsOf(1, () => ({
      ...wish(0, 'hospital-admin-approved'),
      ...due(-1),
      refusedBy: ['redbank'],
    }))
    const untaken = rowsOf(1, () => ({ ...wish(20, 'hospital-admin-approved'), expired: true }))
    const onTheRoad = rowsOf(4, (n) => wish(n, pick(['issued', 'partially-completed'] as const, n)))
    const lateSample = rowsOf(1, () => wish(8, 'bloodbank-approved'))
    const lateBlood = rowsOf(1, () => ({
      ...wish(12, 'cross-matching'),
      driverEmail: drivers[0]?.email ?? null,
    }))
    const delivered = rowsOf(4, (n) => ({ ...wish(n, 'delivery-completed'), bankId: 'redbank' }))
    const rest = [
      ...rowsOf(3, (n) => ({ hospitalId: pick(hospitals, n) })),
      ...rowsOf(2, () => ({ status: 'hospital-admin-approved', bankId: 'redbank', ...due(30) })),
      ...rowsOf(1, () => ({ status: 'completed', ...due(30) })),
    ]
    const waiting = [...toLink, ...refused, ...untaken, ...onTheRoad, ...lateSample, ...lateBlood]
    const { provider } = await aServiceWith([...waiting, ...delivered, ...rest])
    const summary = await provider.done(orders.summary, {})
    const { pending, failed, ...lists } = summary
    expect(Object.entries(lists).map(([list, { count }]) => [list, count])).toEqual([
      ['stopped', 0],
      ['late', 2],
      ['refused', 1],
      ['toLink', 7],
      ['toComplete', 4],
      ['onTheRoad', 4],
    ])
    expect([pending.count, failed.count]).toEqual([3, 0])
    expect(idsOf(summary.late.first)).toEqual(idsOf([...lateBlood, ...lateSample]))
    expect(summary.late.first[0]?.driverPhone).toBe(drivers[0]?.phone)
    expect(idsOf(summary.refused.first)).toEqual(idsOf(refused))
    expect(idsOf(summary.toLink.first)).toEqual(idsOf(toLink).slice(2).reverse())
    expect(idsOf(summary.onTheRoad.first)).toEqual(idsOf(onTheRoad).slice(1).reverse())
    expect(summary.toComplete.first).toHaveLength(3)
    expect(summary.toLink.first[0]?.hospitalName).toBe('Test Hospital')
  })

  test('AMB-265 a message that failed lately is work, one whose link is too old is none', async () => {
    const { provider, service } = await aServiceWith([])
    const { db } = service
    const about = {
      channel: 'sms' as const,
      recipient: '+919',
      body: '',
      state: 'failed' as const,
      error: 'no',
    }
    const at = (ago: number) => ({ createdAt: earlier(now, ago), sentAt: null })
    const rest = { eventId: null, organisationId: null, requestId: null }
    await db
      .insertInto('notifications')
      .values([
        { ...about, ...rest, ...at(days(8)), kind: 'driver', once: 'a' },
        { ...about, ...rest, ...at(days(6)), kind: 'driver', once: 'b' },
        { ...about, ...rest, ...at(hours(2)), kind: 'password-reset', channel: 'mail', once: 'c' },
        { ...about, ...rest, ...at(hours(1)), kind: 'raise', channel: 'mail', once: 'd' },
        { ...about, ...rest, ...at(hours(1)), kind: 'raise', channel: 'mail', once: 'e', state: 'kept' },
      ])
      .execute()
    const { failed } = await provider.done(orders.summary, {})
    expect([failed.count, failed.first.map(({ kind }) => kind)]).toEqual([2, ['raise', 'driver']])
    expect(failed.isAtLeast).toBe(false)
    const many = Array.from({ length: 60 }, (_, at) => `many-${at}`)
    await db
      .insertInto('notifications')
      .values(many.map((once) => ({ ...about, ...rest, ...at(hours(1)), kind: 'driver', once })))
      .execute()
    const more = await provider.done(orders.summary, {})
    expect([more.failed.count, more.failed.isAtLeast, more.failed.first.length]).toEqual([51, true, 3])
  })

  test('of nothing there is nothing', async () => {
    const { provider } = await aServiceWith([])
    const none = { count: 0, first: [] }
    expect(await provider.done(orders.summary, {})).toEqual({
      stopped: none,
      late: none,
      refused: none,
      toLink: none,
      toComplete: none,
      onTheRoad: none,
      pending: { count: 0 },
      failed: { ...none, isAtLeast: false },
    })
  })
})
