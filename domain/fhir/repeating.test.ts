import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { aServiceRequest, type Json } from '#testing/makers/fhir.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { askedIn } from './repeating.ts'
import { ServiceRequestIn } from './shapes.ts'

const order = aServiceRequest(aDraft(instantOf('2026-11-16', '10:00')))
const [patient] = order.contained as [Json]
const text = { status: 'generated', div: '<div>x</div>' }
const asked = (change: Json = {}) => askedIn(ServiceRequestIn.parse({ ...order, ...change }))

test.each<[string, Json]>([
  ['when it was written', { authoredOn: '2026-11-16T10:02:00+05:30', _authoredOn: { id: 'x' } }],
  ['its marks', { meta: { lastUpdated: '2026-11-16T10:02:00+05:30' } }],
  ['its narrative and language', { text, language: 'en-IN' }],
  ['its own id', { id: 'of-my-own' }],
  ['the id of an element', { code: { ...(order.code as Json), id: 'c' } }],
  ['the narrative and marks of the patient', { contained: [{ ...patient, text, meta: { versionId: '2' } }] }],
  ['the id of the patient', { contained: [{ ...patient, id: '77f5' }], subject: { reference: '#77f5' } }],
])('AMB-417 another order is not said by %s', (_, change) => {
  expect(asked(change)).toBe(asked())
})

test.each<[string, Json]>([
  ['another quantity', { quantityQuantity: { value: 9 } }],
  ['another reason', { reasonCode: [{ text: 'Something else' }] }],
  ['another patient', { contained: [{ ...patient, name: [{ text: 'Somebody else' }] }] }],
  ['another number of the patient', { contained: [{ ...patient, identifier: [{ value: 'X-1' }] }] }],
  ['words for whoever reads it', { note: [{ text: 'Please call' }] }],
  ['another time', { occurrencePeriod: { start: '2026-11-16T12:00:00+05:30' } }],
])('AMB-417 another order is said by %s', (_, change) => {
  expect(asked(change)).not.toBe(asked())
})
