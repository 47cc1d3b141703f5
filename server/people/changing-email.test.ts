import { beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '#contract/people.ts'
import { thePassword } from '#server/demo/makers/rows.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { anAccount, nextNumber } from '#testing/makers/makers.ts'
import { totpCode } from '#testing/makers/totp.ts'

// every password that is looked at costs a fifth of a second of a core, and more on a busy machine
vi.setConfig({ testTimeout: 90_000 })

const service = await aService()
const { db, mails } = service
beforeEach(async () => {
  await db.deleteFrom('rateLimits').execute()
})

const aBrowser = () => clientOf({ url: service.url, origin: service.settings.publicUrl })
const anAddress = () => `priya${nextNumber()}@mail.example`
const aPerson = async () => {
  const grant = { product: 'pilot', role: 'admin', organisationId: 'noble' } as const
  const account = await anAccount(db, { email: `mail${nextNumber()}`, grant })
  return { ...account, client: service.as(account.email) }
}
const mailTo = (email: string, subject: RegExp) =>
  mails.find((mail) => mail.to.includes(email) && subject.test(mail.subject))
const tokenTo = async (email: string) =>
  /\/email#(\S+)/.exec((await mailTo(email, /^Your new e-mail address/)).text)?.[1] ?? ''
const open = (token: string) => service.anonymous.call(people.changeEmail, { token })
const emailOf = async (id: string) =>
  (await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

describe('AMB-312 another address', () => {
  test('is theirs once its link was opened: signed out everywhere, the old address is told, one event each', async () => {
    const { id, email, client } = await aPerson()
    await client.done(people.setName, { name: 'Priya Raman' })
    const wanted = anAddress()
    const { message } = await client.done(people.askEmail, {
      email: ` ${wanted.toUpperCase()} `,
      current: thePassword,
      code: '',
    })
    expect(message).toContain(wanted)
    expect((await mailTo(email, /was asked for/)).text).not.toContain(wanted)
    expect(await emailOf(id)).toBe(email)

    expect((await open(await tokenTo(wanted))).status).toBe(200)
    expect(await emailOf(id)).toBe(wanted)
    expect((await mailTo(email, /was changed/)).text).toContain(
      `The Crossmatch account of Priya Raman, Noble has the address ${wanted} now.`,
    )
    expect((await client.call(people.ownAccount, {})).status).toBe(401)
    expect((await aBrowser().signIn(email)).refusal?.code).toBe('email-unknown')
    expect((await aBrowser().signIn(wanted)).body.actor).toMatchObject({ accountId: id, email: wanted })
    const events = await db
      .selectFrom('events')
      .select(['kind', 'person', 'actorName', 'hospitalId'])
      .where('subjectId', '=', id)
      .where('kind', 'like', 'email-%')
      .orderBy('id')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual(['email-change-asked', 'email-changed'])
    // by whoever opens the link as by whoever asked for it: with their name, and for their organisation to read
    const [asked, changed] = events.map(({ kind: _, ...by }) => by)
    expect(asked).toMatchObject({ person: 'Priya Raman', hospitalId: 'noble' })
    expect(changed).toEqual(asked)
  })

  test('that somebody has is told to them alone: the same answer, and nothing changes', async () => {
    const { id, email, client } = await aPerson()
    const other = await aPerson()
    const asked = { email: other.email, current: thePassword, code: '' }
    const { message } = await client.done(people.askEmail, asked)
    expect(message.replace(other.email, 'X')).toMatch(/^We have sent a link to X\. Open it within 3 days/)
    const mail = await mailTo(other.email, /^Somebody asked for your e-mail address/)
    expect(mail.text).not.toContain('#')
    expect(mail.text).not.toContain(email)
    expect(await emailOf(id)).toBe(email)
  })

  test('asked for twice: the last counts, and it works once', async () => {
    const { id, client } = await aPerson()
    const [first, second] = [anAddress(), anAddress()]
    for (const email of [first, second])
      await client.done(people.askEmail, { email, current: thePassword, code: '' })
    expect((await open(await tokenTo(first))).refusal?.code).toBe('change-spent')
    const token = await tokenTo(second)
    // twice at once
    const answers = await Promise.all([open(token), open(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await emailOf(id)).toBe(second)
    expect((await open(token)).refusal?.code).toBe('change-spent')
    expect((await open('nonsense')).refusal?.code).toBe('change-spent')
  })

  test('that somebody took meanwhile is refused, and so is a link that is too old', async () => {
    const { id, email, client } = await aPerson()
    const [taken, old] = [anAddress(), anAddress()]
    await client.done(people.askEmail, { email: taken, current: thePassword, code: '' })
    await anAccount(db, { email: taken })
    const { status, refusal } = await open(await tokenTo(taken))
    expect([status, refusal?.code]).toEqual([409, 'email-taken'])
    await client.done(people.askEmail, { email: old, current: thePassword, code: '' })
    await db.updateTable('emailChanges').set({ endsAt: new Date() }).where('accountId', '=', id).execute()
    expect((await open(await tokenTo(old))).refusal?.code).toBe('change-spent')
    expect(await emailOf(id)).toBe(email)
  })

  test('ends with a new password; and no link of the old mailbox opens the account after it', async () => {
    const { id, email, client } = await aPerson()
    const [stopped, wanted] = [anAddress(), anAddress()]
    await client.done(people.askEmail, { email: stopped, current: thePassword, code: '' })
    await client.done(people.changePassword, { current: thePassword, password: 'another77' })
    expect((await open(await tokenTo(stopped))).refusal?.code).toBe('change-spent')

    await service.anonymous.done(people.forgetPassword, { email })
    const reset = /\/reset#(\S+)/.exec((await mailTo(email, /^Set a new/)).text)?.[1] ?? ''
    await client.done(people.askEmail, { email: wanted, current: 'another77', code: '' })
    expect((await open(await tokenTo(wanted))).status).toBe(200)
    const late = await service.anonymous.call(people.resetPassword, { token: reset, password: 'a third one' })
    expect(late.refusal?.code).toBe('link-spent')
    expect(await emailOf(id)).toBe(wanted)
  })

  test('says nothing of who somebody is: they stay what they were', async () => {
    const number = nextNumber()
    // by the address alone, so far
    const client = service.as('firm')
    const before = await client.done(people.session, {})
    const id = before.actor?.accountId ?? ''
    const wanted = `bloodsupport@mail${number}.example`
    await client.done(people.askEmail, { email: wanted, current: thePassword, code: '' })
    expect((await open(await tokenTo(wanted))).status).toBe(200)
    const { body } = await aBrowser().signIn(wanted)
    expect(body.actor).toMatchObject({ ...before.actor, email: wanted })
    expect(await emailOf(id)).toBe(wanted)
  })
})

test('AMB-312 T01 whoever is of no organisation on the books gains none by an address', async () => {
  const { email } = await anAccount(db, { email: `stranger${nextNumber()}_admin` })
  const wanted = `bloodsupport@mail${nextNumber()}.example`
  await service.as(email).done(people.askEmail, { email: wanted, current: thePassword, code: '' })
  await open(await tokenTo(wanted))
  const { body } = await aBrowser().signIn(wanted)
  expect(body.actor ?? null).toBeNull()
})

describe('AMB-312 who asks', () => {
  test('gives the password, and the code where there is a second factor', async () => {
    const { id, email, client } = await aPerson()
    const wanted = anAddress()
    const wrong = await client.call(people.askEmail, { email: wanted, current: 'not it', code: '' })
    expect([wrong.status, wrong.refusal?.code, wrong.refusal?.field]).toEqual([
      422,
      'current-wrong',
      'current',
    ])
    const { key } = await client.done(people.beginSecondFactor, { password: thePassword })
    await client.done(people.confirmSecondFactor, { code: totpCode(key) })
    const without = await client.call(people.askEmail, { email: wanted, current: thePassword, code: '' })
    expect([without.status, without.refusal?.field]).toEqual([422, 'code'])
    expect(await emailOf(id)).toBe(email)
    await db.deleteFrom('rateLimits').execute()
    service.clock.moveTo(new Date(service.clock.now().getTime() + 121_000))
    await client.done(people.askEmail, { email: wanted, current: thePassword, code: totpCode(key) })
    expect((await open(await tokenTo(wanted))).status).toBe(200)
  })
})
