import { z } from 'zod'
import { Day } from '#domain/basics/day.ts'
import { CampCategory } from '#domain/camps/company.ts'
import { isBank, isHospital, isProvider, type Who } from '#domain/people/actor.ts'
import { RequestId, RequestStatus } from '#domain/requests/request.ts'
import { route } from './route.ts'

/** Each type of mail has its own people; the handler asks which. */
const mayMail: Who = (actor) => isHospital(actor) || isBank(actor) || isProvider(actor)

/** A request in the names of §3.1. Only the id is looked at: what a message says is the server's (ruling AMB-159). */
const RequestData = z.looseObject({ RequestID: RequestId })

const Told = z.object({ message: z.string() })

/** The calls of §7.1 that send. The act wrote its messages already: these confirm them, and never send a second one. */
export const sending = {
  sendEmail: route({
    method: 'POST',
    path: '/api/sendEmail',
    summary: 'Confirm the mail of a raise, an approval, a reservation or a camp: it goes out once',
    who: mayMail,
    input: z
      .strictObject({
        /** Accepted if it names those whom the server writes to; no other address is ever written to. */
        to: z.union([z.string().max(2_000), z.array(z.string().max(254)).max(50)]).optional(),
        patientData: RequestData.optional(),
        type: z.enum(['raise', 'approve', 'reservation']).optional(),
        dev: z.boolean().optional(),
        bloodCampData: z.looseObject({ category: CampCategory, date: Day }).optional(),
      })
      .refine(({ patientData, type }) => (patientData === undefined) === (type === undefined), {
        error: 'patientData and type belong together',
        path: ['type'],
      })
      .refine(
        ({ patientData, bloodCampData }) => (patientData === undefined) !== (bloodCampData === undefined),
        {
          error: 'Either patientData or bloodCampData is needed',
          path: ['patientData'],
        },
      ),
    output: Told,
  }),
  sendSMS: route({
    method: 'POST',
    path: '/api/sendSMS',
    summary: 'Confirm the text messages of a raise or of a decision to the hospital: they go out once',
    who: isHospital,
    input: z.strictObject({
      type: z.enum(['raised', 'approval']),
      /** The request; on approval the new status alone will do, and means the decision that was just made. */
      payload: z.union([RequestStatus, RequestData.extend({ RequestStatus: RequestStatus.optional() })]),
    }),
    output: Told,
  }),
  sendDriverSMS: route({
    method: 'POST',
    path: '/api/sendDriverSMS',
    summary: 'Confirm the text message to the driver of an order: it goes out once',
    who: isProvider,
    /** Of all this only the request id counts: driver, number and link are the server's (ruling AMB-115). */
    input: z.strictObject({
      Driver: z.string().max(254),
      Phone: z.string().max(40),
      DeliveryURL: z
        .string()
        .max(500)
        .regex(/[/=][0-9a-f]{8}$/, 'The link must end with the request ID'),
    }),
    output: Told,
  }),
}
