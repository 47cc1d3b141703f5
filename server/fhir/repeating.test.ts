import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { askedBefore } from '#domain/fhir/repeating.ts'
import { ServiceRequestIn } from '#domain/fhir/shapes.ts'
import { faultsInFhir } from '#testing/harness/fhir-validator.ts'
import { aService } from '#testing/harness/service.ts'
import { aServiceRequest, type Json } from '#testing/makers/fhir.ts'
import { aDraft } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

async function post(sent: Json) {
  const answer = await service.as('firm_pilot').raw('POST', '/fhir/ServiceRequest', {
    body: JSON.stringify(sent),
    headers: { 'content-type': 'application/fhir+json' },
  })
  const resource = answer.json() as { id: string; issue: object[] }
  expect(faultsInFhir(resource)).toEqual([])
  return { status: answer.status, resource }
}
const order = { ...aServiceRequest(aDraft(now)), authoredOn: '2026-11-16T09:59:00+05:30' }

test('AMB-417 an order that was written down anew is the one that was sent; with another quantity it is refused', async () => {
  const first = await post(order)
  expect(first.status).toBe(201)
  const anew = {
    ...order,
    ...{ id: 'a-2', authoredOn: '2026-11-16T10:03:00+05:30', meta: { versionId: '2' } },
    text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">Blood</div>' },
  }
  expect(await post(anew)).toEqual({ status: 200, resource: first.resource })
  expect(await post({ ...anew, quantityQuantity: { value: 9 } })).toMatchObject({
    status: 409,
    resource: { issue: [{ code: 'duplicate', expression: ['ServiceRequest.identifier'] }] },
  })
})

test('AMB-417 what was sent to the version before, and comes again as it was, is a repeat', async () => {
  const sent = { ...order, identifier: [{ system: 'urn:his', value: 'before' }] }
  const { resource } = await post(sent)
  const fingerprint = createHash('sha256')
    .update(askedBefore(ServiceRequestIn.parse(sent)))
    .digest('hex')
  await service.db
    .updateTable('outsideIds')
    .set({ fingerprint })
    .where('requestId', '=', resource.id)
    .execute()
  expect(await post(sent)).toEqual({ status: 200, resource })
  expect((await post({ ...sent, quantityQuantity: { value: 9 } })).status).toBe(409)
})
