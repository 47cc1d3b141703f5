import { joining, members } from '#contract/members.ts'
import { accounts, invitations } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { aHospital, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import type { Act, House } from './acting-house.ts'

async function staffed({ db, service }: House) {
  const { hospital, admin, staff } = await aStaffedHospital(db)
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', staff)
    .executeTakeFirstOrThrow()
  return { id: hospital.id, admin: service.as(admin), accountId: id }
}

async function invited(house: House) {
  const place = await staffed(house)
  const draft = { name: 'S. Anand', email: `anand${nextNumber()}@mail.example`, role: 'staff' as const }
  await place.admin.done(members.invite, draft)
  const { items } = await place.admin.done(members.list, {})
  const invitation = items.find(({ email }) => email === draft.email)?.id ?? ''
  return { ...place, ...draft, invitation }
}

async function asked(house: House) {
  const { id } = await aHospital(house.db)
  const draft = { id, name: 'S. Anand', email: `anand${nextNumber()}@mail.example` }
  await house.provider.done(invitations.invite, { ...draft, product: 'plus', role: 'staff' })
  const { invitations: open } = await house.provider.done(accounts.show, { id })
  return { id, invitationId: open[0]?.id ?? '' }
}

/** Of an organisation's admins, and of whoever they invite. */
export const actsOfMembers: Record<string, Act> = {
  'people.choose': async ({ db, person }) => {
    const { id: accountId, client } = await person()
    const { id: organisationId } = await aHospital(db)
    const row = { accountId, product: 'plus', role: 'staff', organisationId } as const
    const { id } = await db.insertInto('memberships').values(row).returning('id').executeTakeFirstOrThrow()
    return () => client.done(people.choose, { id })
  },
  'members.invite': async (house) => {
    const { admin } = await staffed(house)
    const email = `anand${nextNumber()}@mail.example`
    return () => admin.done(members.invite, { name: 'S. Anand', email, role: 'staff' })
  },
  'members.inviteAgain': async (house) => {
    const { admin, invitation } = await invited(house)
    return () => admin.done(members.inviteAgain, { id: invitation })
  },
  'members.withdraw': async (house) => {
    const { admin, invitation } = await invited(house)
    return () => admin.done(members.withdraw, { id: invitation })
  },
  'invitations.invite': async (house) => {
    const { id } = await aHospital(house.db)
    const draft = { id, name: 'S. Anand', email: `anand${nextNumber()}@mail.example` }
    return () => house.provider.done(invitations.invite, { ...draft, product: 'plus', role: 'staff' })
  },
  'invitations.inviteAgain': async (house) => {
    const input = await asked(house)
    return () => house.provider.done(invitations.inviteAgain, input)
  },
  'invitations.withdraw': async (house) => {
    const input = await asked(house)
    return () => house.provider.done(invitations.withdraw, input)
  },
  'members.setRole': async (house) => {
    const { admin, accountId } = await staffed(house)
    return () => admin.done(members.setRole, { accountId, role: 'admin', seen: 'staff' })
  },
  'members.stop': async (house) => {
    const { admin, accountId } = await staffed(house)
    return () => admin.done(members.stop, { accountId })
  },
  'members.letIn': async (house) => {
    const { admin, accountId } = await staffed(house)
    await admin.done(members.stop, { accountId })
    return () => admin.done(members.letIn, { accountId })
  },
  'joining.join': async (house) => {
    const { email } = await invited(house)
    const token = await house.tokenIn(email)
    return () => house.stranger().done(joining.join, { token, password: 'another77' })
  },
}
