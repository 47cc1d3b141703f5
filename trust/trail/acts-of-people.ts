import { browsers } from '#contract/browsers.ts'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import type { Client } from '#testing/harness/client.ts'
import { aBrowser } from '#testing/makers/browsers.ts'
import { aBank, aHospital, aStaffedHospital, nextNumber, thePassword } from '#testing/makers/makers.ts'
import { totpCode } from '#testing/makers/totp.ts'
import type { Act, House } from './acting-house.ts'

const signingUp = () => ({
  ...{ referenceBank: 'redbank', name: `Lotus ${nextNumber()} Hospital`, address: '4 Big Street, Chennai' },
  ...{ primaryPhone: '+91 44 2811 0014', secondaryPhone: '98401-10014', password: 'seven77' },
  email: `lotus${nextNumber()}@example.org`,
})

/** Somebody whom the provider gives an account at that hospital. */
const mary = (id: string) => ({
  ...{ id, email: `mary${nextNumber()}@mail.example`, name: 'Mary' },
  ...({ product: 'pilot', role: 'admin' } as const),
})

async function newcomer({ stranger }: House): Promise<{ client: Client; email: string }> {
  const draft = signingUp()
  const client = stranger()
  await client.done(people.signUp, draft)
  await client.signIn(draft.email, draft.password)
  return { client, email: draft.email }
}

async function secondFactor({ person }: House) {
  const { client, email } = await person()
  const { key } = await client.done(people.beginSecondFactor, { password: thePassword })
  return { client, email, key }
}

async function hospitalOf({ db }: House, accountStatus: 'active' | 'pending' = 'active') {
  const { hospital, admin } = await aStaffedHospital(db, { accountStatus })
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', admin)
    .executeTakeFirstOrThrow()
  return { id: hospital.id, accountId: account.id }
}

/** Of accounts, and of whoever has one. */
export const actsOfPeople: Record<string, Act> = {
  'people.signIn': async ({ person, stranger }) => {
    const { email } = await person()
    return () => stranger().done(people.signIn, { email, password: thePassword })
  },
  'people.giveCode': async (house) => {
    const { client, email, key } = await secondFactor(house)
    await client.done(people.confirmSecondFactor, { code: totpCode(key) })
    house.service.clock.moveTo(new Date(house.service.clock.now().getTime() + 121_000))
    const browser = house.stranger()
    await browser.signIn(email)
    return () => browser.done(people.giveCode, { code: totpCode(key) })
  },
  'people.signOut': async ({ person }) => {
    const { client } = await person()
    return () => client.done(people.signOut, {})
  },
  'people.endSession': async ({ person, stranger }) => {
    const { email, client } = await person()
    await stranger().signIn(email)
    const { items } = await client.done(people.sessions, {})
    const other = items.find(({ isThisOne }) => !isThisOne)
    return () => client.done(people.endSession, { id: other?.id ?? '' })
  },
  'browsers.ring':
    async ({ staff }) =>
    () =>
      staff.done(browsers.ring, aBrowser()),
  'browsers.remove': async ({ staff }) => {
    const { id } = await staff.done(browsers.ring, aBrowser())
    return () => staff.done(browsers.remove, { id })
  },
  'people.endOtherSessions': async ({ person, stranger }) => {
    const { email, client } = await person()
    await stranger().signIn(email)
    return () => client.done(people.endOtherSessions, {})
  },
  'people.setName': async ({ person }) => {
    const { client } = await person()
    return () => client.done(people.setName, { name: 'Dr. Priya Raman' })
  },
  'people.changePassword': async ({ person }) => {
    const { client } = await person()
    return () => client.done(people.changePassword, { current: thePassword, password: 'a new one' })
  },
  'people.askEmail': async ({ person }) => {
    const { client } = await person()
    return () =>
      client.done(people.askEmail, {
        email: `new${nextNumber()}@firm.example`,
        current: thePassword,
        code: '',
      })
  },
  'people.changeEmail': async ({ person, stranger, tokenIn }) => {
    const { client } = await person()
    const email = `new${nextNumber()}@firm.example`
    await client.done(people.askEmail, { email, current: thePassword, code: '' })
    const token = await tokenIn(email)
    return () => stranger().done(people.changeEmail, { token })
  },
  'people.confirmSecondFactor': async (house) => {
    const { client, key } = await secondFactor(house)
    return () => client.done(people.confirmSecondFactor, { code: totpCode(key) })
  },
  'people.removeSecondFactor': async (house) => {
    const { client, key } = await secondFactor(house)
    await client.done(people.confirmSecondFactor, { code: totpCode(key) })
    house.service.clock.moveTo(new Date(house.service.clock.now().getTime() + 121_000))
    const code = totpCode(key)
    return () => client.done(people.removeSecondFactor, { password: thePassword, code })
  },
  'people.forgetPassword': async ({ person, stranger }) => {
    const { email } = await person()
    return () => stranger().done(people.forgetPassword, { email })
  },
  'people.resetPassword': async ({ person, stranger, tokenIn }) => {
    const { email } = await person()
    await stranger().done(people.forgetPassword, { email })
    const token = await tokenIn(email)
    return () => stranger().done(people.resetPassword, { token, password: 'another77' })
  },
  'people.proveMailbox': async (house) => {
    const { client, email } = await newcomer(house)
    const token = await house.tokenIn(email)
    return () => client.done(people.proveMailbox, { token })
  },
  'people.sendProof': async (house) => {
    const { client } = await newcomer(house)
    house.service.clock.moveTo(new Date(house.service.clock.now().getTime() + 3_600_000))
    return () => client.done(people.sendProof, {})
  },
  'people.signUp':
    async ({ stranger }) =>
    () =>
      stranger().done(people.signUp, signingUp()),
  'accounts.setStatus': async (house) => {
    const { id } = await hospitalOf(house)
    return () => house.provider.done(accounts.setStatus, { id, status: 'suspended', seen: 'active' })
  },
  'accounts.setBlock': async (house) => {
    const { id } = await hospitalOf(house)
    return () => house.provider.done(accounts.setBlock, { id, isBlockedWhenEnded: true })
  },
  'accounts.activate': async (house) => {
    const { id } = await aHospital(house.db, { accountStatus: 'pending' })
    return () => house.provider.done(accounts.activate, { id, product: 'pilot', role: 'admin' })
  },
  'accounts.offer': async (house) => {
    const { id } = await aBank(house.db, { isListed: false })
    return () => house.provider.done(accounts.offer, { id })
  },
  'accounts.add': async (house) => {
    const { id } = await aHospital(house.db)
    return () => house.provider.done(accounts.add, mary(id))
  },
  'accounts.grant': async (house) => {
    const { id, accountId } = await hospitalOf(house)
    return () => house.provider.done(accounts.grant, { id, accountId, product: 'plus', role: 'admin' })
  },
  'accounts.prove': async (house) => {
    const { email } = await newcomer(house)
    const { organisationId } = await house.db
      .selectFrom('grants')
      .innerJoin('accounts', 'accounts.id', 'accountId')
      .select('organisationId')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const { accounts: theirs } = await house.provider.done(accounts.show, { id: organisationId ?? '' })
    return () =>
      house.provider.done(accounts.prove, { id: organisationId ?? '', accountId: theirs[0]?.id ?? '' })
  },
  'accounts.invite': async (house) => {
    const { id } = await aHospital(house.db)
    const account = await house.provider.done(accounts.add, mary(id))
    return () => house.provider.done(accounts.invite, { id, accountId: account.id })
  },
}
