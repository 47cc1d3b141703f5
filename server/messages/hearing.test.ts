import { describe, expect, test } from 'vitest'
import { hearing } from '#contract/hearing.ts'
import { members } from '#contract/members.ts'
import { aService } from '#testing/harness/service.ts'
import { statementsOf } from '#testing/harness/statements.ts'
import { aBank, aDriver, anAccount, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'

const service = await aService({ now: '2026-11-16T10:00:00+05:30', settings: { ROLE: 'web' } })
const { db } = service

async function house(change: { email?: string; phones?: string[] } = {}) {
  const place = await aStaffedHospital(db, {
    email: 'desk@mail.example',
    phones: ['044 2811 0014'],
    ...change,
  })
  const idOf = async (email: string) =>
    (await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  return {
    id: place.hospital.id,
    admin: service.as(place.admin),
    staff: service.as(place.staff),
    adminId: await idOf(place.admin),
    staffId: await idOf(place.staff),
  }
}

const eventsOf = async (subjectId: string) =>
  (
    await db
      .selectFrom('events')
      .select(['kind', 'toStatus', 'hospitalId'])
      .where('subjectId', '=', subjectId)
      .where('kind', 'in', [
        'hearing-chosen',
        'desk-chosen',
        'quiet-hours-set',
        'own-number-set',
        'own-number-removed',
      ])
      .orderBy('id')
      .execute()
  ).map(({ kind, toStatus }) => `${kind} ${toStatus ?? ''}`.trim())

const late = (way: 'mail' | 'sms', isOn: boolean) => ({ kind: 'late', way, isOn }) as const

describe('AMB-306 what I hear', () => {
  test('each tick is one event; the same again is none; another organisation has its own', async () => {
    const { id, staff, staffId } = await house()
    expect(await staff.done(hearing.show, {})).toMatchObject({
      choices: {},
      desk: null,
      quiet: null,
      phone: '',
    })
    await staff.done(hearing.choose, late('mail', true))
    const answer = await staff.done(hearing.choose, late('mail', true))
    expect(answer.choices).toEqual({ 'late mail': true })
    expect(await eventsOf(staffId)).toEqual(['hearing-chosen Order late, mail on'])
    const other = await aBank(db)
    await db
      .insertInto('memberships')
      .values({ accountId: staffId, product: 'bloodbank', role: 'staff', organisationId: other.id })
      .execute()
    const rows = await db.selectFrom('hearing').selectAll().where('accountId', '=', staffId).execute()
    expect(rows).toMatchObject([{ organisationId: id, kind: 'late', way: 'mail', isOn: true }])
  })

  test.each([
    ['a kind of others', { kind: 'order-linked', way: 'mail', isOn: true }, 404],
    ['no kind', { kind: 'nothing', way: 'mail', isOn: true }, 422],
    ['no way', { kind: 'late', way: 'pigeon', isOn: true }, 422],
  ])('%s is refused', async (_, wish, status) => {
    const { staff } = await house()
    expect((await staff.call(hearing.choose, wish as never)).status).toBe(status)
  })

  test('a driver has a push and no more', async () => {
    const driver = service.as((await aDriver(db)).email)
    expect(await driver.done(hearing.show, {})).toMatchObject({ audience: 'driver', phone: '+919840000001' })
    await driver.done(hearing.choose, { kind: 'driver', way: 'push', isOn: false })
    const mail = { kind: 'driver', way: 'mail', isOn: true } as const
    expect((await driver.call(hearing.choose, mail)).status).toBe(404)
    expect((await driver.call(hearing.setPhone, { phone: '98401 10014' })).status).toBe(403)
  })

  test('the provider chooses too; its desk is a setting', async () => {
    const provider = service.as('bloodsupport')
    const { desk } = await provider.done(hearing.choose, { kind: 'untaken', way: 'sms', isOn: true })
    expect(desk?.isFixed).toBe(true)
    expect(
      (await provider.call(hearing.chooseDesk, { kind: 'untaken', way: 'mail', isOn: false })).status,
    ).toBe(403)
  })

  test('quiet hours and an own number, each an event without what was set', async () => {
    const { staff, staffId } = await house()
    const same = await staff.call(hearing.setQuiet, { quiet: { from: '06:00', to: '06:00' } })
    expect(same).toMatchObject({ status: 422, body: { code: 'quiet-empty' } })
    await staff.done(hearing.setQuiet, { quiet: { from: '22:00', to: '06:00' } })
    await staff.done(hearing.setQuiet, { quiet: null })
    const odd = await staff.call(hearing.setPhone, { phone: 'call me' })
    expect(odd).toMatchObject({ status: 422, body: { code: 'phone-invalid', field: 'phone' } })
    expect((await staff.done(hearing.setPhone, { phone: '+91 (98401) 10014' })).phone).toBe('+91 98401 10014')
    await staff.done(hearing.setPhone, { phone: '' })
    expect(await eventsOf(staffId)).toEqual([
      'quiet-hours-set 22:00 to 06:00',
      'quiet-hours-set none',
      'own-number-set',
      'own-number-removed',
    ])
  })

  test('a tick asks the database so often, however many act there', async () => {
    const { id, staff } = await house()
    await staff.cookies()
    for (let n = 0; n < 5; n++)
      await anAccount(db, {
        email: `many${nextNumber()}`,
        grant: { product: 'pilot', role: 'staff', organisationId: id },
      })
    const sent = await statementsOf(service, () => staff.done(hearing.choose, late('mail', true)))
    expect(sent, sent.join('\n')).toHaveLength(11)
  })
})

describe('AMB-306 the desk', () => {
  test('is switched by admins alone, which is an event of the organisation', async () => {
    const { id, admin, staff } = await house()
    const wish = late('mail', false)
    expect((await staff.call(hearing.chooseDesk, wish)).status).toBe(403)
    const { desk } = await admin.done(hearing.chooseDesk, wish)
    await admin.done(hearing.chooseDesk, wish)
    expect(desk?.choices).toEqual({ 'late mail': false })
    expect(await eventsOf(id)).toEqual(['desk-chosen Order late, mail off'])
  })

  test('what the specification sends is not switched', async () => {
    const { admin } = await house()
    const wish = { kind: 'raised', way: 'sms', isOn: false } as const
    expect((await admin.call(hearing.chooseDesk, wish)).status).toBe(404)
  })

  test('the last way stays, and the words say so', async () => {
    const { admin, staff } = await house({ phones: [] })
    const off = await admin.call(hearing.chooseDesk, late('mail', false))
    expect(off).toMatchObject({ status: 422, body: { code: 'last-way' } })
    expect(off.refusal?.text).toMatch(
      /last way to hear of it away from the screen\. It stays on until you or a colleague has another\.$/,
    )
    await staff.done(hearing.choose, late('mail', true))
    await admin.done(hearing.chooseDesk, late('mail', false))
    expect((await staff.done(hearing.show, {})).elsewhere).toMatchObject({ late: 0, 'bank-refused': 1 })
    const own = await staff.call(hearing.choose, late('mail', false))
    expect(own).toMatchObject({ status: 422, body: { code: 'last-way' } })
  })
})

describe('AMB-306 the last way lost by another road', () => {
  async function onOneText() {
    const place = await house({ phones: [] })
    await place.staff.done(hearing.setPhone, { phone: '98401 10014' })
    await place.staff.done(hearing.choose, late('sms', true))
    await place.admin.done(hearing.chooseDesk, late('mail', false))
    return place
  }

  test('with a number', async () => {
    const { staff } = await onOneText()
    const gone = await staff.call(hearing.setPhone, { phone: '' })
    expect(gone).toMatchObject({ status: 422, body: { code: 'last-way-of-all' } })
    await staff.done(hearing.setPhone, { phone: '98401 10015' })
  })

  test('with a person who is stopped: that waits for nothing, and the desk hears again', async () => {
    const { admin, staffId } = await onOneText()
    await admin.done(members.stop, { accountId: staffId })
    const { desk } = await admin.done(hearing.show, {})
    expect(desk?.choices).toMatchObject({ 'late mail': true })
  })

  test('with two who switch off at once: one of them is refused', async () => {
    const { admin, staff } = await house({ phones: [] })
    for (let round = 0; round < 5; round++) {
      await staff.done(hearing.choose, late('mail', true))
      await admin.done(hearing.chooseDesk, late('mail', true))
      const answers = await Promise.all([
        staff.call(hearing.choose, late('mail', false)),
        admin.call(hearing.chooseDesk, late('mail', false)),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    }
  })
})

describe('ring me now', () => {
  test('one to me by each way that is on, told what became of it, and not too often', async () => {
    const { staff, admin } = await house()
    expect((await staff.done(hearing.ring, {})).items).toEqual([])
    await staff.done(hearing.setPhone, { phone: '98401 10014' })
    await staff.done(hearing.choose, late('mail', true))
    await staff.done(hearing.choose, late('sms', true))
    const { id, items } = await staff.done(hearing.ring, {})
    expect(items.map(({ way, to }) => [way, to])).toEqual([
      ['mail', expect.stringContaining('@')],
      ['sms', '98401 10014'],
    ])
    expect((await staff.done(hearing.rung, { id })).items).toHaveLength(2)
    // another's are not mine
    expect((await admin.call(hearing.rung, { id })).status).toBe(404)
    for (let n = 0; n < 3; n++) await staff.done(hearing.ring, {})
    expect((await staff.call(hearing.ring, {})).status).toBe(429)
  })
})

test('AMB-306 a way that is not set up here is no way: the mail stays though there is a phone', async () => {
  const mute = await aService({
    databaseUrl: service.databaseUrl,
    settings: { ROLE: 'web', SMS_URL: '', SMS_TOKEN: '' },
  })
  const place = await aStaffedHospital(db, { email: 'desk@mail.example', phones: ['044 2811 0014'] })
  const { ways } = await mute.as(place.admin).done(hearing.show, {})
  expect(ways).toEqual(['mail'])
  const refused = await mute.as(place.admin).call(hearing.chooseDesk, late('mail', false))
  expect([refused.status, refused.refusal?.code]).toEqual([422, 'last-way'])
  // and where texts go, it is not the last
  await service.as(place.admin).done(hearing.chooseDesk, late('mail', false))
})
