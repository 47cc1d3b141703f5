/** Whether an order that comes again under its number is the one that was sent (rulings AMB-328, AMB-417). */
import type { ServiceRequestIn } from './shapes.ts'

/** What a system makes anew each time it writes a resource down: when, in which language, in which words for people. */
const aboutWriting = ['meta', 'text', 'language', '_language', 'authoredOn', '_authoredOn']

/** All that is asked for, as it was sent: of two that are equal here the second is a repeat. */
export function askedIn(sent: ServiceRequestIn): string {
  const { contained, subject, ...order } = sent
  // the contained patient is pointed at by an id, which may be another each time
  const { reference: _, ...patient } = subject
  const asked = { ...written(order), subject: patient, contained: contained?.map(written) }
  return JSON.stringify(asked, (name, value) => (name === 'id' ? undefined : value))
}

/** As it was compared before: what was sent then may come again. */
export const askedBefore = ({ meta: _, text: __, ...sent }: ServiceRequestIn & Marks): string =>
  JSON.stringify(sent)

type Marks = { readonly meta?: unknown; readonly text?: unknown }

const written = (resource: object): object =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !aboutWriting.includes(name)))
