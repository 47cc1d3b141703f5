import { describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { organisations } from '#contract/organisations.ts'
import { instantOf } from '#domain/basics/time.ts'
import { type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { arun, john, type LinkWish, linksIn, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aBank, aRequest, emailOf } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const support = service.as('bloodsupport')
const { rowOf, historyOf, driversOf, eventsOf, messagesOf, allOf } = linksIn(db)

const anOrder = (wish: RequestWish = {}) => aRequest(db, { status: 'hospital-admin-approved', ...wish }, now)

const link = (wish: LinkWish) => support.call(orders.link, wishFor(wish))
const linked = async (wish: LinkWish) => (await support.done(orders.link, wishFor(wish))).request

const said = ({ status, refusal }: Awaited<ReturnType<typeof link>>) => [
  status,
  refusal?.title,
  refusal?.text,
]

describe('a link', () => {
  test('LINK-09 LINK-10 LINK-12 LINK-13 sets bank, driver and status, and nothing else', async () => {
    const before = await anOrder()
    const answer = await linked({ id: before.id })
    const row = await rowOf(before.id)
    expect(row).toEqual(answer)
    expect(row).toEqual({
      ...before,
      bankId: 'redbank',
      driverEmail: arun,
      status: 'bloodbank-approved',
      linkedAt: row.updatedAt,
      updatedAt: row.updatedAt,
      version: 3,
    })
    expect(row.updatedAt >= now).toBe(true)
    expect(await historyOf(before.id)).toEqual([
      { driverEmail: arun, startStatus: 'bloodbank-approved', endStatus: null },
    ])
    expect(await driversOf(before.id)).toEqual([arun])
    expect(await eventsOf(before.id)).toMatchObject([
      {
        fromStatus: 'hospital-admin-approved',
        toStatus: 'bloodbank-approved',
        hospitalId: 'firm',
        bankId: 'redbank',
        driverEmail: arun,
        actorName: 'bloodsupport',
      },
    ])
  })

  test('LINK-12 LINK-13 ROLES-26 the order’s details show the driver of now, every driver, and the history', async () => {
    const { id } = await anOrder()
    await linked({ id })
    const shown = await support.done(orders.show, { id })
    expect(shown).toMatchObject({
      bankId: 'redbank',
      bankName: 'Redbank',
      driverEmail: arun,
      driverName: 'Arun Kumar',
      drivers: [{ email: arun, name: 'Arun Kumar' }],
      driverHistory: [{ driverEmail: arun, startStatus: 'bloodbank-approved', endStatus: null }],
    })
  })

  test('LINK-17 the answer has a message that names the driver', async () => {
    const { id } = await anOrder()
    const { message } = await support.done(orders.link, wishFor({ id, driverEmail: meena }))
    expect(message).toBe('The text message to Meena Raj is on its way.')
  })

  test.each(requestStatuses.filter((status) => status !== 'pending'))(
    'LINK-10 LINK-11 from %s',
    async (status) => {
      const { id, version } = await anOrder({ status, bankId: null, driverEmail: null })
      const after: RequestStatus = status === 'hospital-admin-approved' ? 'bloodbank-approved' : status
      expect(await linked({ id, version })).toMatchObject({
        status: after,
        bankId: 'redbank',
        driverEmail: arun,
      })
      expect((await rowOf(id)).status).toBe(after)
      expect(await historyOf(id)).toEqual([{ driverEmail: arun, startStatus: after, endStatus: null }])
    },
  )

  test('LINK-09 T34 sent twice with one key it is done once and answered alike', async () => {
    const { id } = await anOrder()
    const key = { idempotencyKey: `link-${id}` }
    const [one, other] = await Promise.all([
      support.call(orders.link, wishFor({ id }), key),
      support.call(orders.link, wishFor({ id }), key),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body).toEqual(other.body)
    expect([(await eventsOf(id)).length, (await messagesOf(id)).length]).toEqual([1, 1])
  })
})

describe('what is refused and changes nothing', () => {
  const notSubmitted = (text: string) => [422, 'Data Not Submitted', text]
  const incomplete = [422, 'Form Incomplete', 'Please fill all fields before submitting the form']
  const noDriver = [422, 'Driver not selected', 'Please select driver before submitting the form']

  test.each<[string, Partial<LinkWish>, unknown[], string]>([
    ['LINK-02 no bank', { bankId: '' }, incomplete, 'bankId'],
    ['LINK-02 neither bank nor driver', { bankId: ' ', driverEmail: '' }, incomplete, 'bankId'],
    ['LINK-02 others without a name', { bankId: 'others' }, incomplete, 'otherBank'],
    [
      'LINK-02 LINK-07 others with signs alone',
      { bankId: 'others', otherBank: '- ./' },
      [422, 'Form Incomplete', 'Please write the name of the blood bank with letters from a to z or digits.'],
      'otherBank',
    ],
    ['LINK-03 no driver', { driverEmail: '' }, noDriver, 'driverEmail'],
    [
      'LINK-20 a bank that is none',
      { bankId: 'nobank' },
      notSubmitted('There is no such blood bank.'),
      'bankId',
    ],
    [
      'LINK-20 a hospital for a bank',
      { bankId: 'noble' },
      notSubmitted('This name belongs to a hospital. Please give the blood bank another one.'),
      'bankId',
    ],
    [
      'LINK-07 a hospital’s name for another bank',
      { bankId: 'others', otherBank: 'Noble' },
      notSubmitted('This name belongs to a hospital. Please give the blood bank another one.'),
      'otherBank',
    ],
    [
      'LINK-09 a driver that is none',
      { driverEmail: emailOf('firm') },
      notSubmitted('There is no such driver.'),
      'driverEmail',
    ],
    [
      'LINK-08 a name that would not fit, rather than a cut one',
      { bankId: 'others', otherBank: 'x'.repeat(61) },
      [422, 'Invalid Input', 'Please use at most 60 characters.'],
      'otherBank',
    ],
  ])('%s', async (_, change, expected, field) => {
    const { id } = await anOrder()
    const before = await allOf(id)
    const answer = await link({ id, ...change })
    expect([...said(answer), answer.refusal?.field]).toEqual([...expected, field])
    expect(await allOf(id)).toEqual(before)
  })

  test.each(['ffffffff', 'zzzzzzzz', 'FFFFFFFF', '1', '%00', '0123abcd9'])(
    'LINK-04 the unknown id %s',
    async (id) => {
      expect(said(await link({ id }))).toEqual(notSubmitted('Invalid Request ID'))
    },
  )

  test('LINK-05 a pending request', async () => {
    const { id, version } = await anOrder({ status: 'pending' })
    const before = await allOf(id)
    expect(said(await link({ id, version }))).toEqual(notSubmitted('Please wait for hospital admin approval'))
    expect(await allOf(id)).toEqual(before)
    expect(before.events).toEqual([])
  })

  test('LINK-06 the pair it has already, by id and e-mail, also on an older picture of it', async () => {
    const { id } = await anOrder()
    await linked({ id })
    const before = await allOf(id)
    for (const version of [2, 3]) {
      expect(said(await link({ id, version }))).toEqual(
        notSubmitted(`Current Bloodbank is already set to : redbank and the current driver is : ${arun}`),
      )
    }
    expect(await allOf(id)).toEqual(before)
  })

  test('LINK-16 NOTIFY-10 phone, address and text of the message are not the caller’s to say', async () => {
    const { id } = await anOrder()
    for (const name of ['Phone', 'DeliveryURL', 'message', 'status', 'linkedAt', 'driverList']) {
      const { status } = await support.raw('PUT', `/api/requests/${id}/link`, {
        body: { version: 2, bankId: 'redbank', driverEmail: arun, [name]: 'https://evil.example' },
      })
      expect(status, name).toBe(422)
    }
    expect((await allOf(id)).events).toEqual([])
  })
})

describe('another link', () => {
  test('LINK-12 ROLES-26 another driver is the one of now, and both stay in the list', async () => {
    const { id } = await anOrder()
    await linked({ id })
    await linked({ id, version: 3, driverEmail: meena })
    await linked({ id, version: 4, driverEmail: arun })
    expect((await rowOf(id)).driverEmail).toBe(arun)
    expect(await driversOf(id)).toEqual([arun, meena])
    const { drivers } = await support.done(orders.show, { id })
    expect(drivers.map(({ email }) => email)).toEqual([arun, meena])
  })

  test('LINK-14 at the same status the last entry is replaced, and the driver stays in the list', async () => {
    const { id } = await anOrder()
    await linked({ id })
    await linked({ id, version: 3, driverEmail: meena })
    expect(await historyOf(id)).toEqual([
      { driverEmail: meena, startStatus: 'bloodbank-approved', endStatus: null },
    ])
    expect(await driversOf(id)).toEqual([arun, meena])
  })

  test('LINK-15 LINK-11 after a move the last entry ends there and a new one begins', async () => {
    const { id } = await anOrder()
    await linked({ id })
    await support.done(orders.move, { id, version: 3, status: 'issued' })
    await linked({ id, version: 4, driverEmail: meena })
    const first = { driverEmail: arun, startStatus: 'bloodbank-approved', endStatus: 'issued' }
    expect(await historyOf(id)).toEqual([
      first,
      { driverEmail: meena, startStatus: 'issued', endStatus: null },
    ])
    expect((await rowOf(id)).status).toBe('issued')
    await linked({ id, version: 5, driverEmail: john })
    expect(await historyOf(id)).toEqual([
      first,
      { driverEmail: john, startStatus: 'issued', endStatus: null },
    ])
    expect(await driversOf(id)).toEqual([arun, john, meena])
  })

  test('LINK-14 another bank alone: the history stays, the bank changes, the driver is told again', async () => {
    const { id } = await anOrder()
    await linked({ id })
    const { history } = await allOf(id)
    const row = await linked({ id, version: 3, bankId: 'bluebank' })
    expect(row).toMatchObject({ bankId: 'bluebank', driverEmail: arun, status: 'bloodbank-approved' })
    expect(await historyOf(id)).toEqual(history)
    expect((await messagesOf(id)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['driver', '+919840130001'],
      ['driver', '+919840130001'],
    ])
  })
})

describe('a bank that is not in the list', () => {
  const banks = async () => (await support.done(organisations.bankChoices, {})).items
  const offered = async (id: string) =>
    (await support.done(orders.banksFor, { id })).items.map(({ bankId }) => bankId)

  test('LINK-07 LINK-08 LINK-20 becomes one that has no price and is offered to nobody', async () => {
    const { id } = await anOrder()
    const row = await linked({ id, bankId: 'others', otherBank: '  City Blood Center ' })
    expect(row).toMatchObject({ bankId: 'citybloodcenter', status: 'bloodbank-approved' })
    const bank = await db
      .selectFrom('organisations')
      .selectAll()
      .where('id', '=', 'citybloodcenter')
      .executeTakeFirst()
    expect(bank).toMatchObject({ kind: 'bank', name: 'City Blood Center', isListed: false })
    expect(await db.selectFrom('bankPrices').where('bankId', '=', 'citybloodcenter').execute()).toEqual([])
    expect((await banks()).find((one) => one.id === 'citybloodcenter')).toMatchObject({ isListed: false })
    expect(await offered(id)).not.toContain('citybloodcenter')
    const added = await db
      .selectFrom('events')
      .selectAll()
      .where('subjectId', '=', 'citybloodcenter')
      .execute()
    expect(added).toMatchObject([{ subjectKind: 'organisation', kind: 'bank-added' }])
  })

  test('LINK-08 typed again in other letters it is the same bank, and linking it again is no change', async () => {
    const { id } = await anOrder()
    await linked({ id, bankId: 'others', otherBank: 'Harbour Bank' })
    expect(said(await link({ id, version: 3, bankId: 'others', otherBank: 'HARBOUR bank' }))).toEqual([
      422,
      'Data Not Submitted',
      `Current Bloodbank is already set to : harbourbank and the current driver is : ${arun}`,
    ])
    const another = await anOrder()
    await linked({ id: another.id, bankId: 'others', otherBank: 'harbour BANK' })
    const bank = await db.selectFrom('organisations').select('name').where('id', '=', 'harbourbank').execute()
    expect(bank).toEqual([{ name: 'Harbour Bank' }])
  })

  test('LINK-07 the name of a bank in the list is that bank, as it was', async () => {
    const listed = await aBank(db, { id: 'greybank', name: 'Grey Bank' })
    const { id } = await anOrder()
    expect((await linked({ id, bankId: 'others', otherBank: 'Grey Bank' })).bankId).toBe(listed.id)
    expect((await banks()).find((one) => one.id === 'greybank')).toEqual({
      id: 'greybank',
      name: 'Grey Bank',
      isListed: true,
    })
  })

  test('LINK-07 one new name on five orders at once is one bank', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => anOrder()))
    const answers = await Promise.all(
      made.map(({ id }) => link({ id, bankId: 'others', otherBank: 'Lakeside Bank' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const added = await db
      .selectFrom('events')
      .select('kind')
      .where('subjectId', '=', 'lakesidebank')
      .execute()
    expect(added).toHaveLength(1)
  })

  test('LINK-07 a link that is refused leaves no bank behind', async () => {
    const { id } = await anOrder()
    await link({ id, version: 1, bankId: 'others', otherBank: 'Nowhere Bank' })
    await link({ id, bankId: 'others', otherBank: 'Nowhere Bank', driverEmail: 'nobody@crossmatch.example' })
    expect((await banks()).map((one) => one.id)).not.toContain('nowherebank')
  })
})
