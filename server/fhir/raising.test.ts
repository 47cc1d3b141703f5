import { beforeAll, describe, expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { extensions, numbers, systems } from '#domain/fhir/systems.ts'
import { requestWords } from '#domain/requests/words.ts'
import { faultsInFhir } from '#testing/harness/fhir-validator.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aPlacer, aServiceRequest, type Json, revoked } from '#testing/makers/fhir.ts'
import { aDraft } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
let service: TestService
beforeAll(async () => {
  service = await aService({ now, settings: { ROLE: 'web' } })
})

const type = 'application/fhir+json'
const path = '/fhir/ServiceRequest'

/** Whatever is answered is R4, by somebody else's reading of it. */
async function ask(email: string, method: string, to: string, body?: unknown, headers: Json = {}) {
  const answer = await service.as(email).raw(method, to, {
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: { 'content-type': body === undefined ? null : type, ...(headers as Record<string, string>) },
  })
  expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
  const resource = answer.json() as Json & { id: string; issue: [Issue]; meta: { versionId: string } }
  expect(faultsInFhir(resource)).toEqual([])
  return { ...answer, resource }
}
type Issue = {
  code: string
  details: { coding: [{ system: string; code: string }]; text: string }
  expression?: [string]
}

const post = (sent: unknown, email = 'firm_pilot') => ask(email, 'POST', path, sent)
const sent = (change: Json = {}): Json => ({ ...aServiceRequest(aDraft(now)), ...change })
const rowsOf = async (ids: readonly string[]) =>
  service.db.selectFrom('requests').selectAll().where('id', 'in', ids).orderBy('id').execute()

describe('an order by FHIR', () => {
  test.each([
    ['immediate', aDraft(now, { patientName: 'Lakshmi Narayanan', units: 7, sex: 'Female', age: 0 })],
    [
      'a reservation',
      aDraft(now, { orderType: 'reservation', reservationHours: 12, deadlineAt: null, component: 'FFP' }),
    ],
  ])(
    'AMB-325 %s is the row, and leaves the events and messages, that the form would have made',
    async (_, draft) => {
      const more = {
        needs: ['irradiated', 'washed'] as ('irradiated' | 'washed')[],
        ward: 'ICU 2',
        doctor: 'Dr. Rao',
      }
      const byHand = await service
        .as('firm_pilot')
        .done(requests.raise, { ...draft, more: { ...more, transfusedBefore: 'yes' } })
      const { status, resource, headers } = await post(
        aServiceRequest(draft, { ...more, transfusedBefore: 'yes' }),
      )
      expect([status, headers.get('location'), headers.get('etag')]).toEqual([
        201,
        `http://crossmatch.test/fhir/ServiceRequest/${resource.id}`,
        'W/"1"',
      ])
      await service.settled()
      const whole = async (id: string) => {
        const of = (table: 'deliveries' | 'moreForBank') =>
          service.db.selectFrom(table).selectAll().where('requestId', '=', id).execute()
        const [row, deliveries, said, events, messages] = await Promise.all([
          rowsOf([id]),
          of('deliveries'),
          of('moreForBank'),
          service.db
            .selectFrom('events')
            .select([
              'kind',
              'actorId',
              'actorName',
              'person',
              'detail',
              'hospitalId',
              'fromStatus',
              'toStatus',
            ])
            .where('subjectId', '=', id)
            .execute(),
          service.db
            .selectFrom('notifications')
            .select(['channel', 'kind', 'recipient', 'subject', 'body'])
            .where('body', 'like', `%${id}%`)
            .orderBy('channel')
            .orderBy('recipient')
            .execute(),
        ])
        const codeless = deliveries.map((one) => ({ ...one, sampleCode: '', deliveryCode: '' }))
        const timeless = row.map((one) => ({ ...one, raisedAt: null, updatedAt: null }))
        const all = [timeless, codeless, said, events, messages]
        expect(all.map(({ length }) => length > 0)).toEqual([true, true, true, true, true])
        return JSON.parse(
          JSON.stringify(all)
            .replaceAll(id, 'ID')
            .replaceAll(/\d\d:\d\d:\d\d/g, ''),
        )
      }
      expect(await whole(resource.id)).toEqual(await whole(byHand.id))
    },
  )

  test('what is read is what was sent, and sent back unchanged it changes nothing', async () => {
    const placer = aPlacer()
    const draft = aDraft(now, { orderType: 'reservation', reservationHours: 48, deadlineAt: null })
    const { resource } = await post(aServiceRequest(draft, { needs: ['low-titre'], bed: '4' }, placer))
    expect(resource).toMatchObject({
      status: 'draft',
      identifier: [placer, { system: numbers.request, value: resource.id }],
      occurrencePeriod: { start: draft.pickupAt?.toISOString() },
      orderDetail: [{ coding: [{ code: draft.bloodGroup }] }, { coding: [{ code: 'low-titre' }] }],
    })
    const read = await ask('firm_pilot', 'GET', `${path}/${resource.id}`)
    expect(read.resource).toEqual(resource)
    const again = await ask('firm_pilot', 'PUT', `${path}/${resource.id}`, read.resource, {
      'if-match': 'W/"1"',
    })
    expect([again.status, again.resource.issue[0].details.text]).toEqual([
      422,
      requestWords['nothing-amended'].text,
    ])
  })

  test('a health number, a name in parts and a day of birth are read; so is a patient by an identifier', async () => {
    const abha = { system: 'https://healthid.ndhm.gov.in', value: '22-7225-4829-5255' }
    const patient = {
      resourceType: 'Patient',
      id: 'x',
      identifier: [abha],
      name: [{ text: 'Old' }, { use: 'official', given: ['Asha', 'K.'], family: 'Rao' }],
      gender: 'female',
      birthDate: '1984-11-17',
    }
    const first = await post(sent({ contained: [patient], subject: { reference: '#x' } }))
    const told = {
      identifier: { system: 'urn:x', value: 'UH-7' },
      display: 'Asha Rao',
      extension: [
        { url: extensions.age, valueAge: { value: 41 } },
        { url: extensions.gender, valueCode: 'female' },
      ],
    }
    const { contained: _, ...bare } = sent()
    const second = await post({ ...bare, subject: told })
    const rows = await rowsOf([first.resource.id])
    expect(rows[0]).toMatchObject({
      patientName: 'Asha K. Rao',
      patientId: abha.value,
      age: 41,
      sex: 'Female',
    })
    expect(JSON.stringify(first.resource)).toContain('https://healthid.abdm.gov.in')
    expect((await rowsOf([second.resource.id]))[0]).toMatchObject({
      patientName: 'Asha Rao',
      patientId: 'UH-7',
    })
  })
})

describe('AMB-328 the same number', () => {
  test('is the same order, also after its pickup has passed; with another content it is refused', async () => {
    const order = sent()
    const first = await post(order)
    const second = await post({ ...order, text: { status: 'generated', div: '<div>x</div>' } })
    expect([second.status, second.resource]).toEqual([200, first.resource])
    service.clock.moveTo(later(now, hours(5)))
    expect((await post(order)).status).toBe(200)
    service.clock.moveTo(now)
    const other = await post({ ...order, quantityQuantity: { value: 9 } })
    expect([other.status, other.resource.issue[0]]).toMatchObject([
      409,
      { code: 'duplicate', expression: ['ServiceRequest.identifier'] },
    ])
    expect(other.text).toContain(first.resource.id)
  })

  test('of another hospital is another order; sent ten times at once it is one', async () => {
    const order = sent()
    const all = await Promise.all(Array.from({ length: 10 }, () => post(order)))
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect(new Set(all.map(({ resource }) => resource.id)).size).toBe(1)
    const elsewhere = await post(order, 'noble_pilot')
    expect([elsewhere.status, elsewhere.resource.id === all[0]?.resource.id]).toEqual([201, false])
  })
})

const late = later(now, minutes(10)).toISOString()
const start = later(now, hours(1)).toISOString()
const patient = (sent().contained as Json[])[0] as Json
const coding = (system: string, code: string) => ({ coding: [{ system, code }] })

describe('AMB-326 what is wrong is told at its element', () => {
  test.each<[string, Json, string, string]>([
    ['another resource', { resourceType: 'Observation' }, 'invalid-input', 'ServiceRequest.resourceType'],
    ['a bundle', { resourceType: 'Bundle', entry: [] }, 'invalid-input', 'ServiceRequest.resourceType'],
    ['an element that R4 has not', { untis: 2 }, 'invalid-input', 'ServiceRequest.untis'],
    [
      'a modifier',
      { modifierExtension: [{ url: 'x' }] },
      'invalid-input',
      'ServiceRequest.modifierExtension',
    ],
    ['something not to be done', { doNotPerform: true }, 'invalid-input', 'ServiceRequest.doNotPerform'],
    ['a proposal', { intent: 'proposal' }, 'invalid-input', 'ServiceRequest.intent'],
    ['what is over', { status: 'completed' }, 'status-not-taken', 'ServiceRequest.status'],
    ['no number', { identifier: [{ value: 'x' }] }, 'no-placer-identifier', 'ServiceRequest.identifier'],
    [
      'a long number',
      { identifier: [{ system: 'urn:x', value: 'x'.repeat(101) }] },
      'placer-too-long',
      'ServiceRequest.identifier',
    ],
    [
      'a system with blanks',
      { identifier: [{ system: 'our orders', value: 'x' }] },
      'placer-system',
      'ServiceRequest.identifier',
    ],
    ['two patients', { contained: [patient, patient] }, 'several-patients', 'ServiceRequest.contained'],
    [
      'a patient elsewhere',
      { subject: { reference: 'Patient/7' } },
      'patient-not-here',
      'ServiceRequest.subject',
    ],
    [
      'an unknown code system',
      { code: coding('http://snomed.info/sct', '1') },
      'unknown-system',
      'ServiceRequest.code',
    ],
    [
      'an unknown component',
      { code: coding(systems.component, 'WB') },
      'unknown-code',
      'ServiceRequest.code',
    ],
    [
      'a need that nobody knows',
      { orderDetail: [coding(systems.bloodGroup, 'A+'), coding(systems.need, 'warm')] },
      'unknown-code',
      'ServiceRequest.orderDetail[1]',
    ],
    [
      'two groups',
      { orderDetail: [coding(systems.bloodGroup, 'A+'), coding(systems.bloodGroup, 'B+')] },
      'several-codes',
      'ServiceRequest.orderDetail',
    ],
    [
      'half a unit',
      { quantityQuantity: { value: 2.5 } },
      'units-not-a-number',
      'ServiceRequest.quantityQuantity.value',
    ],
    [
      'millilitres',
      { quantityQuantity: { value: 3, unit: 'mL' } },
      'invalid-input',
      'ServiceRequest.quantityQuantity.unit',
    ],
    [
      'at least so many',
      { quantityQuantity: { value: 3, comparator: '>=' } },
      'invalid-input',
      'ServiceRequest.quantityQuantity.comparator',
    ],
    [
      'too many',
      { quantityQuantity: { value: 31 } },
      'too-many-units',
      'ServiceRequest.quantityQuantity.value',
    ],
    ['no group', { orderDetail: [] }, 'form-incomplete', 'ServiceRequest.orderDetail'],
    ['no kind of order', { category: [] }, 'form-incomplete', 'ServiceRequest.category'],
    [
      'a time without a zone',
      { occurrencePeriod: { start: '2026-11-16T12:00:00' } },
      'not-an-instant',
      'ServiceRequest.occurrencePeriod.start',
    ],
    [
      'a day',
      { occurrencePeriod: { start, end: '2026-11-17' } },
      'not-an-instant',
      'ServiceRequest.occurrencePeriod.end',
    ],
    [
      'no such day',
      { occurrencePeriod: { start: '2027-02-30T12:00:00Z' } },
      'not-an-instant',
      'ServiceRequest.occurrencePeriod.start',
    ],
    [
      'a pickup in ten minutes',
      { occurrencePeriod: { start: late } },
      'pickup-too-soon',
      'ServiceRequest.occurrencePeriod.start',
    ],
    [
      'a reservation of seven hours',
      {
        category: [coding(systems.orderType, 'reservation')],
        occurrencePeriod: { start, end: later(now, hours(8)).toISOString() },
      },
      'form-incomplete',
      'ServiceRequest.occurrencePeriod.end',
    ],
    [
      'no sex',
      { contained: [{ ...patient, gender: 'unknown' }] },
      'form-incomplete',
      'ServiceRequest.contained.ofType(Patient).gender',
    ],
    [
      'a day of birth that is none',
      { contained: [{ ...patient, birthDate: '1984-13-01' }] },
      'not-a-day',
      'ServiceRequest.contained.ofType(Patient).birthDate',
    ],
    [
      'a dead patient',
      { contained: [{ ...patient, deceasedBoolean: true }] },
      'invalid-input',
      'ServiceRequest.contained[0].deceasedBoolean',
    ],
    ['a long reason', { reasonCode: [{ text: 'x'.repeat(501) }] }, 'too-long', 'ServiceRequest.reasonCode'],
  ])('%s', async (_, change, code, expression) => {
    const { status, resource } = await post(sent(change))
    const [issue] = resource.issue
    expect([status, issue.details.coding[0].code, issue.expression]).toEqual([422, code, [expression]])
    if (code in requestWords)
      expect(issue.details.text).toBe(requestWords[code as keyof typeof requestWords].text)
  })

  test.each<[string, number, string, string, string?]>([
    ['no JSON', 400, path, '{'],
    ['a list', 422, path, '[]'],
    ['XML', 415, path, '<ServiceRequest/>', 'application/fhir+xml'],
    ['a megabyte', 413, path, JSON.stringify({ text: 'x'.repeat(1_100_000) })],
    [
      'a bundle of ten thousand',
      413,
      '/fhir',
      JSON.stringify({ resourceType: 'Bundle', entry: Array(10_000).fill({ resource: {} }) }),
    ],
    ['another type', 404, '/fhir/Patient', '{}'],
    ['no type', 404, '/fhir', '{}'],
  ])('%s is answered %i', async (_, status, to, body, contentType = type) => {
    const { status: said } = await ask('firm_pilot', 'POST', to, body, { 'content-type': contentType })
    expect(said).toBe(status)
  })
})

describe('AMB-327 a change', () => {
  const change = (id: string, resource: unknown, etag: string | null, email = 'firm') =>
    ask(email, 'PUT', `${path}/${id}`, resource, etag === null ? {} : { 'if-match': etag })

  test('amends a draft, and withdraws with a reason; each wants the version that was seen', async () => {
    const { resource } = await post(sent())
    const { id } = resource
    const seven = { ...resource, quantityQuantity: { value: 7 } }
    expect((await change(id, seven, null)).status).toBe(428)
    expect((await change(id, seven, 'x')).status).toBe(422)
    const amended = await change(id, seven, 'W/"1"', 'firm_pilot')
    expect([amended.status, amended.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect(amended.resource).toMatchObject({ status: 'draft', quantityQuantity: { value: 7 } })
    const stale = await change(id, { ...seven, quantityQuantity: { value: 8 } }, 'W/"1"')
    expect([stale.status, stale.resource.issue[0].code]).toEqual([412, 'conflict'])
    const [before] = await rowsOf([id])
    const unsaid = (await change(id, revoked(resource, ' '), '"2"')).resource.issue[0]
    expect([unsaid.code, unsaid.details.text]).toEqual(['required', requestWords['no-reason'].text])
    expect((await change(id, revoked(resource, 'Not needed'), '"2"', 'firm_pilot')).status).toBe(403)
    expect(await rowsOf([id])).toEqual([before])
    const gone = await change(id, revoked(resource, 'Not needed'), '"2"')
    expect([gone.status, gone.resource.status]).toEqual([200, 'revoked'])
    const again = await change(id, revoked(resource, 'Not needed'), '"3"')
    expect([again.status, again.resource.issue[0].code]).toEqual([409, 'conflict'])
  })

  test('of another id, another number or another hospital is refused', async () => {
    const { resource } = await post(sent())
    const { id } = resource
    const placeOf = async (as: unknown) => (await change(id, as, '"1"')).resource.issue[0].expression
    expect(await placeOf({ ...resource, id: 'ffffffff' })).toEqual(['ServiceRequest.id'])
    expect(await placeOf({ ...resource, identifier: [aPlacer()] })).toEqual(['ServiceRequest.identifier'])
    expect((await change(id, resource, '"1"', 'city_admin')).status).toBe(404)
    expect((await change(id, { ...resource, status: 'completed' }, '"1"')).status).toBe(422)
  })
})
