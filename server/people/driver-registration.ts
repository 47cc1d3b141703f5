import { randomUUID } from 'node:crypto'
import type { namedCalls } from '#contract/named-calls.ts'
import { no } from '#domain/basics/refusal.ts'
import { type DriverRefusal, driverWords, isReserved, whyNotRegister } from '#domain/people/registering.ts'
import { organisationIn } from '#domain/people/roles.ts'
import type { Handler } from '../platform/http/call.ts'
import { refuse } from '../platform/http/refuse.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { accountStore, accountWriter } from './account-store.ts'
import { peopleStore } from './store.ts'

/** §7.1 createUser: account, password and the line in the list of drivers, or nothing of it (ruling AMB-119). */
export const registerDriver: Handler<typeof namedCalls.createUser> = async ({ db, inTransaction }, draft) => {
  refuse(driverWords, whyNotRegister(draft))
  const { email, name, phone = '' } = draft
  const isOnTheBooks = await accountStore(db).isOrganisation(organisationIn(email))
  if (await peopleStore(db).accountBy(email)) refuse(driverWords, taken)
  if (isReserved(email, isOnTheBooks)) refuse(driverWords, no('email-reserved', 'email'))
  const passwordHash = await hashPassword(draft.password)
  return inTransaction(async (work) => {
    const id = randomUUID()
    // of two at once the second finds it taken
    if (!(await peopleStore(work.db).addAccount({ id, email, name, passwordHash })))
      refuse(driverWords, taken)
    await accountWriter(work).addDriver({ email, accountId: id, name, phone })
    await work.record({
      subjectId: email,
      kind: 'driver-registered',
      detail: { accountId: id, name },
    })
    return { message: 'User Created' }
  })
}

const taken: DriverRefusal = no('email-in-use', 'email')
