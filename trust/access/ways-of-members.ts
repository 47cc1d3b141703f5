import { members } from '#contract/members.ts'
import { invitations } from '#contract/organisations.ts'
import type { Db } from '#server/db/database.ts'
import { aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'
import type { House } from './house.ts'
import { banks, type Kind, kinds } from './who-may.ts'
import { adminOf, aText, bankOf, doneBy, hospitalOf, tokenTo, type Way } from './wishes.ts'

const anAddress = ({ dice }: House): string => `invited${nextNumber()}.${dice.hex(6)}@example.org`
const aDraft = (house: House) => ({
  ...{ name: aText(house), email: anAddress(house), role: house.dice.pick(['admin', 'staff']) },
})

/** Who says there who may. */
const chiefOf = (kind: Kind): string => {
  if (!banks.includes(kind)) return adminOf(kind)
  return kind === 'other bank' ? kinds['other bank'] : kinds.bank
}

async function anInvitation(house: House, kind: Kind) {
  const draft = aDraft(house)
  await doneBy(house, chiefOf(kind), members.invite, draft)
  const { id } = await house.service.db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', draft.email)
    .executeTakeFirstOrThrow()
  return { id, email: draft.email }
}

/** As the provider writes it, of a place of its own. */
async function intoAPlace(house: House) {
  const { id } = await aHospital(house.service.db, { id: `asked${nextNumber()}` })
  return { id, ...aDraft(house), product: house.dice.pick(['pilot', 'plus']) }
}

async function asked(house: House) {
  const draft = await intoAPlace(house)
  await doneBy(house, kinds.provider, invitations.invite, draft)
  const { id: invitationId } = await house.service.db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', draft.email)
    .executeTakeFirstOrThrow()
  return { id: draft.id, invitationId }
}

async function aColleague(house: House, kind: Kind, role: 'admin' | 'staff' = 'staff') {
  const grant = banks.includes(kind)
    ? ({ product: 'bloodbank', role, organisationId: bankOf(kind) } as const)
    : ({ product: 'pilot', role, organisationId: hospitalOf(kind) } as const)
  const { id } = await anAccount(house.service.db, { email: `colleague${nextNumber()}`, grant })
  return { accountId: id }
}

async function aSecondPlace(db: Db, email: string): Promise<number> {
  const { id } = await aHospital(db, { id: `second${nextNumber()}` })
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const row = { accountId: account.id, product: 'plus', role: 'staff', organisationId: id } as const
  return (await db.insertInto('memberships').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const waysOfMembers: Record<string, Way> = {
  'people.choose': async (house, kind) => {
    const email = await house.twin(kind)
    return { input: { id: await aSecondPlace(house.service.db, email) }, email }
  },
  'members.invite': (house) => ({ input: aDraft(house) }),
  'members.inviteAgain': async (house, kind) => ({ input: { id: (await anInvitation(house, kind)).id } }),
  'members.withdraw': async (house, kind) => ({ input: { id: (await anInvitation(house, kind)).id } }),
  'invitations.invite': async (house) => ({ input: await intoAPlace(house) }),
  'invitations.inviteAgain': async (house) => ({ input: await asked(house) }),
  'invitations.withdraw': async (house) => ({ input: await asked(house) }),
  'members.setRole': async (house, kind) => ({
    input: { ...(await aColleague(house, kind)), role: 'admin', seen: 'staff' },
  }),
  'members.stop': async (house, kind) => ({ input: await aColleague(house, kind) }),
  'members.letIn': async (house, kind) => {
    const colleague = await aColleague(house, kind)
    await doneBy(house, chiefOf(kind), members.stop, colleague)
    return { input: colleague }
  },
  'joining.look': async (house, kind) => ({
    input: { token: await tokenTo(house, (await anInvitation(house, kind)).email) },
  }),
  'joining.join': async (house, kind) => ({
    input: { token: await tokenTo(house, (await anInvitation(house, kind)).email), password: 'seven77' },
  }),
}
