import { beforeAll, describe, expect, test } from 'vitest'
import { bags as bagRoutes } from '#contract/bags.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { extensions, numbers, systems } from '#domain/fhir/systems.ts'
import type { Client } from '#testing/harness/client.ts'
import { faultsInFhir } from '#testing/harness/fhir-validator.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue } from '#testing/makers/benches.ts'
import { aPlacer, aServiceRequest, type Json } from '#testing/makers/fhir.ts'
import { aKey } from '#testing/makers/keys.ts'
import { aDraft, aHospital, anAccount, aRequest } from '#testing/makers/makers.ts'
import { aShelf } from '#testing/makers/shelves.ts'
import { fhirStore } from './store.ts'

const now = instantOf('2026-11-16', '10:00')
let service: TestService
beforeAll(async () => {
  service = await aService({ now, settings: { ROLE: 'web' } })
})

type Resource = Json & {
  id: string
  entry?: { resource: Resource }[]
  link: { relation: string; url: string }[]
}

async function get(client: Client, path: string, status = 200) {
  const answer = await client.raw('GET', path)
  const resource = answer.json() as Resource
  expect([answer.status, faultsInFhir(resource)], answer.text.slice(0, 300)).toEqual([status, []])
  return resource
}
async function placedBy(organisationId: string) {
  const placer = { system: 'urn:his', value: `PO-${crypto.randomUUID()}` }
  const { id: requestId } = await aRequest(service.db, { hospitalId: organisationId }, now)
  await service.db
    .insertInto('outsideIds')
    .values({ organisationId, requestId, fingerprint: 'as it was', ...placer })
    .execute()
  return { placer, requestId }
}
const found = ({ entry = [] }: Resource) => entry.map(({ resource }) => resource)

test('AMB-414 a bank reads what a bag has to be, and that the patient is Oh, and nothing else beyond the form', async () => {
  const { id: bankId, staff } = await aShelf(service)
  const { id } = await aRequest(service.db, { status: 'bloodbank-approved', bankId }, now)
  const said = { needsNote: 'Slowly', ward: 'ICU', bed: '4', doctor: 'Dr. Rao', diagnosis: 'Sickle cell' }
  await service.db
    .insertInto('moreForBank')
    .values({ requestId: id, ...said, needs: ['irradiated'], bombay: 'Oh+' })
    .execute()
  const needs = expect.arrayContaining([
    { coding: [{ system: systems.need, code: 'irradiated', display: 'Irradiated' }] },
  ])
  const extension = [{ url: extensions.bombay, valueCode: 'Oh+' }]
  const toBank = await get(staff, `/fhir/ServiceRequest/${id}`)
  expect(toBank).toMatchObject({ orderDetail: needs, extension })
  for (const word of Object.values(said)) expect(JSON.stringify(toBank)).not.toContain(`"${word}"`)
  const toHospital = await get(service.as('firm_pilot'), `/fhir/ServiceRequest/${id}`)
  expect(toHospital).toMatchObject({ orderDetail: needs, extension: expect.arrayContaining(extension) })
  expect(toHospital.extension).toHaveLength(6)
})

describe('AMB-325 an order that is followed', () => {
  test('tells its stage, its drives, its tube, the group and the bags; its bank reads the same without the patient', async () => {
    const shelf = await aShelf(service)
    const { id, order, bags } = await aMatchedOrder(service, shelf, { wish: { units: 5 } })
    await shelf.staff.done(matching.issue, anIssue(id, bags))
    const firm = service.as('firm_pilot')
    const of = async (client: Client, type: string) =>
      found(await get(client, `/fhir/${type}?based-on=ServiceRequest/${id}`))
    for (const client of [firm, shelf.staff]) {
      const [task] = await of(client, 'Task')
      expect(task).toMatchObject({
        status: 'in-progress',
        businessStatus: { coding: [{ system: systems.status, code: 'cross-matching' }] },
        focus: { reference: `ServiceRequest/${id}` },
      })
      const supplies = await of(client, 'SupplyDelivery')
      expect(supplies).toMatchObject([
        { id, status: 'in-progress', suppliedItem: { quantity: { value: 5 } } },
        { id: `${id}-1`, partOf: [{ reference: `SupplyDelivery/${id}` }] },
        { id: `${id}-2`, suppliedItem: { quantity: { value: 2 } } },
      ])
      expect(await of(client, 'Specimen')).toMatchObject([{ status: 'available' }])
      expect(await of(client, 'Observation')).toMatchObject([
        {
          code: { coding: [{ code: '883-9' }] },
          specimen: { reference: expect.stringMatching(`^Specimen/${id}-`) },
          valueCodeableConcept: { coding: [{ code: 'O' }, { code: 'LA19708-9' }] },
        },
        {
          code: { coding: [{ code: '10331-7' }] },
          valueCodeableConcept: { coding: [{ code: 'positive' }, { code: 'LA6576-8' }] },
        },
        ...bags.flatMap((bag) => {
          const focus = [{ reference: `BiologicallyDerivedProduct/${id}-${bag.id}` }]
          return [
            { focus, code: { coding: [{ code: '14578-9' }] } },
            { focus, code: { coding: [{ code: '14907-0' }] } },
          ]
        }),
      ])
      const products = await of(client, 'BiologicallyDerivedProduct')
      expect(products.map(({ identifier }) => identifier)).toEqual(
        bags.map(({ number }) => [{ system: numbers.bag, value: number }]),
      )
      for (const one of [...supplies, ...products])
        expect(await get(client, `/fhir/${one.resourceType}/${one.id}`)).toEqual(one)
      for (const type of ['Task', 'SupplyDelivery', 'Specimen', 'Observation', 'BiologicallyDerivedProduct'])
        await get(client, `/fhir/${type}/${id}-none`, 404)
    }
    const whole = await get(firm, `/fhir/ServiceRequest/${id}`)
    expect(JSON.stringify(whole)).toContain(order.patientName)
    const seen = JSON.stringify([
      await get(shelf.staff, `/fhir/ServiceRequest/${id}`),
      await get(shelf.staff, '/fhir/ServiceRequest'),
    ])
    for (const secret of [order.patientName, order.patientId, order.reason])
      expect(seen).not.toContain(secret)
    expect(seen).toContain(id)
    const other = await aShelf(service)
    await get(other.staff, `/fhir/ServiceRequest/${id}`, 404)
    await get(other.staff, `/fhir/Task/${id}`, 404)
    expect(found(await get(other.staff, `/fhir/ServiceRequest?identifier=${id}`))).toEqual([])
    expect(found(await get(other.staff, '/fhir/ServiceRequest'))).toEqual([])
    // linked anew, the tube of the bank before is not one of this bank's
    await service.db.updateTable('requests').set({ bankId: other.id }).where('id', '=', id).execute()
    expect(await of(other.staff, 'Specimen')).toEqual([])
    expect(await of(other.staff, 'BiologicallyDerivedProduct')).toEqual([])
    expect(await of(other.staff, 'Observation')).toEqual([])
    expect(await of(firm, 'BiologicallyDerivedProduct')).toHaveLength(bags.length)
  })

  test('AMB-372 a bag that was called back, or sent back, says so to its hospital and its bank', async () => {
    const shelf = await aShelf(service)
    const { id, bags } = await aMatchedOrder(service, shelf)
    const { slip } = await shelf.staff.done(matching.issue, anIssue(id, bags))
    const [kept, bad] = bags
    if (!kept || !bad) throw new Error('no bags')
    const firm = service.as('firm')
    const tags = () =>
      Promise.all(
        [kept, bad].map(
          async (bag) =>
            (await firm.raw('GET', `/fhir/BiologicallyDerivedProduct/${id}-${bag.id}`)).headers.get('etag') ??
            '',
        ),
      )
    const before = await tags()
    await firm.done(fates.receive, { slip, bags: [{ bagId: kept.id, found: 'as-issued' }] })
    // that it came changes nothing that is told of the bag
    expect(await tags()).toEqual(before)
    await firm.done(fates.tell, { bagId: kept.id, fate: 'returned' })
    const results = [{ test: 'HCV', result: 'reactive' } as const]
    await shelf.bank.done(bagRoutes.recordTests, { donations: [{ number: bad.number, results }] })
    const after = await tags()
    expect(after.map((tag, at) => [/^W\/"[0-9a-f]{16}"$/.test(tag), tag !== before[at]])).toEqual([
      [true, true],
      [true, true],
    ])
    for (const client of [firm, shelf.staff]) {
      const told = found(await get(client, `/fhir/BiologicallyDerivedProduct?based-on=${id}`))
      const said = told.map(({ extension }) =>
        (extension as { valueCode?: string; url: string }[]).flatMap(({ url, valueCode }) =>
          url === extensions.dispense ? valueCode : url === extensions.setAside ? 'set aside' : [],
        ),
      )
      expect(said).toEqual([['returned'], ['unfulfilled', 'set aside']])
    }
  })

  test('what nobody took, and what was withdrawn, says so', async () => {
    const firm = service.as('firm')
    const expired = await aRequest(service.db, { status: 'hospital-admin-approved', expired: true }, now)
    expect(await get(firm, `/fhir/Task/${expired.id}`)).toMatchObject({
      status: 'received',
      statusReason: { text: 'Nobody took it in time' },
    })
    const cancelled = await aRequest(service.db, { status: 'cancelled', expired: true, bankId: null }, now)
    const task = await get(firm, `/fhir/Task/${cancelled.id}`)
    expect([task.status, task.statusReason]).toEqual(['cancelled', { text: 'Surgery postponed' }])
    expect(await get(firm, `/fhir/SupplyDelivery/${cancelled.id}`)).toMatchObject({ status: 'abandoned' })
    expect(await get(firm, `/fhir/ServiceRequest/${cancelled.id}`)).toMatchObject({ status: 'revoked' })
  })
})

describe('AMB-329 a search', () => {
  test('walks through all of a hospital’s own, latest change first, however they moved; and finds by number', async () => {
    const { id: hospitalId } = await aHospital(service.db)
    await anAccount(service.db, { email: `${hospitalId}_pilot` })
    const client = service.as(`${hospitalId}_pilot`)
    const statuses = ['pending', 'hospital-admin-approved', 'completed', 'cancelled', 'issued'] as const
    const made: string[] = []
    for (let n = 0; n < 12; n++) {
      const updatedAt = later(now, -minutes(n))
      const status = statuses[n % 5] ?? 'pending'
      made.push(
        (await aRequest(service.db, { hospitalId, status, raisedAt: later(now, -hours(1)), updatedAt }, now))
          .id,
      )
    }
    const walked: string[] = []
    let path = '/fhir/ServiceRequest?_count=5'
    for (let pages = 0; pages < 5; pages++) {
      const page = await get(client, path)
      walked.push(...found(page).map(({ id }) => id))
      const next = page.link.find(({ relation }) => relation === 'next')
      if (!next) break
      path = next.url.replace('http://crossmatch.test', '')
    }
    expect(walked).toEqual(made)
    const drafts = found(await get(client, '/fhir/ServiceRequest?status=draft,completed'))
    expect(new Set(drafts.map(({ status }) => status))).toEqual(new Set(['draft', 'completed']))
    expect(found(await get(client, '/fhir/ServiceRequest?status=on-hold'))).toEqual([])
    const since = encodeURIComponent(later(now, -minutes(2)).toISOString().replace('Z', '+00:00'))
    expect(found(await get(client, `/fhir/ServiceRequest?_lastUpdated=ge${since}`))).toHaveLength(3)
    expect(found(await get(client, `/fhir/ServiceRequest?_lastUpdated=gt${since}`))).toHaveLength(2)
    expect(
      found(
        await get(
          client,
          `/fhir/ServiceRequest?_lastUpdated=ge${since}&_lastUpdated=lt${encodeURIComponent(now.toISOString())}`,
        ),
      ),
    ).toHaveLength(2)
    const placer = aPlacer()
    const raised = await client.raw('POST', '/fhir/ServiceRequest', {
      body: aServiceRequest(aDraft(now), {}, placer),
    })
    const { id } = raised.json() as Resource
    const number = encodeURIComponent(`${placer.system}|${placer.value}`)
    for (const asked of [number, placer.value, id, encodeURIComponent(`${numbers.request}|${id}`)])
      expect(
        found(await get(client, `/fhir/ServiceRequest?identifier=${asked}`)).map((one) => one.id),
      ).toEqual([id])
    for (const asked of ['x', encodeURIComponent(`urn:x|${placer.value}`)])
      expect(found(await get(client, `/fhir/ServiceRequest?identifier=${asked}`))).toEqual([])
    expect(found(await get(service.as('firm'), `/fhir/ServiceRequest?identifier=${number}`))).toEqual([])
  })

  test.each([
    ['a day without a zone', '_lastUpdated=ge2026-11-16', 'http._lastUpdated'],
    ['more than a page may have', '_count=101', 'http._count'],
    ['a place that is none', '_cursor=x', 'http._cursor'],
    ['a filter that nobody knows', 'patient=x', 'http.patient'],
  ])('%s is refused', async (_, query, expression) => {
    const outcome = await get(service.as('firm'), `/fhir/ServiceRequest?${query}`, 422)
    expect(outcome.issue).toMatchObject([{ expression: [expression] }])
  })
})

test.each([
  ['application/fhir+xml', '', ['http.Accept']],
  ['application/fhir+json', '?_format=xml', ['http._format']],
  ['application/fhir+xml', '?_format=json', null],
  ['*/*', '?_format=application/fhir+json', null],
  ['application/xml, application/json;q=0.1', '', null],
])('AMB-357 accepted is %s, asked for is %s: refused at %j', async (accept, query, expression) => {
  const firm = service.as('firm')
  for (const path of ['metadata', 'ServiceRequest']) {
    const { status, text } = await firm.raw('GET', `/fhir/${path}${query}`, { headers: { accept } })
    const told = JSON.parse(text) as Resource
    expect([status, faultsInFhir(told)]).toEqual([expression ? 406 : 200, []])
    if (expression) expect(told.issue).toMatchObject([{ code: 'not-supported', expression }])
  }
})

test('AMB-357 an order of somebody who would not read the answer is not raised', async () => {
  const firm = service.as('firm_pilot')
  const count = async () => (await service.db.selectFrom('requests').select('id').execute()).length
  const before = await count()
  const asked = { body: aServiceRequest(aDraft(now)), headers: { accept: 'application/fhir+xml' } }
  expect((await firm.raw('POST', '/fhir/ServiceRequest', asked)).status).toBe(406)
  expect(await count()).toBe(before)
})

test('AMB-329 a number is looked for among those of the hospital alone', async () => {
  const { placer, requestId } = await placedBy('firm')
  const store = fhirStore(service.db)
  expect(await store.found('firm', [placer])).toEqual([requestId])
  expect(await store.found('noble', [placer])).toEqual([])
})

test('what is understood is told to everybody', async () => {
  const told = await get(service.anonymous, '/fhir/metadata')
  expect(told).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' })
  await get(service.anonymous, '/fhir/ServiceRequest', 401)
  await get(service.as('bloodsupport'), '/fhir/ServiceRequest', 403)
  await get(service.anonymous, '/fhir/Patient/1', 404)
  await get(service.anonymous, '/fhir', 404)
})

test('AMB-315 a key of a hospital raises and follows; one that may only read is told so', async () => {
  const { key } = await aKey(service.db, { scopes: ['orders:write', 'orders:read'] }, now)
  const system = service.withKey(key)
  const raised = await system.raw('POST', '/fhir/ServiceRequest', { body: aServiceRequest(aDraft(now)) })
  expect([raised.status, faultsInFhir(raised.json())]).toEqual([201, []])
  const { id } = raised.json() as Resource
  expect(await get(system, `/fhir/Task/${id}`)).toMatchObject({ status: 'requested' })
  const reader = service.withKey((await aKey(service.db, { scopes: ['orders:read'] }, now)).key)
  const refused = await reader.raw('POST', '/fhir/ServiceRequest', { body: aServiceRequest(aDraft(now)) })
  expect([refused.status, faultsInFhir(refused.json())]).toEqual([403, []])
})
