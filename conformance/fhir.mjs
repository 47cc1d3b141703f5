/** The part of the check list that speaks FHIR R4. */
import { randomUUID } from 'node:crypto'

const canonical = 'https://crossmatch.example/fhir'
const numbers = 'urn:conformance:orders'

export async function tryFhir({ step, call, equal, anOrder }) {
  const number = randomUUID()
  const sent = serviceRequest(anOrder(), number)
  let kept = null
  const asFhir = { 'content-type': 'application/fhir+json' }
  const send = (body) => call('POST', '/fhir/ServiceRequest', { body, headers: asFhir })
  function put(body, version) {
    const headers = { ...asFhir, 'if-match': version }
    return call('PUT', `/fhir/ServiceRequest/${kept.id}`, { body, headers })
  }

  await step('FHIR: says what it understands', async () => {
    const { status, body } = await call('GET', '/fhir/metadata')
    equal(status, 200, 'status')
    equal(body.resourceType, 'CapabilityStatement', 'resourceType')
    equal(body.fhirVersion, '4.0.1', 'fhirVersion')
  })
  await step('FHIR: an order is created, with its place and version', async () => {
    const { status, headers, body } = await send(sent)
    equal(status, 201, `status (${outcome(body)})`)
    if (!headers.get('location')?.includes(`/fhir/ServiceRequest/${body.id}`))
      throw new Error('there is no Location of it')
    if (!headers.get('etag')) throw new Error('there is no ETag')
    kept = { id: body.id, etag: headers.get('etag') }
  })
  await step('FHIR: the same number again answers with the first order', async () => {
    const { status, body } = await send(sent)
    equal(status, 200, `status (${outcome(body)})`)
    equal(body.id, kept.id, 'ID')
  })
  await step('FHIR: the same number with another order is a conflict', async () => {
    const { status, body } = await send({ ...sent, quantityQuantity: { value: 3 } })
    equal(status, 409, 'status')
    equal(body.resourceType, 'OperationOutcome', 'resourceType')
  })
  await step('FHIR: the order is found by its number', async () => {
    const query = encodeURIComponent(`${numbers}|${number}`)
    const { body } = await call('GET', `/fhir/ServiceRequest?identifier=${query}`)
    equal(body.resourceType, 'Bundle', 'resourceType')
    equal(body.entry?.[0]?.resource?.id, kept.id, 'ID')
  })
  await step('FHIR: half a unit is refused at its element', async () => {
    const { status, body } = await send({
      ...serviceRequest(anOrder(), randomUUID()),
      quantityQuantity: { value: 2.5 },
    })
    equal(status, 422, 'status')
    equal(body.resourceType, 'OperationOutcome', 'resourceType')
    if (!body.issue?.[0]?.expression?.[0]) throw new Error('no element is named')
  })
  await step('FHIR: a change of an older version is refused with 412', async () => {
    const { status } = await put(revoked(sent, kept.id), 'W/"0"')
    equal(status, 412, 'status')
  })
  await step('FHIR: the order is revoked', async () => {
    const { status, body } = await put(revoked(sent, kept.id), kept.etag)
    equal(status, 200, `status (${outcome(body)})`)
    equal(body.status, 'revoked', 'status of the order')
  })
  await step('FHIR: its Task tells where it stands', async () => {
    const { status, body } = await call('GET', `/fhir/Task?based-on=ServiceRequest/${kept.id}`)
    equal(status, 200, 'status')
    equal(body.entry?.[0]?.resource?.resourceType, 'Task', 'resourceType')
  })
}

const revoked = (sent, id) => ({
  ...{ ...sent, id, status: 'revoked' },
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/request-statusReason',
      valueCodeableConcept: { text: 'Conformance check' },
    },
  ],
})

const outcome = (body) => body?.issue?.[0]?.diagnostics ?? body?.issue?.[0]?.details?.text ?? ''

const coded = (system, code) => ({ coding: [{ system: `${canonical}/CodeSystem/${system}`, code }] })

const serviceRequest = ({ pickupAt, deadlineAt }, number) => ({
  resourceType: 'ServiceRequest',
  status: 'active',
  intent: 'order',
  identifier: [{ system: numbers, value: number }],
  contained: [
    {
      ...{ resourceType: 'Patient', id: 'patient', gender: 'female', birthDate: '1986-03-01' },
      identifier: [{ system: 'urn:conformance:patients', value: 'CHECK-1' }],
      name: [{ text: 'Conformance Check' }],
    },
  ],
  subject: { reference: '#patient' },
  category: [coded('order-type', 'immediate')],
  code: coded('component', 'PRBC'),
  orderDetail: [coded('blood-group', 'O+')],
  quantityQuantity: { value: 2 },
  occurrencePeriod: { start: pickupAt, end: deadlineAt },
  reasonCode: [{ text: 'Conformance check' }],
})
