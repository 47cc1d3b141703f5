import { z } from 'zod'
import { ShiftTimes } from '#domain/downtime/shifts.ts'
import { mayGoOnPaper, mayKeepShifts } from '#domain/people/actor.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

const PackId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const Pack = z.object({
  id: z.number().int(),
  madeAt: z.coerce.date(),
  madeBy: z.string(),
  /** The next change of shift brings another. */
  until: z.coerce.date(),
  /** Of its blank forms, the first and the last. */
  papers: z.tuple([z.string(), z.string()]),
  orders: z.number().int(),
})
export type Pack = z.infer<typeof Pack>

/** When its shifts change; version 0 as long as it is as usual. */
const Shifts = z.object({ times: z.array(z.string()), version: z.number().int() })
export type Shifts = z.infer<typeof Shifts>

/** What there is to go on with when nothing works (ruling AMB-340). Each file that is taken is an event. */
export const downtime = {
  list: route({
    method: 'GET',
    path: '/api/downtime/packs',
    summary:
      'The last downtime packs of your organisation, newest first, when shifts change and when the next is made',
    who: mayGoOnPaper,
    input: nothing,
    output: z.object({ packs: z.array(Pack), nextAt: z.coerce.date(), shifts: Shifts }),
  }),
  setShifts: route({
    method: 'PUT',
    path: '/api/downtime/shifts',
    summary:
      'Set when the shifts of your organisation change, one to four times a day: a pack is made at each',
    who: mayKeepShifts,
    input: z.strictObject({ times: ShiftTimes, version: z.number().int().min(0).max(2_147_483_646) }),
    output: Shifts,
    repeatable: true,
  }),
  make: route({
    method: 'POST',
    path: '/api/downtime/packs',
    summary: 'Make a downtime pack of your organisation now',
    who: mayGoOnPaper,
    input: nothing,
    output: Pack,
    repeatable: true,
    limit: { max: 6, seconds: 600, of: 'account' },
  }),
  download: route({
    method: 'GET',
    path: '/api/downtime/packs/:id/file',
    summary:
      'A downtime pack of your organisation as a PDF: open orders, phone numbers, numbered blank forms',
    who: mayGoOnPaper,
    input: z.strictObject({ id: PackId }),
    output: z.unknown(),
    givesFile: true,
    limit: { max: 30, seconds: 60, of: 'account' },
  }),
}
