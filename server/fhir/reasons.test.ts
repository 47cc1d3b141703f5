import { expect, test } from 'vitest'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { extensions } from '#domain/fhir/systems.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Client } from '#testing/harness/client.ts'
import { faultsInFhir } from '#testing/harness/fhir-validator.ts'
import { aService } from '#testing/harness/service.ts'
import { revoked } from '#testing/makers/fhir.ts'
import { aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const firm = service.as('firm')
const redbank = service.as('redbank_bloodbank')

/** What its Task says, what the order itself says, and what the list of orders says of it. */
async function reasonsIn(id: string, client: Client = firm) {
  const read = async (path: string) => {
    const answer = await client.raw('GET', `/fhir/${path}`)
    const resource = answer.json() as Read
    expect([answer.status, faultsInFhir(resource)], answer.text.slice(0, 300)).toEqual([200, []])
    return resource
  }
  type Read = {
    statusReason?: { text: string }
    extension?: { url: string; valueCodeableConcept: { text: string } }[]
    entry?: { resource: Read }[]
  }
  const inOrder = ({ extension = [] }: Read) =>
    extension.find(({ url }) => url === extensions.statusReason)?.valueCodeableConcept.text ?? null
  const task = await read(`Task/${id}`)
  const order = await read(`ServiceRequest/${id}`)
  const found = await read(`ServiceRequest?identifier=${id}`)
  expect(found.entry?.map(({ resource }) => inOrder(resource))).toEqual([inOrder(order)])
  return [task.statusReason?.text ?? null, inOrder(order)]
}
const anOrder = (change: Partial<BloodRequest> = {}) => aRequest(service.db, change, now)

test('AMB-416 why its hospital rejected it, by the chip or in its own words, and no more once that is undone', async () => {
  const { id, version } = await anOrder()
  const rejected = await firm.done(requests.reject, { id, version })
  expect(await reasonsIn(id)).toEqual([null, null])
  const why = { id, version: rejected.version, why: 'other' as const, note: 'Operation moved' }
  await firm.done(requests.sayWhy, why)
  expect(await reasonsIn(id)).toEqual(['Operation moved', 'Operation moved'])
  await firm.done(requests.undo, { id, version: rejected.version + 1 })
  expect(await reasonsIn(id)).toEqual([null, null])
})

test('AMB-416 why its hospital cancelled it; a bank that is linked to it is told none', async () => {
  const { id, version } = await anOrder({ status: 'hospital-admin-approved' })
  await firm.done(requests.cancel, { id, version, reason: 'Patient was moved' })
  expect(await reasonsIn(id)).toEqual(['Patient was moved', 'Patient was moved'])
  await service.db.updateTable('requests').set({ bankId: 'redbank' }).where('id', '=', id).execute()
  expect(await reasonsIn(id, redbank)).toEqual([null, null])
})

test('AMB-416 what was withdrawn by FHIR says why, and what the provider cancelled afterwards gives no reason', async () => {
  const { id } = await anOrder()
  const read = (await firm.raw('GET', `/fhir/ServiceRequest/${id}`)).json() as Record<string, unknown>
  const body = JSON.stringify(revoked(read, 'Sent in error'))
  const put = await firm.raw('PUT', `/fhir/ServiceRequest/${id}`, {
    body,
    headers: { 'if-match': 'W/"1"', 'content-type': 'application/fhir+json' },
  })
  expect([put.status, faultsInFhir(put.json())]).toEqual([200, []])
  expect(await reasonsIn(id)).toEqual(['Sent in error', 'Sent in error'])
  const support = service.as('bloodsupport')
  const { version } = await support.done(orders.move, { id, version: 2, status: 'hospital-admin-approved' })
  await support.done(orders.move, { id, version, status: 'cancelled' })
  expect(await reasonsIn(id)).toEqual([null, null])
})

test('AMB-416 that a bank refused it, and why, stands in the Task as long as it waits for another', async () => {
  const { id, version } = await anOrder({ status: 'bloodbank-approved', bankId: 'redbank' })
  await redbank.done(issuing.refuse, { id, version, reason: 'No bag passed the cross-match' })
  expect(await reasonsIn(id)).toEqual(['refused by redbank: No bag passed the cross-match', null])
  const taken = { status: 'bloodbank-approved', bankId: 'bluebank' } as const
  await service.db.updateTable('requests').set(taken).where('id', '=', id).execute()
  expect(await reasonsIn(id)).toEqual([null, null])
})
