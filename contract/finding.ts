import { z } from 'zod'
import { isHospital, isProvider } from '#domain/people/actor.ts'
import { FindText, Mark, mostFound } from '#domain/requests/finding.ts'
import { BloodRequest } from '#domain/requests/request.ts'
import { route } from './route.ts'

const marked = ['id', 'patientName', 'patientId', 'hospitalName', 'driverName'] as const

/** A request that was found, with where in its words. Hospital and driver are the provider's to see here. */
export const Found = BloodRequest.pick({
  id: true,
  patientName: true,
  patientId: true,
  bloodGroup: true,
  component: true,
  units: true,
  orderType: true,
  status: true,
  bankId: true,
  pickupAt: true,
  deadlineAt: true,
  raisedAt: true,
  deliveredAt: true,
  isLate: true,
  expired: true,
  invoiceKind: true,
}).extend({
  hospitalName: z.string().nullable(),
  driverName: z.string().nullable(),
  marks: z.partialRecord(z.enum(marked), z.array(Mark)),
})
export type Found = z.infer<typeof Found>

export const finding = {
  /** What is typed is a patient's name as often as not: it is sent as a body, which stands in no address and no log. */
  find: route({
    method: 'POST',
    path: '/api/find',
    summary: `Find up to ${mostFound} requests by the beginnings of words: patient name or ID, request ID; for the provider hospital and driver too`,
    who: (actor) => isHospital(actor) || isProvider(actor),
    key: 'orders:read',
    input: z.strictObject({ text: FindText }),
    output: z.object({ items: z.array(Found).max(mostFound) }),
    // somebody who types asks a few times a second; nobody reads two answers a second for half a minute
    limit: { max: 60, seconds: 30, of: 'account' },
  }),
}
