import { downtime } from '#contract/downtime.ts'
import { late } from '#contract/late.ts'
import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { aTestedBag } from '#testing/makers/benches.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { aSheet } from '#testing/makers/papers.ts'
import type { Act, House } from './acting-house.ts'

const printed = ({ db }: House, organisationId: string) =>
  db
    .insertInto('downtimePapers')
    .values({ organisationId, lastNumber: 10, triedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Of the day nothing works. */
export const actsOfDowntime: Record<string, Act> = {
  'downtime.make':
    async ({ admin }) =>
    () =>
      admin.done(downtime.make, {}),
  'downtime.setShifts':
    async ({ admin }) =>
    () =>
      admin.done(downtime.setShifts, { times: ['07:00', '19:00'], version: 0 }),
  'late.raise': async (house) => {
    await printed(house, 'firm')
    const raisedAt = earlier(house.service.clock.now(), hours(1))
    return () => house.staff.done(late.raise, { ...aDraft(raisedAt), raisedAt, paperNumber: 'P-FIRM-000001' })
  },
  'late.carry': async (house) => {
    await printed(house, '')
    const { id, raisedAt } = await house.order('hospital-admin-approved')
    const link = { bankId: 'redbank', driverEmail: arun, at: later(raisedAt, minutes(1)) }
    return () => house.provider.done(late.carry, { id, link, paperNumber: 'P-000001' })
  },
  'late.issue': async (house) => {
    await printed(house, 'redbank')
    const issuedAt = earlier(house.service.clock.now(), minutes(5))
    const raisedAt = earlier(issuedAt, hours(3))
    const { id } = await house.order('bloodbank-approved', { raisedAt })
    const bag = await aTestedBag(house.db, 'redbank')
    const paper = { id, paperNumber: 'P-REDBANK-000001', issuedAt }
    return () => house.bank.done(late.issue, aSheet(paper, [bag]))
  },
}
