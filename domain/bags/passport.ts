/** What stands beside each step of a bag's life. */
import { z } from 'zod'
import { showDateTime } from '../basics/time.ts'
import { attributeNames, discardReasonNames, treatmentNames } from './showing.ts'

const text = z.string().optional().catch(undefined)
const Told = z
  .object({
    requestId: text,
    slip: text,
    paper: text,
    doneAt: text,
    bank: text,
    until: text,
    expiresAt: text,
    reason: text,
    note: text,
    place: text,
    segment: text,
    form: text,
    volumeMl: z.number().optional().catch(undefined),
    treatment: text,
    attributes: z.array(z.string()).optional().catch(undefined),
  })
  .catch({})

/** `order e19b5d30, until 16 Nov 2026, 1:30 pm`. Never more than its event says. */
export function stepDetail(detail: unknown): string {
  const told = Told.parse(detail)
  return [
    told.treatment && nameIn(treatmentNames, told.treatment),
    told.requestId && `order ${told.requestId}`,
    told.slip && `slip ${told.slip}`,
    told.paper && told.doneAt && `on paper ${told.paper}, ${showDateTime(new Date(told.doneAt))}`,
    told.bank,
    told.reason && nameIn(discardReasonNames, told.reason),
    told.note,
    told.form,
    told.place,
    told.volumeMl && `${told.volumeMl} ml`,
    told.segment && `segment ${told.segment}`,
    ...(told.attributes ?? []).map((one) => nameIn(attributeNames, one)),
    told.until && `until ${showDateTime(new Date(told.until))}`,
    told.expiresAt && `ends ${showDateTime(new Date(told.expiresAt))}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const nameIn = (names: Record<string, string>, code: string): string => names[code] ?? code
