import { z } from 'zod'
import { people } from '#contract/people.ts'
import { BloodGroup, ComponentCode } from '#domain/basics/blood.ts'
import { Day } from '#domain/basics/day.ts'
import { Sex } from '#domain/basics/person.ts'
import { later } from '#domain/basics/time.ts'
import { MoreForBank, nothingMore } from '#domain/matching/needs.ts'
import { reservationHourChoices } from '#domain/requests/raising.ts'
import { OrderType } from '#domain/requests/request.ts'
import { call } from '../../../api/client.ts'
import { keyFrom, longestMs } from '../../../api/sealed-draft.ts'
import type { RaiseForm } from './raise-draft.ts'

const time = z.string().max(5)

/** As it was typed; one of an earlier build, of another shape, is none. */
const Form: z.ZodType<RaiseForm> = z.strictObject({
  patientName: z.string(),
  patientId: z.string(),
  age: z.number().nullable(),
  sex: Sex.nullable(),
  bloodGroup: BloodGroup.nullable(),
  component: ComponentCode.nullable(),
  units: z.number().nullable(),
  reason: z.string(),
  orderType: OrderType.nullable(),
  pickupDay: Day.nullable(),
  pickupTime: time,
  deadlineDay: Day.nullable(),
  deadlineTime: time,
  reservationHours: z.literal(reservationHourChoices).nullable(),
  more: MoreForBank.default(nothingMore),
})

/** A form begun. The key makes one that is sent again after a reload the same call. */
const KeptRaise = z.strictObject({ form: Form, key: z.string(), at: z.coerce.date() })
export type KeptRaise = z.infer<typeof KeptRaise>

/** Those that were begun, the newest first: one that is offered stays while another is typed. Each has its own end. */
export const keptRaisesIn = (draft: unknown, now: Date): KeptRaise[] =>
  (z.array(KeptRaise).safeParse(draft).data ?? []).filter(({ at }) => now < later(at, longestMs))

/** Null if there is none to be had, or if another tab has signed somebody else in: theirs must not seal this. */
export async function draftKeyFor(accountId: string): Promise<CryptoKey | null> {
  try {
    const answer = await call(people.draftKey, {})
    return answer.accountId === accountId ? await keyFrom(answer.key) : null
  } catch {
    return null
  }
}
