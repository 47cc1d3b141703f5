import { beforeAll, expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { extensions } from '#domain/fhir/systems.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aServiceRequest, type Json } from '#testing/makers/fhir.ts'
import { aDraft } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
let service: TestService
beforeAll(async () => {
  service = await aService({ now, settings: { ROLE: 'web' } })
})

const age = { url: extensions.age, valueAge: { value: 41 } }
const gender = { url: extensions.gender, valueCode: 'female' }
const subject = {
  identifier: { system: 'urn:his', value: 'UH-7' },
  display: 'Asha Rao',
  extension: [age, gender],
}

async function send(method: 'POST' | 'PUT', sent: Json, path = '/fhir/ServiceRequest') {
  const { contained: _, ...order } = aServiceRequest(aDraft(now)) as Json
  const { status, json } = await service.as('firm_pilot').raw(method, path, {
    body: JSON.stringify({ ...order, ...sent }),
    headers: { 'content-type': 'application/fhir+json', 'if-match': 'W/"1"' },
  })
  const { id, issue } = json() as { id: string; issue?: [{ expression?: string[] }] }
  return { status, id, at: issue?.[0].expression }
}

test('AMB-326 of a patient who is named by an identifier it is told at the subject, raised or amended', async () => {
  const { status, id } = await send('POST', { subject })
  expect(status).toBe(201)
  for (const [lacking, at] of [
    [{ display: undefined }, 'display'],
    [{ identifier: { system: 'urn:his', value: ' ' } }, 'identifier'],
    [{ extension: [gender] }, `extension('${extensions.age}').value`],
    [{ extension: [age] }, `extension('${extensions.gender}').value`],
  ] as const) {
    const refused = { status: 422, at: [`ServiceRequest.subject.${at}`] }
    const sent = { subject: { ...subject, ...lacking } }
    expect(await send('POST', sent)).toMatchObject(refused)
    expect(
      await send('PUT', { ...sent, id, identifier: undefined }, `/fhir/ServiceRequest/${id}`),
    ).toMatchObject(refused)
  }
})
