import { beforeAll, describe, expect, test } from 'vitest'
import { camps } from '#contract/camps.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aDraft, anAccount, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const providers = ['day@provider.example', 'night@provider.example']
let service: TestService
beforeAll(async () => {
  service = await aService({
    now,
    settings: { ROLE: 'web', PROVIDER_MAILS: providers.join(','), DEV_MAILS: 'dev@own.example' },
  })
  await anAccount(service.db, { email: 'test_pilot' })
})

const raiseAt = async (hospital: string) =>
  (await service.as(`${hospital}_pilot`).done(requests.raise, aDraft(now))).id

const outbox = () =>
  service.db.selectFrom('notifications').select(['id', 'recipient', 'body', 'once']).orderBy('id').execute()

async function post(email: string | null, path: string, body: unknown) {
  const client = email === null ? service.anonymous : service.as(email)
  const answer = await client.raw('POST', path, { body })
  return { status: answer.status, ...(answer.json() as { message: string; code?: string }) }
}

/** The call is answered, and the outbox is what it was. */
async function confirmed(email: string, path: string, body: unknown) {
  const before = await outbox()
  const answer = await post(email, path, body)
  expect(answer).toMatchObject({ status: 200 })
  expect(await outbox()).toEqual(before)
  return answer.message
}

describe('POST /api/sendEmail', () => {
  test('NOTIFY-01 NOTIFY-03 type raise confirms the mail of the raise, however often it is called', async () => {
    const id = await raiseAt('firm')
    const body = {
      to: providers[0],
      patientData: { RequestID: id, PatientName: 'Canary', NoOfUnits: 2 },
      type: 'raise',
      dev: false,
    }
    for (let times = 0; times < 3; times++) {
      expect(await confirmed('firm_pilot', '/api/sendEmail', body)).toBe(
        `The mail of request ${id} is on its way.`,
      )
    }
  })

  test('NOTIFY-01 NOTIFY-04 type approve confirms the mails to every provider', async () => {
    const id = await raiseAt('firm')
    const body = { patientData: { RequestID: id }, type: 'approve', to: [...providers].reverse() }
    expect(await post('firm', '/api/sendEmail', body)).toMatchObject({ status: 409, code: 'not-happened' })
    await service.as('firm').done(requests.approve, { id, version: 1 })
    await confirmed('firm', '/api/sendEmail', body)
    await confirmed('firm', '/api/sendEmail', { ...body, to: 'Day@Provider.example, night@provider.example' })
  })

  test('NOTIFY-01 AMB-161 type reservation confirms the mails of its approval', async () => {
    const { id, version } = await aRequest(
      service.db,
      { status: 'bloodbank-approved', orderType: 'reservation' },
      now,
    )
    const body = { to: providers, patientData: { RequestID: id }, type: 'reservation' }
    expect((await post('bloodsupport', '/api/sendEmail', body)).status).toBe(409)
    await service.as('bloodsupport').done(orders.approveReservation, { id, version })
    await confirmed('bloodsupport', '/api/sendEmail', body)
  })

  test('NOTIFY-02 bloodCampData confirms the mail of the camp that the bank asked for', async () => {
    const day = '2026-12-01'
    await service
      .as('bloodsupport')
      .done(camps.saveCompany, { name: 'acme', category: '50-100', days: [day, day, day] })
    const bloodCampData = { bloodBankID: 'redbank', category: '50-100', date: day }
    const body = { to: providers[0], bloodCampData }
    expect((await post('redbank_bloodbank', '/api/sendEmail', body)).status).toBe(404)
    await service.as('redbank_bloodbank').done(camps.ask, { category: '50-100', day })
    expect(await confirmed('redbank_bloodbank', '/api/sendEmail', body)).toBe(
      `The mail of the camp on ${day} is on its way.`,
    )
    for (const other of [{ category: '0-50' }, { date: '2026-12-02' }]) {
      const unasked = { ...body, bloodCampData: { ...bloodCampData, ...other } }
      expect((await post('redbank_bloodbank', '/api/sendEmail', unasked)).status).toBe(404)
    }
    expect((await post('bluebank_bloodbank', '/api/sendEmail', body)).status).toBe(404)
    expect((await post('firm', '/api/sendEmail', body)).status).toBe(403)
  })

  test.each(['dev', 'test'])(
    'NOTIFY-05 AMB-162 dev is for %s, whose mail goes to developers',
    async (place) => {
      const ours = await raiseAt(place)
      const body = { patientData: { RequestID: ours }, type: 'raise', dev: true }
      await confirmed(`${place}_pilot`, '/api/sendEmail', { ...body, to: 'dev@own.example' })
      const refused = await post(`${place}_pilot`, '/api/sendEmail', { ...body, to: providers[0] })
      expect(refused.code).toBe('other-recipient')
    },
  )

  test('NOTIFY-05 AMB-162 dev is for no other hospital', async () => {
    const body = { patientData: { RequestID: await raiseAt('firm') }, type: 'raise', dev: true }
    const led = await post('firm_pilot', '/api/sendEmail', body)
    expect(led).toMatchObject({ status: 422, code: 'not-ours' })
  })

  test.each([
    ['another type', { type: 'cancel' }],
    ['no type', { type: undefined }],
    ['no request', { patientData: undefined }],
    ['a request and a camp', { bloodCampData: { category: '0-50', date: '2026-12-01' } }],
    ['a field of its own', { subject: 'Dear all' }],
    ['words of its own', { html: '<b>hello</b>' }],
    ['an id that is none', { patientData: { RequestID: "' or 1=1" } }],
    ['a list in place of the id', { patientData: { RequestID: ['a'] } }],
  ])('NOTIFY-01 NOTIFY-02 %s is refused with a message', async (_, change) => {
    const body = { patientData: { RequestID: await raiseAt('firm') }, type: 'raise', ...change }
    const before = await outbox()
    expect(await post('firm_pilot', '/api/sendEmail', body)).toMatchObject({
      status: 422,
      message: expect.stringMatching(/./),
    })
    expect(await outbox()).toEqual(before)
  })
})

describe('POST /api/sendSMS', () => {
  test('NOTIFY-06 type raised confirms the texts to the hospital', async () => {
    const id = await raiseAt('firm')
    const body = { type: 'raised', payload: { RequestID: id, PatientName: 'Canary' } }
    expect(await confirmed('firm_pilot', '/api/sendSMS', body)).toBe(
      `The text message of request ${id} is on its way.`,
    )
  })

  test.each([
    ['approve', 'hospital-admin-approved'],
    ['reject', 'hospital-admin-rejected'],
  ] as const)(
    'NOTIFY-06 AMB-163 type approval: %s, by request or by the new status alone',
    async (act, status) => {
      const id = await raiseAt('firm')
      const payload = { RequestID: id, RequestStatus: status }
      expect((await post('firm', '/api/sendSMS', { type: 'approval', payload })).status).toBe(409)
      await service.as('firm').done(requests[act], { id, version: 1 })
      for (const sent of [payload, { RequestID: id }, status]) {
        expect(await confirmed('firm', '/api/sendSMS', { type: 'approval', payload: sent })).toContain(id)
      }
      const other = { ...payload, RequestStatus: 'completed' }
      expect((await post('firm', '/api/sendSMS', { type: 'approval', payload: other })).status).toBe(409)
    },
  )

  test('NOTIFY-06 the status alone means a decision of the caller, not of another', async () => {
    const body = { type: 'approval', payload: 'hospital-admin-approved' }
    expect((await post('noble', '/api/sendSMS', body)).status).toBe(409)
  })

  test.each([
    ['another type', { type: 'issued' }],
    ['no payload', { payload: undefined }],
    ['a status that is none', { payload: 'hello' }],
    ['a number of its own', { Phone: '+19005550100' }],
  ])('NOTIFY-06 %s is refused with a message', async (_, change) => {
    const body = { type: 'raised', payload: { RequestID: await raiseAt('firm') }, ...change }
    expect(await post('firm_pilot', '/api/sendSMS', body)).toMatchObject({
      status: 422,
      message: expect.stringMatching(/./),
    })
  })
})

describe('POST /api/sendDriverSMS', () => {
  const bodyFor = (id: string) => ({
    Driver: 'Arun Kumar',
    Phone: '+919840130001',
    DeliveryURL: `http://crossmatch.test/driver/${id}`,
  })

  test('NOTIFY-08 AMB-115 confirms the text to the driver; number and link are the server’s', async () => {
    const { id, version } = await aRequest(service.db, { status: 'hospital-admin-approved' }, now)
    expect((await post('bloodsupport', '/api/sendDriverSMS', bodyFor(id))).status).toBe(409)
    await service.as('bloodsupport').done(orders.link, { id, version, bankId: 'redbank', driverEmail: arun })
    const evil = { Driver: 'Eve', Phone: '+19005550100', DeliveryURL: `https://evil.example/${id}` }
    for (const body of [bodyFor(id), evil]) {
      expect(await confirmed('bloodsupport', '/api/sendDriverSMS', body)).toBe(
        `The text message of order ${id} is on its way.`,
      )
    }
    const [text] = (await outbox()).filter(({ body }) => body.includes(id))
    expect(text).toMatchObject({ recipient: '+919840130001', body: expect.stringMatching(`/driver/${id}$`) })
  })

  test.each([
    ['no link', { DeliveryURL: undefined }, 422],
    ['a link without an id', { DeliveryURL: 'http://crossmatch.test/driver/' }, 422],
    ['the id of nothing', { DeliveryURL: 'http://crossmatch.test/driver/ffffffff' }, 404],
    ['words of its own', { Body: 'hello' }, 422],
  ])('NOTIFY-08 %s is refused with a message', async (_, change, status) => {
    const answer = await post('bloodsupport', '/api/sendDriverSMS', { ...bodyFor('0a1b2c3d'), ...change })
    expect(answer).toMatchObject({ status, message: expect.stringMatching(/./) })
  })
})

describe('who may', () => {
  test('NOTIFY-10 ROLES-29 a stranger, another role and another hospital get no message out', async () => {
    const id = await raiseAt('firm')
    await service.as('firm').done(requests.approve, { id, version: 1 })
    const before = await outbox()
    const mail = (type: string) => ['/api/sendEmail', { patientData: { RequestID: id }, type }] as const
    const text = (type: string) => ['/api/sendSMS', { type, payload: { RequestID: id } }] as const
    const driver = ['/api/sendDriverSMS', { Driver: '', Phone: '', DeliveryURL: `/${id}` }] as const
    for (const [who, [path, body], status] of [
      [null, mail('raise'), 401],
      [null, text('raised'), 401],
      [null, driver, 401],
      ['noble_pilot', mail('raise'), 404],
      ['noble', mail('approve'), 404],
      ['noble', text('approval'), 404],
      ['firm_pilot', mail('approve'), 403],
      ['firm_pilot', text('approval'), 403],
      ['city_admin', mail('raise'), 403],
      ['firm', mail('reservation'), 403],
      ['redbank_bloodbank', mail('raise'), 403],
      ['redbank_bloodbank', text('raised'), 403],
      ['bloodsupport', mail('approve'), 403],
      ['firm', driver, 403],
      ['arun.driver', driver, 403],
    ] as const) {
      const answer = await post(who, path, body)
      expect([answer.status, answer.message], `${who} ${path}`).toEqual([status, expect.stringMatching(/./)])
    }
    expect(await outbox()).toEqual(before)
  })

  test.each(['evil@evil.example', ['day@provider.example', 'evil@evil.example'], '', []])(
    'NOTIFY-10 T26 to %j is refused, and nobody learns whom it goes to',
    async (to) => {
      const body = { to, patientData: { RequestID: await raiseAt('firm') }, type: 'raise' }
      const before = await outbox()
      const answer = await post('firm_pilot', '/api/sendEmail', body)
      expect(answer).toMatchObject({ status: 422, code: 'other-recipient' })
      expect(JSON.stringify(answer)).not.toContain('provider.example')
      expect(await outbox()).toEqual(before)
    },
  )
})

test('AMB-160 what the act did not write is written by the call, once, with the key of the act', async () => {
  const id = await raiseAt('firm')
  const written = (await outbox()).filter(({ body }) => body.includes(id))
  await service.db
    .deleteFrom('notifications')
    .where(
      'id',
      'in',
      written.map((row) => row.id),
    )
    .execute()
  const mail = { patientData: { RequestID: id }, type: 'raise' } as const
  const text = { type: 'raised', payload: { RequestID: id } } as const
  const staff = service.as('firm_pilot')
  await Promise.all([
    ...Array.from({ length: 6 }, () => staff.done(namedCalls.sendEmail, mail)),
    ...Array.from({ length: 6 }, () => staff.done(namedCalls.sendSMS, text)),
  ])
  const again = (await outbox()).filter(({ body }) => body.includes(id))
  const shown = (rows: typeof written) =>
    rows.map(({ recipient, body, once }) => `${once} ${recipient} ${body}`).sort()
  expect(shown(again)).toEqual(shown(written))
})

test('NOTIFY-03 a provider who is added later gets no mail of what was told before', async () => {
  const id = await raiseAt('firm')
  await service.as('firm').done(requests.approve, { id, version: 1 })
  const grown = await aService({
    now,
    databaseUrl: service.databaseUrl,
    settings: { ROLE: 'web', PROVIDER_MAILS: [...providers, 'new@provider.example'].join(',') },
  })
  const before = await outbox()
  await grown.as('firm').done(namedCalls.sendEmail, { patientData: { RequestID: id }, type: 'approve' })
  expect(await outbox()).toEqual(before)
})
