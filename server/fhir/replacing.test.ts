import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { extensions } from '#domain/fhir/systems.ts'
import { faultsInFhir } from '#testing/harness/fhir-validator.ts'
import { aService } from '#testing/harness/service.ts'
import { aPlacer, aServiceRequest, type Json } from '#testing/makers/fhir.ts'
import { aDraft } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const path = '/fhir/ServiceRequest'

async function ask(
  email: string,
  method: string,
  to: string,
  body?: Json,
  headers: Record<string, string> = {},
) {
  const answer = await service.as(email).raw(method, to, {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { 'content-type': body === undefined ? null : 'application/fhir+json', ...headers },
  })
  const resource = answer.json() as Json & {
    id: string
    issue: [{ details: { coding: [{ code: string }] } }]
  }
  expect(faultsInFhir(resource)).toEqual([])
  return { resource }
}

test('AMB-403 of an order that was cancelled and raised again, each names the other, and is read from the number of the first', async () => {
  const placer = aPlacer()
  const order = aServiceRequest(aDraft(now), {}, placer)
  const { resource: first } = await ask('firm_pilot', 'POST', path, order)
  const admin = service.as('firm')
  const approvedAt = { status: 'hospital-admin-approved', approvedAt: now, version: 2 } as const
  await service.db.updateTable('requests').set(approvedAt).where('id', '=', first.id).execute()
  const again = { ...aDraft(now, { units: 5 }), id: first.id, version: 2 }
  const { id } = await admin.done(requests.replace, again)
  const replaces = [{ reference: `ServiceRequest/${first.id}` }]
  const anew = aServiceRequest(aDraft(now))
  expect((await ask('firm_pilot', 'POST', path, { ...anew, replaces })).resource.issue).toMatchObject([
    {
      details: { coding: [{ code: 'replaces-not-taken' }] },
      expression: ['ServiceRequest.replaces'],
    },
  ])
  const read = async (to: string) => (await ask('firm_pilot', 'GET', to)).resource
  const byNumber = await read(`${path}?identifier=${placer.value}`)
  expect(byNumber.entry).toMatchObject([
    {
      resource: {
        ...{ id: first.id, status: 'revoked' },
        extension: [
          { url: extensions.replacedBy, valueReference: { reference: `ServiceRequest/${id}` } },
          { url: extensions.statusReason, valueCodeableConcept: { text: `Replaced by request ${id}` } },
        ],
      },
    },
  ])
  const told = await read(`${path}/${id}`)
  expect(told).toMatchObject({ status: 'draft', replaces })
  expect([first.replaces, first.extension, told.extension]).toEqual([undefined, undefined, undefined])
  // sent back as it was read it is the same order; in whose place it stands is not the sender's to say
  const put = (change: Json) =>
    ask('firm_pilot', 'PUT', `${path}/${id}`, { ...told, ...change }, { 'if-match': 'W/"1"' })
  const codeOf = ({ resource }: Awaited<ReturnType<typeof ask>>) => resource.issue[0].details.coding[0].code
  expect(codeOf(await put({}))).toBe('nothing-amended')
  for (const reference of ['ServiceRequest/00000000', undefined])
    expect(codeOf(await put({ replaces: [{ reference }] }))).toBe('replaces-not-taken')
  const amended = await put({ quantityQuantity: { value: 4 } })
  expect(amended.resource).toMatchObject({ replaces: told.replaces, quantityQuantity: { value: 4 } })
})
