import { z } from 'zod'
import type { FollowingType } from '#domain/fhir/following.ts'
import { jsonFormats } from '#domain/fhir/forms.ts'
import { mostInBundle } from '#domain/fhir/searching.ts'
import { ServiceRequestIn } from '#domain/fhir/shapes.ts'
import { mayChangeByFhir, mayRaise, mayReadByFhir } from '#domain/people/actor.ts'
import { RequestId } from '#domain/requests/request.ts'
import { oneOrMore } from './answers.ts'
import { route } from './route.ts'

/** What FHIR itself has shapes for: `domain/fhir` makes it, and an independent validator reads it in the tests. */
const resource = <Type extends string>(type: Type) =>
  z.looseObject({ resourceType: z.literal(type), id: z.string() })
const Bundle = z.looseObject({ resourceType: z.literal('Bundle'), type: z.literal('searchset') })

/** Clients ask for it by habit; there is no other. */
const inJson = { _format: z.enum(jsonFormats).optional() }

const ById = z.strictObject({ id: RequestId })

/** One order's: what it is about, is told by the order. */
const ofRequest = z.strictObject({
  'based-on': z.string().regex(/^(ServiceRequest\/)?[0-9a-f]{8}$/),
  ...inJson,
})
const FollowingId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-z-]{1,40})?$/)

const followingRead = <Type extends FollowingType>(type: Type, what: string) =>
  route({
    method: 'GET',
    path: `/fhir/${type}/:id`,
    summary: `${what}: one of them`,
    who: mayReadByFhir,
    key: 'orders:read',
    input: z.strictObject({ id: FollowingId, ...inJson }),
    output: resource(type),
    speaks: 'fhir',
  })

const followingSearch = (type: FollowingType, what: string) =>
  route({
    method: 'GET',
    path: `/fhir/${type}`,
    summary: `${what}: those of one order`,
    who: mayReadByFhir,
    key: 'orders:read',
    input: ofRequest,
    output: Bundle,
    speaks: 'fhir',
  })

const said = {
  Task: 'How far an order is',
  SupplyDelivery: 'An order on its way, whole and drive by drive',
  Specimen: 'The tube of an order at its blood bank',
  Observation: "The patient's group as it was found in the tube",
  BiologicallyDerivedProduct: 'The bags that left for an order',
} satisfies Record<FollowingType, string>

export const fhir = {
  metadata: route({
    method: 'GET',
    path: '/fhir/metadata',
    summary: 'What is understood of FHIR R4 here',
    who: 'anyone',
    // programs send their key with whatever they ask
    key: 'any',
    input: z.strictObject(inJson),
    output: resource('CapabilityStatement'),
    speaks: 'fhir',
  }),
  raise: route({
    method: 'POST',
    path: '/fhir/ServiceRequest',
    summary:
      'Raise a request for blood for your hospital; sent again with the same identifier, the first answers',
    who: mayRaise,
    key: 'orders:write',
    input: z.strictObject({ resource: ServiceRequestIn }),
    output: resource('ServiceRequest'),
    speaks: 'fhir',
    creates: true,
  }),
  list: route({
    method: 'GET',
    path: '/fhir/ServiceRequest',
    summary:
      "Your hospital's requests, or without the patient those that are linked to your bank, latest change first",
    who: mayReadByFhir,
    key: 'orders:read',
    input: z.strictObject({
      identifier: z.string().max(320).optional(),
      status: z.string().max(100).optional(),
      _lastUpdated: oneOrMore(z.string().max(50)),
      _count: z.coerce.number().int().min(1).max(mostInBundle).optional(),
      _cursor: z.string().max(100).optional(),
      ...inJson,
    }),
    output: Bundle,
    speaks: 'fhir',
  }),
  show: route({
    method: 'GET',
    path: '/fhir/ServiceRequest/:id',
    summary: 'One request of your hospital, or without the patient one that is linked to your bank',
    who: mayReadByFhir,
    key: 'orders:read',
    input: ById.extend(inJson),
    output: resource('ServiceRequest'),
    speaks: 'fhir',
  }),
  change: route({
    method: 'PUT',
    path: '/fhir/ServiceRequest/:id',
    summary:
      'Amend a pending request of your hospital, or revoke one that no blood bank has taken; with If-Match',
    who: mayChangeByFhir,
    key: 'orders:write',
    input: ById.extend({ resource: ServiceRequestIn }),
    output: resource('ServiceRequest'),
    speaks: 'fhir',
    asksVersion: true,
  }),
  task: followingRead('Task', said.Task),
  tasks: followingSearch('Task', said.Task),
  supply: followingRead('SupplyDelivery', said.SupplyDelivery),
  supplies: followingSearch('SupplyDelivery', said.SupplyDelivery),
  specimen: followingRead('Specimen', said.Specimen),
  specimens: followingSearch('Specimen', said.Specimen),
  observation: followingRead('Observation', said.Observation),
  observations: followingSearch('Observation', said.Observation),
  product: followingRead('BiologicallyDerivedProduct', said.BiologicallyDerivedProduct),
  products: followingSearch('BiologicallyDerivedProduct', said.BiologicallyDerivedProduct),
}
