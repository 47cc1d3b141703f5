import { expect, test } from 'vitest'
import { joining, members } from '#contract/members.ts'
import { accounts, invitations } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { aService } from '#testing/harness/service.ts'
import { aHospital, anAccount, aStaffedHospital, nextNumber, thePassword } from '#testing/makers/makers.ts'

const service = await aService()
const { db } = service
const provider = service.as('bloodsupport')
const theEmail = () => `meena${nextNumber()}@mail.example`

const draft = (id: string, email: string) => ({
  ...{ id, email, name: 'Meena' },
  ...({ product: 'pilot', role: 'staff' } as const),
})

async function tokenTo(email: string, but = ''): Promise<string> {
  const tokenIn = (text: string) => /\/join#(\S+)/.exec(text)?.[1] ?? ''
  const mail = await service.mails.find(
    ({ to, text }) => to.includes(email) && tokenIn(text) !== '' && tokenIn(text) !== but,
    8_000,
  )
  return tokenIn(mail.text)
}

const shown = (id: string) => provider.done(accounts.show, { id })

test('AMB-366 somebody of another hospital is invited by the provider, joins by the link, and has both', async () => {
  const first = await aStaffedHospital(db)
  const second = await aHospital(db)
  const refused = await provider.call(accounts.add, draft(second.id, first.staff))
  expect(refused.refusal?.code).toBe('has-account')

  await provider.done(invitations.invite, { ...draft(second.id, first.staff), role: 'admin' })
  // nobody is in by an invitation alone
  const waiting = await shown(second.id)
  expect(waiting.accounts).toEqual([])
  expect(waiting.invitations).toMatchObject([{ email: first.staff, product: 'pilot', role: 'admin' }])

  const token = await tokenTo(first.staff)
  expect((await service.anonymous.done(joining.look, { token })).needsPassword).toBe(false)
  await service.anonymous.done(joining.join, { token, password: null })
  const joined = await shown(second.id)
  expect(joined.invitations).toEqual([])
  expect(joined.accounts).toMatchObject([
    { email: first.staff, product: 'pilot', role: 'admin', isGranted: true, alsoAt: [first.hospital.id] },
  ])
  expect((await service.as(first.staff).done(people.session, {})).actor).toMatchObject({
    ...{ organisationId: first.hospital.id, role: 'staff' },
  })
  await service.anonymous.done(people.signIn, { email: first.staff, password: thePassword })
  const { items } = await provider.done(accounts.history, { id: second.id })
  expect(items.map(({ kind, by, email }) => [kind, by, email])).toContainEqual([
    ...['member-invited', 'bloodsupport', first.staff],
  ])
})

test('AMB-366 one that is out is on People too, can be sent again or withdrawn by either, and by the right organisation alone', async () => {
  const { hospital, admin } = await aStaffedHospital(db)
  const other = await aHospital(db)
  const email = theEmail()
  await provider.done(invitations.invite, draft(hospital.id, email))
  const old = await tokenTo(email)
  const { items } = await service.as(admin).done(members.list, {})
  const row = items.find((one) => one.email === email)
  expect(row).toMatchObject({ state: 'invited', since: { isOurs: true } })
  const invitationId = row?.id ?? ''

  for (const verb of ['inviteAgain', 'withdraw'] as const)
    expect((await provider.call(invitations[verb], { id: other.id, invitationId })).status).toBe(404)
  await provider.done(invitations.inviteAgain, { id: hospital.id, invitationId })
  expect((await service.anonymous.call(joining.look, { token: old })).body).toMatchObject({
    code: 'link-unknown',
  })
  const token = await tokenTo(email, old)
  await service.anonymous.done(joining.look, { token })
  await provider.done(invitations.withdraw, { id: hospital.id, invitationId })
  expect((await service.anonymous.call(joining.look, { token })).status).toBe(422)
  expect((await provider.call(invitations.withdraw, { id: hospital.id, invitationId })).status).toBe(404)
})

test('AMB-366 to whoever is here, was stopped here, is invited already, or to oneself is refused in a sentence each', async () => {
  const { hospital, admin, staff } = await aStaffedHospital(db)
  const nurse = await anAccount(db, {
    email: `nurse${nextNumber()}`,
    grant: { product: 'pilot', role: 'staff', organisationId: hospital.id },
  })
  await service.as(admin).done(members.stop, { accountId: nurse.id })
  const invited = theEmail()
  await service.as(admin).done(members.invite, { name: 'Meena', email: invited, role: 'staff' })
  const asked = [
    [staff, 409, 'already-here'],
    [nurse.email, 409, 'was-stopped'],
    [invited, 409, 'already-invited'],
    [emailOf('bloodsupport'), 422, 'invites-self'],
    ['meena', 422, 'email-invalid'],
  ] as const
  for (const [email, status, code] of asked) {
    const answer = await provider.call(invitations.invite, draft(hospital.id, email))
    expect([email, answer.status, answer.refusal?.code]).toEqual([email, status, code])
    expect(answer.refusal?.text).not.toContain('{')
  }
  // nor is an account made beside an invitation
  const beside = await provider.call(accounts.add, draft(hospital.id, invited))
  expect([beside.status, beside.refusal?.code]).toEqual([409, 'already-invited'])
  expect((await shown(hospital.id)).accounts.map(({ email }) => email)).not.toContain(invited)
  const bank = { ...draft(hospital.id, theEmail()), product: 'bloodbank' } as const
  expect((await provider.call(invitations.invite, bank)).refusal?.code).toBe('grant-unfit')
  expect((await shown(hospital.id)).invitations.map(({ email }) => email)).toEqual([invited])
})

test('AMB-366 into one that waits or is suspended nobody is invited, nor again', async () => {
  const { id } = await aHospital(db)
  await provider.done(invitations.invite, draft(id, theEmail()))
  const invitationId = (await shown(id)).invitations[0]?.id ?? ''
  await provider.done(accounts.setStatus, { id, status: 'suspended', seen: 'active' })
  for (const answer of [
    await provider.call(invitations.invite, draft(id, theEmail())),
    await provider.call(invitations.inviteAgain, { id, invitationId }),
  ])
    expect(answer.refusal).toMatchObject({ code: 'not-open', text: expect.stringContaining('suspended') })
  await provider.done(invitations.withdraw, { id, invitationId })
})
