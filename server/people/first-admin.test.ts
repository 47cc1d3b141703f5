import { expect, test } from 'vitest'
import { people } from '#contract/people.ts'
import { aService } from '#testing/harness/service.ts'
import { ensureProviderAdmin } from './first-admin.ts'

const email = 'bloodsupport@hospital.example'

test('ROLES-08 the account that runs the service is made once, also by two processes that start at once', async () => {
  const { db, anonymous, as, mails } = await aService({ world: 'nothing' })
  const made = await Promise.all([ensureProviderAdmin(db, email), ensureProviderAdmin(db, email)])
  expect(made.toSorted()).toEqual([false, true])
  expect(await ensureProviderAdmin(db, email)).toBe(false)
  expect(await db.selectFrom('credentials').select('accountId').execute()).toHaveLength(1)
  const { actor } = await as(email).done(people.session, {})
  expect(actor).toMatchObject({ product: 'admin', role: 'admin', organisationId: null })
  // its password is nobody's: it is set through the mail
  expect((await anonymous.signIn(email, 'crossmatch')).refusal?.code).toBe('password-wrong')
  await anonymous.raw('POST', '/api/password-resets', { body: { email } })
  expect((await mails.next()).to).toEqual([email])
})
