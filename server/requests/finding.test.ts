import { describe, expect, test } from 'vitest'
import { finding } from '#contract/finding.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { aHospitalWith, aRow, idsOf, storeRows } from '#testing/makers/listed-requests.ts'
import { aDriver, aHospital, anAccount, aRequest, emailOf } from '#testing/makers/makers.ts'
import { lookedThrough } from './finding-store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const provider = service.as('bloodsupport')

const find = async (client: typeof provider, text: string) =>
  (await client.done(finding.find, { text })).items
const found = async (client: typeof provider, text: string) => idsOf(await find(client, text))

const row = (hospitalId: string, change: Partial<BloodRequest> = {}) => aRow(hospitalId, now, change)
const aWard = (make: (id: string) => BloodRequest[]) => aHospitalWith(service, make)

describe('AMB-253 a hospital finds its own', () => {
  test.each([
    ['zubeida', 'the beginning of the first word'],
    ['ZUB', 'in capitals'],
    ['rah zub', 'words in any order'],
    ['  zubeida   rahmankutty ', 'more spaces'],
    ['zx-20417', 'the patient ID'],
    ['20417', 'a part of it'],
    ['zx20417', 'without its dash'],
    ['z zubeida', 'with an initial'],
    ['zubeida zx-204', 'name and ID'],
  ])('by %j: %s', async (typed) => {
    const { rows, staff, admin } = await aWard((id) => [
      row(id, { patientName: 'Zubeida Rahmankutty', patientId: 'ZX-20417' }),
      row(id, { patientName: 'Zarina Banu', patientId: 'ZX-30417' }),
    ])
    expect(await found(staff, typed)).toEqual([rows[0]?.id])
    expect(await found(admin, typed)).toEqual([rows[0]?.id])
  })

  test.each(['பிரியா', 'வெங்', 'பி'])('in Tamil, by %j', async (typed) => {
    const { rows, staff } = await aWard((id) => [
      row(id, { patientName: 'பிரியா வெங்கடேசன்' }),
      row(id, { patientName: 'கார்த்திக்' }),
    ])
    expect(await found(staff, typed)).toEqual([rows[0]?.id])
  })

  test.each(['ubeida', 'zubeidas', 'zubeida xavier'])('and not by %j', async (typed) => {
    const { staff } = await aWard((id) => [row(id, { patientName: 'Zubeida Rahman', patientId: 'ZX-1' })])
    expect(await found(staff, typed)).toEqual([])
  })

  test('by request ID, from four characters on, however it is written', async () => {
    const { rows, staff } = await aWard((id) => [row(id, { id: '5eedab1e' }), row(id, { id: '5eed0000' })])
    expect(await found(staff, '#5EED-AB1E')).toEqual([rows[0]?.id])
    expect((await found(staff, '5eed')).toSorted()).toEqual(['5eed0000', '5eedab1e'])
    expect(await found(staff, '5ee')).toEqual([])
  })

  test('the newest eight, and what matched is marked', async () => {
    const { rows, staff } = await aWard((id) =>
      Array.from({ length: 11 }, (_, n) =>
        row(id, {
          patientName: 'Meenakshi Sundaram',
          patientId: `MX-${n}`,
          raisedAt: later(now, -minutes(n)),
        }),
      ),
    )
    const items = await find(staff, 'sun mx')
    expect(idsOf(items)).toEqual(idsOf(rows).slice(0, 8))
    expect(items[0]).toMatchObject({
      hospitalName: null,
      driverName: null,
      marks: { id: [], patientName: [{ from: 10, to: 13 }], patientId: [{ from: 0, to: 2 }] },
    })
  })

  test('however old it is, and however many came after', async () => {
    const { id, rows, staff } = await aWard((id) => [
      row(id, { patientName: 'Thangamani Old', raisedAt: later(now, -minutes(90_000)) }),
    ])
    const newer = Array.from({ length: lookedThrough.newest / 2 }, () =>
      row(id, { patientName: 'Newer One' }),
    )
    await storeRows(service.db, newer)
    await storeRows(
      service.db,
      newer.map(() => row(id, { patientName: 'Newer One' })),
    )
    expect(await found(staff, 'thangam')).toEqual([rows[0]?.id])
    expect(await found(provider, 'old thangam')).toEqual([rows[0]?.id])
  })

  test('T16 and nothing of another, not even by its ID, its hospital or its driver', async () => {
    const name = 'Quirina Lookalike'
    const [one, other] = [
      await aWard((id) => [row(id, { patientName: name, patientId: 'LK-1' })]),
      await aWard((id) => [
        row(id, { patientName: name, patientId: 'LK-1', driverEmail: emailOf('arun.driver') }),
      ]),
    ]
    const onPlus = await Promise.all(
      (['staff', 'admin'] as const).map(async (role) => {
        const grant = { product: 'plus', role, organisationId: one.id } as const
        return service.as((await anAccount(service.db, { grant })).email)
      }),
    )
    for (const client of [one.staff, one.admin, ...onPlus]) {
      for (const typed of ['quirina', 'lookalike quirina', 'LK-1', 'lk1']) {
        expect(await found(client, typed)).toEqual(idsOf(one.rows))
      }
      for (const typed of [
        other.rows[0]?.id ?? '',
        other.id,
        `h:${other.id}`,
        `' | 'h:${other.id}`,
        'arun',
      ]) {
        expect(await found(client, typed), typed).toEqual([])
      }
    }
    expect((await found(provider, 'quirina')).toSorted()).toEqual(
      [...idsOf(one.rows), ...idsOf(other.rows)].toSorted(),
    )
  })
})

describe('AMB-253 the provider finds of every hospital', () => {
  const order = (wish: Parameters<typeof aRequest>[1]) =>
    aRequest(service.db, { status: 'issued', bankId: 'redbank', ...wish }, now)

  test('by hospital, driver, patient, and by several of them at once', async () => {
    const hospital = await aHospital(service.db, { name: 'Quokkaville Hospital' })
    const driver = await aDriver(service.db, { name: 'Xerxes Quillon' })
    const of = { hospitalId: hospital.id, driverEmail: driver.email }
    const minutesAgo = (count: number) => ({ raisedAt: later(now, -minutes(count)) })
    const one = await order({ ...of, ...minutesAgo(400), patientName: 'Wilhelmina Queen' })
    const two = await order({ ...of, ...minutesAgo(300), patientName: 'Yasmin Begum' })
    const three = await order({
      hospitalId: hospital.id,
      ...minutesAgo(350),
      patientName: 'Wilhelmina Other',
    })
    const four = await order({ driverEmail: driver.email, ...minutesAgo(310), patientName: 'Yasmin Other' })
    expect(await found(provider, 'quokka')).toEqual([two.id, three.id, one.id])
    expect(await found(provider, 'xerxes qui')).toEqual([two.id, four.id, one.id])
    expect(await found(provider, 'xerxes quokka')).toEqual([two.id, one.id])
    expect(await found(provider, 'wilh quokka')).toEqual([three.id, one.id])
    expect(await found(provider, 'wilh xerxes')).toEqual([one.id])
    expect(await found(provider, 'wilh xerxes quokka queen')).toEqual([one.id])
    expect(await found(provider, 'quokka nobody')).toEqual([])
    expect((await find(provider, 'wilh xer'))[0]).toMatchObject({
      hospitalName: 'Quokkaville',
      driverName: 'Xerxes Quillon',
      marks: { patientName: [{ from: 0, to: 4 }], hospitalName: [], driverName: [{ from: 0, to: 3 }] },
    })
  })

  test('patients before whoever else has that name', async () => {
    const driver = await aDriver(service.db, { name: 'Vasantharaj' })
    const carried = await order({ driverEmail: driver.email, raisedAt: now })
    const patient = await order({ patientName: 'Vasantha', raisedAt: later(now, -minutes(500)) })
    expect(await found(provider, 'vasantha')).toEqual([patient.id, carried.id])
  })

  test('and of eight patients of a name three give way to a driver’s orders', async () => {
    const driver = await aDriver(service.db, { name: 'Kumudhavalli' })
    const carried = []
    for (let n = 0; n < 4; n++)
      carried.push(await order({ driverEmail: driver.email, raisedAt: later(now, -minutes(n)) }))
    const { rows } = await aWard((id) =>
      Array.from({ length: 9 }, (_, n) =>
        row(id, { patientName: 'Kumudha', raisedAt: later(now, -minutes(100 + n)) }),
      ),
    )
    expect(await found(provider, 'kumudha')).toEqual([
      ...idsOf(rows).slice(0, 5),
      ...idsOf(carried).slice(0, 3),
    ])
  })

  test('not by a driver who was replaced', async () => {
    const [first, second] = [
      await aDriver(service.db, { name: 'Ulrika First' }),
      await aDriver(service.db, { name: 'Ulrike Second' }),
    ]
    const { id } = await order({ driverEmail: first.email })
    await service.db
      .insertInto('requestDrivers')
      .values({ driverEmail: second.email, requestId: id, raisedAt: now })
      .execute()
    await service.db.updateTable('requests').set({ driverEmail: second.email }).where('id', '=', id).execute()
    expect(await found(provider, 'ulrika')).toEqual([])
    expect(await found(provider, 'ulrike')).toEqual([id])
  })
})

test.each([
  ['p', 'Please type at least 2 letters or digits of a word.'],
  ['s p', 'Please type at least 2 letters or digits of a word.'],
  ['', 'Please type at least 2 letters or digits of a word.'],
  ['canary '.repeat(20), 'Please use at most 100 characters.'],
])('AMB-253 %j is refused in words, and not said again', async (text, words) => {
  const answer = await provider.call(finding.find, { text })
  expect([answer.status, answer.body]).toMatchObject([422, { field: 'text', text: words }])
  expect(JSON.stringify(answer.body)).not.toContain('canary')
})

test('AMB-273 T65 an account that asks without end is told to wait, and others are not', async () => {
  const { staff, admin } = await aWard(() => [])
  const asked = await Promise.all(
    Array.from({ length: 60 }, () => staff.call(finding.find, { text: 'anna' })),
  )
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await staff.raw('POST', finding.find.path, { body: { text: 'anna' } })
  expect([refused.status, refused.headers.get('retry-after'), refused.json()]).toEqual([
    429,
    '30',
    {
      code: 'too-often',
      title: 'Too Many Tries',
      text: 'You asked more than 60 times within 30 seconds. Please wait 30 seconds.',
    },
  ])
  expect(await found(admin, 'anna')).toEqual([])
  service.clock.moveTo(later(now, minutes(5)))
  expect(await found(staff, 'anna')).toEqual([])
  service.clock.moveTo(now)
})

test.each(["'", '\\', "a'b", '%%', '__', 'x:*', '(|&!', "') or 1=1 --", '<->', '\u0000pr', '\ud800pr'])(
  'T60 %j is a text like any other',
  async (text) => {
    const { status } = await provider.call(finding.find, { text: `${text} zz` })
    expect(status).toBe(200)
  },
)
