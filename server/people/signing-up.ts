import { randomUUID } from 'node:crypto'
import type { people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { organisationIn } from '#domain/people/roles.ts'
import {
  firstGrant,
  idFromName,
  idsFor,
  mayInvite,
  type SignUpDraft,
  signUpWords,
  whyNotSignUp,
} from '#domain/people/signing-up.ts'
import type { Limits } from '../db/limits.ts'
import type { Work } from '../db/work.ts'
import type { Handler } from '../platform/http/call.ts'
import { refuse, tooOften } from '../platform/http/refuse.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { accountStore, accountWriter } from './account-store.ts'
import { sendProof } from './proving.ts'
import { peopleStore } from './store.ts'

/** Each is a mail to the provider and a name to look into. Beyond so many the link of a bank stays open, but a crack. */
const ofABankADay = { max: 50, seconds: 86_400 }
const ofAnAddressThen = { max: 2, seconds: 3_600 }

/** The name of the bank whose link it is; null if it has none to hand out. */
export const signUpBank: Handler<typeof people.signUpBank> = async ({ db }, { id }) => {
  const bank = await accountStore(db).placeOf(id)
  return { name: bank && mayInvite(bank) ? bank.name : null }
}

/** The hospital's entry and its account, or nothing of it; both wait for the provider (ruling AMB-147). */
export const signUpWithin =
  ({ limits, publicUrl }: { limits: Limits; publicUrl: string }): Handler<typeof people.signUp> =>
  async ({ db, network, inTransaction }, draft) => {
    refuse(signUpWords, whyNotSignUp(draft))
    const { email, name, referenceBank } = draft
    const bank = await accountStore(db).placeOf(referenceBank)
    refuse(signUpWords, bank && mayInvite(bank) ? null : no('bank-unknown'))
    if (await accountStore(db).isEstablished(organisationIn(email))) {
      const hasAccount = await peopleStore(db).accountBy(email)
      refuse(signUpWords, no(hasAccount ? 'email-in-use' : 'email-reserved', 'email'))
    }
    const counted = `sign-ups of ${referenceBank}`
    const isFlooded = !(await limits.allows(counted, ofABankADay))
    if (isFlooded && !(await limits.allowsFrom(network, counted, ofAnAddressThen))) throw tooOften()
    const passwordHash = await hashPassword(draft.password)
    return inTransaction(async (work) => {
      const accountId = randomUUID()
      const id = await addHospital(work, draft, accountId)
      const account = { id: accountId, email, name, passwordHash, emailVerified: false, createdAt: work.now }
      if (!(await peopleStore(work.db).addAccount(account))) refuse(signUpWords, no('email-in-use', 'email'))
      await accountWriter(work).grant(accountId, firstGrant(id))
      await work.record({
        subjectId: accountId,
        kind: 'account-added',
        to: 'plus staff',
        detail: { email, organisationId: id },
      })
      const event = await work.record({
        subjectId: id,
        kind: 'hospital-signed-up',
        to: 'pending',
        detail: { accountId, referenceBank },
      })
      await sendProof(work, { eventId: event.id, accountId, email, hospital: { name }, publicUrl })
      return { message: 'User Created' }
    })
  }

/** Under the first id that is free; of two at once the second takes the next. */
async function addHospital(work: Work, draft: SignUpDraft, accountId: string): Promise<string> {
  const { name, address, email, primaryPhone, secondaryPhone, referenceBank } = draft
  const ids = idsFor(draft)
  const taken = await accountStore(work.db).takenOf(ids)
  const free = ids.filter((id) => !taken.has(id))
  const hospital = { name, address, email, phones: [primaryPhone, secondaryPhone], createdAt: work.now }
  // of a name that a hundred have, one that nobody else can have drawn
  for (const id of [...free, `${idFromName(name)}-${accountId.slice(0, 8)}`]) {
    const isAdded = await accountWriter(work).addHospital({ id, ...hospital, referenceBankId: referenceBank })
    if (isAdded) return id
  }
  throw new Error('No id is free')
}
