import { randomUUID } from 'node:crypto'
import type { people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { isReserved } from '#domain/people/registering.ts'
import { organisationIn } from '#domain/people/roles.ts'
import { type SignUpRefusal, signUpWords, whyNotSignUp } from '#domain/people/signing-up.ts'
import type { Limits } from '../db/limits.ts'
import type { Handler } from '../platform/call.ts'
import { hashPassword } from '../platform/passwords.ts'
import { refuse, tooOften } from '../platform/refuse.ts'
import { accountStore, accountWriter } from './account-store.ts'
import { peopleStore } from './store.ts'

/** Each is a mail to the provider and a name to look into. Beyond so many the link of a bank stays open, but a crack. */
const ofABankADay = { max: 50, seconds: 86_400 }
const ofAnAddressThen = { max: 2, seconds: 3_600 }

/** The hospital's entry and its account, or nothing of it; both wait for the provider (ruling AMB-147). */
export const signUpWithin =
  (limits: Limits): Handler<typeof people.signUp> =>
  async ({ db, network, now, inTransaction }, draft) => {
    refuse(signUpWords, whyNotSignUp(draft))
    const { email, referenceBank } = draft
    const bank = await accountStore(db).find(referenceBank)
    refuse(signUpWords, bank?.kind === 'bank' && bank.isListed ? null : no('bank-unknown'))
    const counted = `sign-ups of ${referenceBank}`
    const isFlooded = !(await limits.allows(counted, ofABankADay))
    if (isFlooded && !(await limits.allowsFrom(network, counted, ofAnAddressThen))) throw tooOften()
    const passwordHash = await hashPassword(draft.password)
    return inTransaction(async (work) => {
      const store = accountStore(work.db)
      const id = organisationIn(email)
      const isOnTheBooks = await store.isOrganisation(id)
      // told as taken, so that nobody learns what is reserved (ruling AMB-27)
      if (isReserved(email, isOnTheBooks)) refuse(signUpWords, taken)
      const accountId = randomUUID()
      const { name, address, primaryPhone, secondaryPhone } = draft
      const hospital = { id, name, address, email, phones: [primaryPhone, secondaryPhone], createdAt: now }
      // of two at once the second finds it taken
      if (!(await accountWriter(work).addHospital({ ...hospital, referenceBankId: referenceBank })))
        refuse(signUpWords, taken)
      if (!(await peopleStore(work.db).addAccount({ id: accountId, email, name, passwordHash })))
        refuse(signUpWords, taken)
      await work.record({
        subjectKind: 'organisation',
        subjectId: id,
        kind: 'hospital-signed-up',
        to: 'pending',
        detail: { accountId, referenceBank },
      })
      return { message: 'User Created' }
    })
  }

const taken: SignUpRefusal = no('email-in-use', 'email')
