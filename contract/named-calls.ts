import { z } from 'zod'
import { line } from '#domain/basics/text.ts'
import { invoiceParties } from '#domain/billing/invoicing.ts'
import { isProvider } from '#domain/people/actor.ts'
import { DriverCall } from '#domain/people/registering.ts'
import { InvoiceKind, RequestId } from '#domain/requests/request.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'
import { sending } from './sending.ts'

/** A place as somebody would write it, in the names of §7.1. */
export const Suggestion = z.object({ description: z.string(), place_id: z.string() })
export type Suggestion = z.infer<typeof Suggestion>

/** The seven calls of §7.1 with their literal paths. Their refusals say `message` as well (ruling AMB-164). */
export const namedCalls = {
  ...sending,
  buildId: route({
    method: 'GET',
    path: '/api/buildId',
    summary: 'The id of the build that is served; a page reloads when it changes',
    who: 'anyone',
    input: nothing,
    output: z.object({ buildID: z.string() }),
  }),
  getAddress: route({
    method: 'POST',
    path: '/api/getAddress',
    summary: 'Places that an address may mean; none is no error',
    who: 'anyone',
    input: z.strictObject({ address: line(200) }),
    output: z.array(Suggestion),
    /** Asked a second after each pause in typing. */
    limit: { max: 60, seconds: 600 },
  }),
  createUser: route({
    method: 'POST',
    path: '/api/createUser',
    summary: 'Register a driver: an account to sign in with, and a line in the list of drivers',
    who: isProvider,
    input: DriverCall,
    output: z.object({ message: z.string() }),
  }),
  generateInvoice: route({
    method: 'POST',
    path: '/api/generateInvoice',
    summary: 'Make one invoice of a delivered order, at today’s prices and for the bank it has now',
    who: isProvider,
    /** Whatever else of the request is sent along is not looked at: the amounts are the server's (ruling AMB-96). */
    input: z.object({ docID: RequestId, type: InvoiceKind, InvoiceType: z.enum(invoiceParties) }),
    output: z.object({ message: z.string() }),
  }),
}
