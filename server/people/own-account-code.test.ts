import { beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '#contract/people.ts'
import { thePassword } from '#server/demo/makers/rows.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'
import { staleCode, totpCode, wrongCodes } from '#testing/makers/totp.ts'

// every password that is looked at costs a fifth of a second of a core, and more on a busy machine
vi.setConfig({ testTimeout: 90_000 })

const service = await aService({ settings: { ROLE: 'web' } })
const { db } = service
const noon = new Date('2026-11-16T12:00:00+05:30')
let hour = 0
// each test in hours of its own, so that no try and no code counts for two
beforeEach(() => service.clock.moveTo(new Date(noon.getTime() + 7_200_000 * ++hour)))

const later = (seconds: number) =>
  service.clock.moveTo(new Date(service.clock.now().getTime() + seconds * 1000))
const aBrowser = () => clientOf({ url: service.url, origin: service.settings.publicUrl })
const aPerson = () => anAccount(db, { email: `second${nextNumber()}_admin` })

/** Somebody whose account asks for a code; the code that switched it on counts as used no more. */
async function withSecondFactor(account?: { id: string; email: string }) {
  const { id, email } = account ?? (await aPerson())
  const client = service.as(email)
  const { key } = await client.done(people.beginSecondFactor, { password: thePassword })
  const { backupCodes } = await client.done(people.confirmSecondFactor, { code: totpCode(key) })
  later(121)
  return { id, email, client, key, backupCodes }
}

/** A browser that has given the right password. */
async function atStep(email: string) {
  const browser = aBrowser()
  const { body } = await browser.signIn(email)
  expect(body.actor).toBeNull()
  return browser
}

const sessionsOf = (accountId: string) =>
  db.selectFrom('sessions').select('id').where('accountId', '=', accountId).execute()

const eventsOf = async (accountId: string) => {
  const rows = await db
    .selectFrom('events')
    .select(['kind', 'detail'])
    .where('subjectKind', '=', 'account')
    .where('subjectId', '=', accountId)
    // who tries whether the account opens leaves lines too
    .where('kind', '!=', 'signed-in')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, detail }) => ({ kind, detail: JSON.parse(detail) }))
}

const signInsOf = (accountId: string) =>
  db
    .selectFrom('events')
    .select('actorId')
    .where('kind', '=', 'signed-in')
    .where('subjectId', '=', accountId)
    .execute()

describe('adding a second factor', () => {
  test('T15 a code of the app switches it on, and ten backup codes are told this once', async () => {
    const { id, email } = await aPerson()
    const client = service.as(email)
    expect(await client.done(people.ownAccount, {})).toMatchObject({
      email,
      hasSecondFactor: false,
      backupCodesLeft: 0,
    })
    const { address, key } = await client.done(people.beginSecondFactor, { password: thePassword })
    expect(address).toContain(`otpauth://totp/Crossmatch:${encodeURIComponent(email)}?secret=${key}`)
    // begun is not on: the password alone still opens
    expect((await aBrowser().signIn(email)).body.actor).toMatchObject({ email })

    const before = await client.cookies()
    const { backupCodes } = await client.done(people.confirmSecondFactor, { code: ` ${totpCode(key)} ` })
    expect(new Set(backupCodes).size).toBe(10)
    expect(await client.cookies()).toBe(before)
    expect((await client.done(people.ownAccount, {})).backupCodesLeft).toBe(10)
    expect(await eventsOf(id)).toEqual([{ kind: 'second-factor-added', detail: { email } }])
  })

  test('T15 key and backup codes are stored encrypted, and no event or other row tells them', async () => {
    const { id, key, backupCodes } = await withSecondFactor()
    const row = await db.selectFrom('secondFactors').selectAll().where('accountId', '=', id).execute()
    const stored = JSON.stringify([row, await eventsOf(id)])
    for (const secret of [key, Buffer.from(key).toString('base64'), ...backupCodes])
      expect(stored).not.toContain(secret)
    expect(stored).toContain('second-factor-added')
  })

  test('T15 it needs the password, and five wrong ones are enough', async () => {
    const client = service.as((await aPerson()).email)
    const begin = (password: string) => client.call(people.beginSecondFactor, { password })
    for (let n = 0; n < 5; n++)
      expect((await begin(`wrong ${n}`)).refusal).toMatchObject({ code: 'current-wrong', field: 'password' })
    expect((await begin(thePassword)).status).toBe(429)
  })

  test.each([
    ['a wrong one', (key: string) => wrongCodes(key, 1)[0] ?? '', 'code-wrong'],
    ['one of five minutes ago', staleCode, 'code-wrong'],
    ['five digits', () => '12345', 'code-malformed'],
    ['a backup code', () => 'abcde-12345', 'code-malformed'],
  ])('T15 %s does not switch it on', async (_, codeFor, code) => {
    const { email } = await aPerson()
    const client = service.as(email)
    const { key } = await client.done(people.beginSecondFactor, { password: thePassword })
    const { status, refusal } = await client.call(people.confirmSecondFactor, { code: codeFor(key) })
    expect([status, refusal]).toEqual([422, expect.objectContaining({ code, field: 'code' })])
    expect((await aBrowser().signIn(email)).body.actor).not.toBeNull()
  })

  test('T15 nothing begun, nothing confirmed; and what is on is not replaced by somebody at the PC', async () => {
    const nobody = service.as((await aPerson()).email)
    expect((await nobody.call(people.confirmSecondFactor, { code: '123456' })).refusal?.code).toBe(
      'not-begun',
    )
    const { client, key } = await withSecondFactor()
    const again = await client.call(people.beginSecondFactor, { password: thePassword })
    expect([again.status, again.refusal?.code]).toEqual([409, 'already-on'])
    const confirmed = await client.call(people.confirmSecondFactor, { code: totpCode(key) })
    expect(confirmed.refusal?.code).toBe('already-on')
  })

  test('T15 the library leaves no session of its own behind', async () => {
    const { id } = await withSecondFactor()
    expect(await sessionsOf(id)).toHaveLength(1)
  })
})

describe('signing in with a second factor', () => {
  test('SHELL-02 T15 T71 the password alone opens no session and is no sign-in in the trail; the code does', async () => {
    const { id, email, key } = await withSecondFactor()
    const before = await sessionsOf(id)
    const browser = await atStep(email)
    expect(await sessionsOf(id)).toEqual(before)
    expect((await browser.done(people.session, {})).actor).toBeNull()
    expect((await browser.call(people.sessions, {})).status).toBe(401)
    expect(await browser.cookies()).not.toContain('session_token')
    expect(await signInsOf(id)).toEqual([])

    const { actor } = await browser.done(people.giveCode, { code: totpCode(key) })
    expect(actor).toMatchObject({ email })
    expect((await browser.done(people.session, {})).actor).toMatchObject({ email })
    expect(await sessionsOf(id)).toHaveLength(before.length + 1)
    expect(await signInsOf(id)).toMatchObject([{ actorId: id }])
  })

  test('T09 whoever was signed in there is signed out by the code, not by the password before it', async () => {
    const { id, email, key } = await withSecondFactor()
    const browser = await atStep(email)
    await browser.done(people.giveCode, { code: totpCode(key) })
    const before = await sessionsOf(id)
    await browser.signIn(email)
    expect(await sessionsOf(id)).toEqual(before)
    await browser.done(people.giveCode, { code: totpCode(key, 1) })
    const after = await sessionsOf(id)
    expect(after).toHaveLength(before.length)
    expect(after).not.toEqual(before)
  })

  test('T15 wrong and old codes open nothing, and the right one still does', async () => {
    const { id, email, key } = await withSecondFactor()
    const browser = await atStep(email)
    for (const code of [...wrongCodes(key, 2), staleCode(key)]) {
      const { status, refusal } = await browser.call(people.giveCode, { code })
      expect([status, refusal]).toEqual([422, expect.objectContaining({ code: 'code-wrong', field: 'code' })])
    }
    expect(await sessionsOf(id)).toHaveLength(1)
    expect((await browser.call(people.giveCode, { code: totpCode(key) })).status).toBe(200)
  })

  test('T15 a code opens once: whoever looked over a shoulder comes too late', async () => {
    const { email, key } = await withSecondFactor()
    const [first, second] = [await atStep(email), await atStep(email)]
    const code = totpCode(key)
    const answers = await Promise.all(
      [first, second].map((browser) => browser.call(people.giveCode, { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const late = await atStep(email)
    expect((await late.call(people.giveCode, { code })).refusal?.code).toBe('code-wrong')
    expect((await late.call(people.giveCode, { code: totpCode(key, 1) })).status).toBe(200)
  })

  test("T15 another account's code opens nothing", async () => {
    const [one, other] = [await withSecondFactor(), await withSecondFactor()]
    const browser = await atStep(one.email)
    const app = await browser.call(people.giveCode, { code: totpCode(other.key) })
    const backup = await browser.call(people.giveCode, { code: other.backupCodes[0] ?? '' })
    expect([app.refusal?.code, backup.refusal?.code]).toEqual(['code-wrong', 'code-wrong'])
    expect((await other.client.done(people.ownAccount, {})).backupCodesLeft).toBe(10)
  })

  test('T15 a session of somebody else in the same browser changes nothing about whose code is asked', async () => {
    const [one, other] = [await withSecondFactor(), await withSecondFactor()]
    const browser = service.as(other.email)
    expect((await browser.signIn(one.email)).body.actor).toBeNull()
    expect((await browser.call(people.giveCode, { code: totpCode(other.key) })).refusal?.code).toBe(
      'code-wrong',
    )
    const { actor } = await browser.done(people.giveCode, { code: totpCode(one.key) })
    expect(actor.email).toBe(one.email)
    expect((await browser.done(people.session, {})).actor?.email).toBe(one.email)
  })

  test('T15 a backup code opens once, and that is written down', async () => {
    const { id, email, client, backupCodes } = await withSecondFactor()
    const [code = '', another = ''] = backupCodes
    expect((await (await atStep(email)).call(people.giveCode, { code })).status).toBe(200)
    expect((await client.done(people.ownAccount, {})).backupCodesLeft).toBe(9)
    const again = await atStep(email)
    expect((await again.call(people.giveCode, { code })).refusal?.code).toBe('code-wrong')
    expect((await again.call(people.giveCode, { code: another })).status).toBe(200)
    expect((await eventsOf(id)).slice(1)).toEqual([
      { kind: 'backup-code-used', detail: { email, left: 9 } },
      { kind: 'backup-code-used', detail: { email, left: 8 } },
    ])
  })

  test('T15 one backup code given twice at once opens one session', async () => {
    const { id, email, backupCodes } = await withSecondFactor()
    const browsers = [await atStep(email), await atStep(email), await atStep(email)]
    const code = backupCodes[0] ?? ''
    const answers = await Promise.all(browsers.map((browser) => browser.call(people.giveCode, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await sessionsOf(id)).toHaveLength(2)
  })

  test('T15 T71 after five wrong codes the right one has to wait, also from a new step, which the trail tells once; others do not', async () => {
    const [one, other] = [await withSecondFactor(), await withSecondFactor()]
    const browser = await atStep(one.email)
    for (const code of wrongCodes(one.key, 5)) await browser.call(people.giveCode, { code })
    const sixth = await browser.call(people.giveCode, { code: totpCode(one.key) })
    expect([sixth.status, sixth.refusal?.code]).toEqual([429, 'codes-limited'])
    const anew = await (await atStep(one.email)).call(people.giveCode, { code: totpCode(one.key) })
    expect(anew.status).toBe(429)
    const told = (await eventsOf(one.id)).filter(({ kind }) => kind === 'sign-in-limited')
    expect(told).toEqual([{ kind: 'sign-in-limited', detail: { email: one.email } }])
    const theirs = await (await atStep(other.email)).call(people.giveCode, { code: totpCode(other.key) })
    expect(theirs.status).toBe(200)
    later(901)
    const waited = await (await atStep(one.email)).call(people.giveCode, { code: totpCode(one.key) })
    expect(waited.status).toBe(200)
  })

  test('T15 the step is over after its time, after its use, and without the password', async () => {
    const { id, email, key } = await withSecondFactor()
    const late = await atStep(email)
    await db.updateTable('verifications').set({ expiresAt: new Date() }).where('value', '=', id).execute()
    expect((await late.call(people.giveCode, { code: totpCode(key) })).refusal?.code).toBe('step-over')

    const used = await atStep(email)
    const cookie = await used.cookies()
    await used.done(people.giveCode, { code: totpCode(key) })
    const replayed = await aBrowser().raw('PUT', '/api/session/code', {
      body: { code: totpCode(key, 1) },
      headers: { cookie },
    })
    expect([replayed.status, replayed.json()]).toEqual([422, expect.objectContaining({ code: 'step-over' })])

    const forged = await aBrowser().raw('PUT', '/api/session/code', {
      body: { code: totpCode(key, 1) },
      headers: { cookie: `crossmatch.two_factor=${id}` },
    })
    expect(forged.status).toBe(422)
    expect((await aBrowser().call(people.giveCode, { code: totpCode(key, 1) })).refusal?.code).toBe(
      'step-over',
    )
  })

  test('T15 a password that is changed meanwhile takes the step away', async () => {
    const { email, client, key } = await withSecondFactor()
    const browser = await atStep(email)
    await client.done(people.changePassword, { current: thePassword, password: 'a new one' })
    expect((await browser.call(people.giveCode, { code: totpCode(key) })).refusal?.code).toBe('step-over')
  })

  test('T11 T15 a link that sets the password does not go around the code', async () => {
    const { id, email, key } = await withSecondFactor()
    await service.anonymous.done(people.forgetPassword, { email })
    const mail = await db
      .selectFrom('notifications')
      .select('body')
      .where('kind', '=', 'password-reset')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    const token = /\/reset#(\S+)/.exec(mail.body)?.[1] ?? ''
    await service.anonymous.done(people.resetPassword, { token, password: 'another77' })
    const browser = aBrowser()
    expect((await browser.signIn(email, 'another77')).body.actor).toBeNull()
    expect(await sessionsOf(id)).toEqual([])
    expect((await browser.call(people.giveCode, { code: totpCode(key) })).status).toBe(200)
  })

  test('T25 people of a hospital that is suspended meanwhile are not let in, and keep no session', async () => {
    const hospital = await aHospital(db)
    const account = await anAccount(db, { email: `${hospital.id}_admin` })
    const { id, email, key } = await withSecondFactor(account)
    const browser = await atStep(email)
    await db
      .updateTable('organisations')
      .set({ accountStatus: 'suspended' })
      .where('id', '=', hospital.id)
      .execute()
    await db.deleteFrom('sessions').where('accountId', '=', id).execute()
    const { refusal } = await browser.call(people.giveCode, { code: totpCode(key) })
    expect(refusal?.text).toBe('Invalid e-mail/password.')
    expect(await sessionsOf(id)).toEqual([])
  })
})

describe('switching it off', () => {
  test('T15 password and code switch it off; then the password opens again', async () => {
    const [{ id, email, client, key }, somebody] = [await withSecondFactor(), await withSecondFactor()]
    await client.done(people.removeSecondFactor, { password: thePassword, code: totpCode(key) })
    const others = db.selectFrom('secondFactors').select('accountId').where('accountId', '=', somebody.id)
    expect(await others.execute()).toHaveLength(1)
    expect((await client.done(people.ownAccount, {})).hasSecondFactor).toBe(false)
    expect((await aBrowser().signIn(email)).body.actor).toMatchObject({ email })
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
      'second-factor-added',
      'second-factor-removed',
    ])
    expect(await db.selectFrom('secondFactors').selectAll().where('accountId', '=', id).execute()).toEqual([])
    const gone = await client.call(people.removeSecondFactor, { password: thePassword, code: '123456' })
    expect(gone.refusal?.code).toBe('not-on')
  })

  test('T15 neither alone does, a wrong password spends no backup code, and wrong codes are counted', async () => {
    const { client, key, backupCodes } = await withSecondFactor()
    const off = (password: string, code: string) => client.call(people.removeSecondFactor, { password, code })
    const [backup = ''] = backupCodes
    expect((await off('wrong', backup)).refusal).toMatchObject({ code: 'current-wrong', field: 'password' })
    expect((await client.done(people.ownAccount, {})).backupCodesLeft).toBe(10)
    for (const code of wrongCodes(key, 5))
      expect((await off(thePassword, code)).refusal).toMatchObject({ code: 'code-wrong', field: 'code' })
    expect((await off(thePassword, totpCode(key))).status).toBe(429)
    expect((await client.done(people.ownAccount, {})).hasSecondFactor).toBe(true)
    later(901)
    expect((await off(thePassword, backup)).status).toBe(200)
  })
})
