import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'
import { statementsOf } from '#testing/harness/statements.ts'
import { aBank, aDriver, aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'
import { readHearers } from './hearers.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const { db } = service

const grantOf = (organisationId: string, role: 'admin' | 'staff' = 'staff') =>
  ({ product: 'pilot', role, organisationId }) as const

const read = (places: string[], drivers: string[] = []) => readHearers(db, { places, drivers })
const idsOf = async (place: string) => (await read([place])).hearers(place).map(({ accountId }) => accountId)

test('everybody who acts for a place now, by a grant or by the e-mail; nobody who was stopped', async () => {
  const { id } = await aHospital(db)
  const granted = await anAccount(db, { grant: grantOf(id) })
  const stopped = await anAccount(db, { grant: grantOf(id) })
  await db
    .updateTable('memberships')
    .set({ isStopped: true, stoppedAt: new Date(), stoppedBy: granted.id })
    .where('accountId', '=', stopped.id)
    .execute()
  const byEmail = await anAccount(db, { email: `${id}_pilot` })
  // reads as a bank of that name, which there is none
  await anAccount(db, { email: `${id}_bloodbank` })
  // was given to another
  await anAccount(db, { email: `${id}_admin`, grant: grantOf((await aHospital(db)).id) })
  expect((await idsOf(id)).toSorted()).toEqual([granted.id, byEmail.id].toSorted())
})

test.each([
  ['active', 1],
  ['subscription-ended', 1],
  ['suspended', 0],
  ['pending', 0],
] as const)('of a place that is %s %i hear', async (accountStatus, count) => {
  const { id } = await aHospital(db, { accountStatus })
  await anAccount(db, { grant: grantOf(id) })
  expect(await idsOf(id)).toHaveLength(count)
})

test('choices are of a person in one organisation; number and quiet hours go with the person', async () => {
  const [one, other] = [await aHospital(db), await aBank(db)]
  const { id: accountId, email } = await anAccount(db, { grant: grantOf(one.id) })
  await db
    .insertInto('memberships')
    .values({ accountId, product: 'bloodbank', role: 'staff', organisationId: other.id })
    .execute()
  const chosen = { accountId, kind: 'late', way: 'sms' } as const
  await db
    .insertInto('hearing')
    .values([
      { ...chosen, organisationId: one.id, isOn: true },
      { ...chosen, kind: 'delivered', organisationId: one.id, isOn: false },
      { ...chosen, organisationId: other.id, isOn: false },
    ])
    .execute()
  await db
    .insertInto('hearers')
    .values({ accountId, phone: '98401 10014', quietFrom: '22:00', quietTo: '06:00' })
    .execute()
  const { hearers } = await read([one.id, other.id])
  const person = { accountId, email, phone: '98401 10014', quiet: { from: '22:00', to: '06:00' } }
  expect(hearers(one.id)).toMatchObject([
    { ...person, choices: { 'late sms': true, 'delivered sms': false } },
  ])
  expect(hearers(other.id)).toMatchObject([{ ...person, choices: { 'late sms': false } }])
  expect(hearers('nobody')).toEqual([])
})

test('an address that nobody proved is none; who never chose has no choices', async () => {
  const { id } = await aHospital(db)
  const { id: accountId } = await anAccount(db, { grant: grantOf(id) })
  await db.updateTable('accounts').set({ emailVerified: false }).where('id', '=', accountId).execute()
  expect((await read([id])).hearers(id)).toMatchObject([
    { accountId, email: null, phone: '', choices: {}, quiet: null },
  ])
})

test('the provider, by a grant or by the name; and a driver by the registered number', async () => {
  const { id } = await anAccount(db, {
    email: `desk${nextNumber()}`,
    grant: { product: 'admin', role: 'admin', organisationId: null },
  })
  const driver = await aDriver(db, { phone: '+919840000077' })
  const { hearers, driverHearer } = await read([], [driver.email])
  const emails = hearers(null).map(({ email }) => email)
  expect(hearers(null).map(({ accountId }) => accountId)).toContain(id)
  expect(emails.some((email) => email?.startsWith('bloodsupport@'))).toBe(true)
  expect(emails).not.toContain(driver.email)
  expect(driverHearer(driver.email)).toMatchObject({ accountId: driver.accountId, phone: '+919840000077' })
  expect(driverHearer('nobody@mail.example')).toBeUndefined()
})

test('one look for however many', async () => {
  const places = await Promise.all([aHospital(db), aHospital(db), aBank(db)])
  const sent = await statementsOf(service, () => read(places.map(({ id }) => id)))
  expect(sent).toHaveLength(1)
})
