import { consent } from '#contract/consent.ts'
import { orders } from '#contract/orders.ts'
import { ConsentForm, draftOf } from '#domain/donors/consenting.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { clientOf } from '#testing/harness/client.ts'
import type { TestService } from '#testing/harness/service.ts'
import { arun, wishFor } from '#testing/makers/linked-orders.ts'
import { anAccount, aRequest, nextNumber } from '#testing/makers/makers.ts'

/** What has to be there first is made, and the call itself comes back to be counted. */
export type Act = (house: House) => Promise<() => Promise<unknown>>
export type House = ReturnType<typeof houseOf>

export function houseOf(service: TestService) {
  const { db } = service
  const provider = service.as('bloodsupport')
  const bank = service.as('redbank_bloodbank')
  const order = (status: RequestStatus, wish: Partial<BloodRequest> = {}) =>
    aRequest(db, { status, ...wish }, service.clock.now())
  const linked = async () => {
    const { id } = await order('hospital-admin-approved')
    return (await provider.done(orders.link, wishFor({ id }))).request
  }
  const form = async () => {
    const { id } = await aDonorForm(db, {})
    const { seen, ...shown } = await bank.done(consent.show, { id })
    return { id, seen, draft: draftOf(ConsentForm.parse(shown)) }
  }
  return {
    service,
    db,
    provider,
    bank,
    order,
    linked,
    form,
    staff: service.as('firm_pilot'),
    admin: service.as('firm'),
    driver: service.as(arun),
    stranger: () => clientOf({ url: service.url, origin: service.settings.publicUrl }),
    /** Somebody of their own, signed in at a browser. */
    async person() {
      const { id, email } = await anAccount(db, { email: `act${nextNumber()}_admin` })
      return { id, email, client: service.as(email) }
    },
    /** Of the newest mail to them. */
    async tokenIn(email: string) {
      await service.settled()
      const { body } = await db
        .selectFrom('notifications')
        .select('body')
        .where('recipient', '=', email)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return /#(\S+)/.exec(body)?.[1] ?? ''
    },
  }
}
