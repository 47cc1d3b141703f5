import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { abhaSystems } from '#domain/fhir/systems.ts'
import { faultsInFhir } from '#testing/harness/fhir-validator.ts'
import { aService } from '#testing/harness/service.ts'
import { aServiceRequest, type Json } from '#testing/makers/fhir.ts'
import { aDraft } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

async function post(change: (order: Json) => Json) {
  const body = change(aServiceRequest(aDraft(now)))
  const answer = await service.as('firm_pilot').raw('POST', '/fhir/ServiceRequest', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/fhir+json' },
  })
  expect(faultsInFhir(answer.json() as object)).toEqual([])
  return { status: answer.status, resource: answer.json() as { id: string; issue?: object[] } }
}
const withIds = (identifier: Json[]) => (order: Json) => ({
  ...order,
  contained: [{ ...(order.contained as [Json])[0], identifier }],
})
const abha = (value: string, system: string = abhaSystems[0]) => ({ system, value })

test.each([
  ['22-7225-4829-5255', abhaSystems[0]],
  ['22722548295255', abhaSystems[0]],
  ['22 7225 4829 5255', abhaSystems[1]],
])('AMB-419 the ABHA number %s of %s is kept and told as it stands on the card', async (value, system) => {
  const { status, resource } = await post(withIds([abha(value, system)]))
  expect([status, JSON.stringify(resource).includes('"22-7225-4829-5255"')]).toEqual([201, true])
  expect(JSON.stringify(resource)).toContain(abhaSystems[0])
  const rows = service.db.selectFrom('requests').select('patientId').where('id', '=', resource.id)
  expect(await rows.executeTakeFirst()).toEqual({ patientId: '22-7225-4829-5255' })
})

const own = { system: 'urn:firm', value: 'UH-7' }
const inside = 'ServiceRequest.contained[0].identifier'

test.each<[string, (order: Json) => Json, string]>([
  ['a digit too few', withIds([abha('22-7225-4829-525')]), `${inside}[0].value`],
  ['a letter', withIds([abha('22-7225-4829-525X')]), `${inside}[0].value`],
  [
    'beside the hospital’s own number',
    withIds([own, abha('asha@abdm', abhaSystems[1])]),
    `${inside}[1].value`,
  ],
  [
    'of a patient by an identifier',
    ({ contained: _, ...order }) => ({ ...order, subject: { identifier: abha('227225482952556') } }),
    'ServiceRequest.subject.identifier.value',
  ],
])('AMB-419 a wrong ABHA number is refused at its element: %s', async (_, change, expression) => {
  const { status, resource } = await post(change)
  expect([status, resource.issue]).toEqual([
    422,
    [
      {
        ...{ severity: 'error', code: 'value', expression: [expression] },
        details: {
          coding: [expect.objectContaining({ code: 'not-abha' })],
          text: 'An ABHA number has 14 digits, with or without dashes or blanks. Please look at it again.',
        },
      },
    ],
  ])
})

test('AMB-419 an ABHA identifier that says no number is none', async () => {
  const { status } = await post(withIds([own, { system: abhaSystems[0] }]))
  expect(status).toBe(201)
})
