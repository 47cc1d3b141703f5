import { browsers } from '#contract/browsers.ts'
import { collections } from '#contract/exchange.ts'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { hours, later } from '#domain/basics/time.ts'
import { emailOf, thePassword } from '#server/demo/makers/rows.ts'
import { aBrowser } from '#testing/makers/browsers.ts'
import { aBank, aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'
import { openSession } from '#testing/makers/sessions.ts'
import { totpCode } from '#testing/makers/totp.ts'
import type { House } from './house.ts'
import { banks, type Kind, kinds, signedIn } from './who-may.ts'
import { aText, bankOf, doneBy, hospitalOf, tokenTo, type Way } from './wishes.ts'

/** A password as people and machines make them; what is in it is nobody's business. */
const aPassword = ({ dice }: House): string =>
  dice.pick([
    'correct horse',
    'passwörd-7',
    '🩸🩸🩸🩸🩸🩸🩸🩸',
    `p${dice.hex(20)}`,
    '        ',
    'x'.repeat(120),
  ])

const aName = ({ dice }: House): string =>
  `Dr. ${dice.pick(['Priya Raman', 'K. Selvi', 'பிரியா'])} ${nextNumber()}`
const anAddress = ({ dice }: House): string => `person${nextNumber()}.${dice.hex(6)}@example.org`

const accountOf = ({ service }: House, email: string) =>
  service.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()

async function aPlace(house: House, change: Parameters<typeof aHospital>[1] = {}) {
  const { id } = await aHospital(house.service.db, { id: `house${nextNumber()}`, ...change })
  const grant = { product: 'pilot', role: 'staff', organisationId: id } as const
  const account = await anAccount(house.service.db, { email: `${id}.nurse`, grant })
  return { id, accountId: account.id }
}

/** An account whose second factor is on, and what opens it. */
async function twoFactored(house: House, kind: Kind) {
  const email = await house.twin(kind)
  const { key }: { key: string } = await doneBy(house, email, people.beginSecondFactor, {
    password: thePassword,
  })
  const { backupCodes }: { backupCodes: string[] } = await doneBy(house, email, people.confirmSecondFactor, {
    code: totpCode(key),
  })
  return { email, code: backupCodes[0] }
}

function aNotice(house: House) {
  const { dice, now } = house
  return {
    text: aText(house),
    audience: dice.pick(['all', 'hospitals', 'banks']),
    fromAt: dice.pick([null, later(now(), hours(1))]),
    untilAt: dice.pick([null, later(now(), hours(2))]),
  }
}

const standingNotice = async ({ service, now }: House) =>
  service.db
    .insertInto('notices')
    .values({
      ...{ text: 'Roads are flooded', audience: 'all', organisationIds: [] },
      ...{ fromAt: now(), writtenAt: now(), writtenBy: 'bloodsupport' },
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

/** No more than a hundred stand at once, and the first stays. */
async function forgetOldNotices({ service: { db } }: House) {
  const newest = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  await db
    .deleteFrom('notices')
    .where('id', '>', 1)
    .where('id', '<', (newest?.id ?? 0) - 50)
    .execute()
}

const theVisitor = kinds['pilot staff']

export const waysOfPeople: Record<string, Way> = {
  // the session in whose place the new one comes is ended
  'people.signIn': async (house, kind) => ({
    input: { email: emailOf(theVisitor), password: thePassword },
    ...(signedIn.includes(kind) && { email: await house.twin(kind) }),
  }),
  'people.giveCode': async (house) => {
    const { email, code } = await twoFactored(house, 'pilot staff')
    const { status, headers } = await house.ask(null, {
      method: 'POST',
      path: people.signIn.path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: thePassword }),
    })
    if (status !== 200) throw new Error(`sign-in answered ${status}`)
    const cookie = [headers['set-cookie']].flat().map((one) => String(one).split(';')[0])
    return { input: { code }, headers: { cookie: cookie.join('; ') } }
  },
  'people.signOut': async (house, kind) => ({ input: {}, email: await house.twin(kind) }),
  'people.endSession': async (house, kind) => {
    const email = emailOf(kinds[kind] ?? theVisitor)
    await openSession(house.service.db, email)
    const { id } = await house.service.db
      .selectFrom('sessions')
      .select('id')
      .where('accountId', '=', (await accountOf(house, email)).id)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
    return { input: { id } }
  },
  'browsers.ring': async (house, kind) => ({ input: aBrowser(), email: await house.twin(kind) }),
  'browsers.remove': async (house, kind) => {
    const email = await house.twin(kind)
    const { id }: { id: number } = await doneBy(house, email, browsers.ring, aBrowser())
    return { input: { id }, email }
  },
  'people.endOtherSessions': async (house, kind) => ({ input: {}, email: await house.twin(kind) }),
  'people.setName': async (house, kind) => ({ input: { name: aName(house) }, email: await house.twin(kind) }),
  'people.changePassword': async (house, kind) => ({
    input: { current: thePassword, password: aPassword(house) },
    email: await house.twin(kind),
  }),
  'people.askEmail': async (house, kind) => ({
    input: { email: anAddress(house), current: thePassword, code: '' },
    email: await house.twin(kind),
  }),
  'people.changeEmail': async (house) => {
    const email = anAddress(house)
    const asked = { email, current: thePassword, code: '' }
    await doneBy(house, await house.twin('pilot staff'), people.askEmail, asked)
    return { input: { token: await tokenTo(house, email) } }
  },
  'people.beginSecondFactor': async (house, kind) => ({
    input: { password: thePassword },
    email: await house.twin(kind),
  }),
  'people.confirmSecondFactor': async (house, kind) => {
    const email = await house.twin(kind)
    const { key }: { key: string } = await doneBy(house, email, people.beginSecondFactor, {
      password: thePassword,
    })
    return { input: { code: totpCode(key) }, email }
  },
  'people.removeSecondFactor': async (house, kind) => {
    const { email, code } = await twoFactored(house, kind)
    return { input: { password: thePassword, code }, email }
  },
  'people.forgetPassword': (house) => ({
    input: { email: house.dice.chance(0.5) ? anAddress(house) : emailOf('noble') },
  }),
  'people.resetPassword': async (house) => {
    const email = await house.twin('pilot staff')
    await doneBy(house, null, people.forgetPassword, { email })
    return { input: { token: await tokenTo(house, email), password: aPassword(house) } }
  },
  'people.proveMailbox': async (house) => {
    const email = await house.twin('unproved')
    await doneBy(house, email, people.sendProof, {})
    return { input: { token: await tokenTo(house, email) } }
  },
  'people.sendProof': async (house, kind) => ({ input: {}, email: await house.twin(kind) }),
  'people.signUpBank': (house) => ({ input: { id: house.dice.pick(['redbank', 'nobody', aText(house)]) } }),
  'people.signUp': (house) => ({
    input: {
      referenceBank: 'redbank',
      name: `${aText(house)} Hospital`,
      address: aText(house),
      primaryPhone: house.dice.pick(['044 2811 0014', '+91 (98401) 10014', '1']),
      secondaryPhone: '2',
      email: anAddress(house),
      password: aPassword(house),
    },
  }),
  'accounts.show': async (house) => ({ input: { id: (await aPlace(house)).id } }),
  'accounts.history': async (house) => ({ input: { id: (await aPlace(house)).id } }),
  'accounts.setStatus': async (house) => {
    const [seen, status] = house.dice.pick([
      ['active', 'suspended'],
      ['active', 'subscription-ended'],
      ['suspended', 'active'],
      ['subscription-ended', 'active'],
    ] as const)
    return { input: { id: (await aPlace(house, { accountStatus: seen })).id, seen, status } }
  },
  'accounts.setBlock': async (house) => ({
    input: { id: (await aPlace(house)).id, isBlockedWhenEnded: house.dice.chance(0.5) },
  }),
  'accounts.activate': async (house) => ({
    input: {
      id: (await aPlace(house, { accountStatus: 'pending' })).id,
      product: house.dice.pick(['pilot', 'plus']),
      role: house.dice.pick(['admin', 'staff']),
    },
  }),
  'accounts.offer': async (house) => ({
    input: { id: (await aBank(house.service.db, { id: `typed${nextNumber()}`, isListed: false })).id },
  }),
  'accounts.add': async (house) => ({ input: { ...(await somebodyNew(house)) } }),
  'accounts.grant': async (house) => ({
    input: { ...(await aPlace(house)), product: 'plus', role: house.dice.pick(['admin', 'staff']) },
  }),
  'accounts.prove': async (house) => {
    const { id } = await aHospital(house.service.db, { id: `house${nextNumber()}` })
    const grant = { product: 'pilot', role: 'staff', organisationId: id } as const
    const account = await anAccount(house.service.db, { email: `${id}.new`, grant, isProved: false })
    return { input: { id, accountId: account.id } }
  },
  'accounts.invite': async (house) => {
    const wish = await somebodyNew(house)
    const { id: accountId }: { id: string } = await doneBy(house, kinds.provider, accounts.add, wish)
    return { input: { id: wish.id, accountId } }
  },
  // once a minute in all: the last was long ago
  'audit.verify': async ({ service }) => {
    await service.db
      .updateTable('verificationsOfTrail')
      .set({ state: 'done', askedAt: new Date(0) })
      .execute()
    return { input: {} }
  },
  'notices.write': async (house) => {
    await forgetOldNotices(house)
    return { input: aNotice(house) }
  },
  'notices.change': async (house) => ({ input: { ...aNotice(house), ...(await standingNotice(house)) } }),
  'notices.end': async (house) => ({ input: await standingNotice(house) }),
  'news.read': async ({ service, now }, kind) => {
    const place = banks.includes(kind) ? bankOf(kind) : hospitalOf(kind)
    const { id } = await service.db
      .insertInto('news')
      .values({
        eventId: nextNumber(),
        kind: banks.includes(kind) ? 'order-linked' : kind === 'provider' ? 'approve' : 'late',
        reader: kind === 'provider' ? 'provider' : `place ${place}`,
        title: 'Order 1a2b3c4d',
        words: 'Words.',
        at: now(),
        requestId: null,
        aboutId: null,
        thread: null,
        actorId: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { input: { id } }
  },
  'messages.resend': async ({ service, now, dice }) => {
    const { id } = await service.db
      .insertInto('notifications')
      .values({
        eventId: null,
        channel: dice.pick(['mail', 'sms']),
        kind: 'raised',
        recipient: 'x@example.org',
        body: 'words',
        state: dice.pick(['failed', 'kept']),
        thread: null,
        error: null,
        createdAt: now(),
        sentAt: null,
        once: `trust ${nextNumber()}`,
        organisationId: null,
        requestId: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { input: { id } }
  },
  'exchange.documents': ({ dice }) => ({ input: { collection: dice.pick(collections) } }),
  'namedCalls.createUser': (house) => ({
    input: { name: aText(house), email: anAddress(house), phone: '9840012345', password: aPassword(house) },
  }),
  'namedCalls.getAddress': (house) => ({ input: { address: aText(house) } }),
}

async function somebodyNew(house: House) {
  const { id } = await aPlace(house)
  return {
    id,
    email: anAddress(house),
    name: aText(house),
    product: 'pilot',
    role: house.dice.pick(['admin', 'staff']),
  }
}
