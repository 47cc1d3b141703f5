/** An order as FHIR tells it. What has no value is not there: FHIR knows no empty ones. */
import type { BagAttribute, Bombay } from '../bags/kinds.ts'
import { attributeNames } from '../bags/showing.ts'
import { componentName, groupName } from '../basics/blood.ts'
import type { Sex } from '../basics/person.ts'
import type { MoreForBank } from '../matching/needs.ts'
import type { BloodRequest } from '../requests/request.ts'
import type { Placer } from './reading.ts'
import { statusOf } from './statuses.ts'
import { abhaSystems, extensions, moreExtensions, numbers, others, systems } from './systems.ts'

/** What is told of an order to whomever it concerns. */
export type ToldOrder = Pick<
  BloodRequest,
  | 'id'
  | 'hospitalId'
  | 'bankId'
  | 'bloodGroup'
  | 'component'
  | 'units'
  | 'orderType'
  | 'status'
  | 'invoiceKind'
  | 'expired'
  | 'pickupAt'
  | 'deadlineAt'
  | 'raisedAt'
  | 'updatedAt'
  | 'version'
>

/** What its hospital alone reads (ruling AMB-122). */
export type ToldPatient = Pick<BloodRequest, 'patientName' | 'patientId' | 'age' | 'sex' | 'reason'> & {
  readonly more: MoreForBank
  /** By "Cancel and raise again" (ruling AMB-311): the order in whose place it stands, and the one in its place. */
  readonly replaces: string | null
  readonly replacedBy: string | null
  /** Why it was rejected, refused or cancelled. */
  readonly statusReason: string | null
  readonly placers: readonly Placer[]
}

/** What a bag for it has to be, whoever reads it: a bank too. `bombay`: the group that its patient really has (AMB-376). */
export type ToldNeed = { readonly needs: readonly BagAttribute[]; readonly bombay: Bombay | null }

export const coded = (system: string, code: string, display?: string) => ({
  coding: [{ system, code, ...(display === undefined ? {} : { display }) }],
})

export const numbered = (system: string, value: string) => ({ system, value })

export const organisationOf = (id: string) => ({
  type: 'Organization',
  identifier: numbered(numbers.organisation, id),
})

export const toRequest = (id: string) => ({ reference: `ServiceRequest/${id}`, type: 'ServiceRequest' })

export const metaOf = ({ version, updatedAt }: Pick<ToldOrder, 'version' | 'updatedAt'>) => ({
  versionId: String(version),
  lastUpdated: updatedAt.toISOString(),
})

export function serviceRequestOf(order: ToldOrder, patient: ToldPatient | null, need: ToldNeed) {
  const { id, bankId, component, orderType, pickupAt, deadlineAt } = order
  const extension = [
    ...(need.bombay === null ? [] : [{ url: extensions.bombay, valueCode: need.bombay }]),
    ...(patient ? extensionsOf(order, patient) : []),
  ]
  return {
    resourceType: 'ServiceRequest' as const,
    id,
    meta: metaOf(order),
    ...(extension.length === 0 ? {} : { extension }),
    ...(patient ? { contained: [patientOf(order, patient)] } : {}),
    identifier: [
      ...(patient?.placers ?? []).map((placer) => ({ type: typed('PLAC', 'Placer Identifier'), ...placer })),
      { type: typed('FILL', 'Filler Identifier'), ...numbered(numbers.request, id) },
    ],
    ...(patient?.replaces ? { replaces: [toRequest(patient.replaces)] } : {}),
    status: statusOf[order.status],
    intent: 'order' as const,
    category: [coded(systems.orderType, orderType)],
    priority: orderType === 'immediate' ? ('urgent' as const) : ('routine' as const),
    code: coded(systems.component, component, componentName(component)),
    orderDetail: [
      coded(systems.bloodGroup, order.bloodGroup, groupName(order.bloodGroup)),
      ...need.needs.map((one) => coded(systems.need, one, attributeNames[one])),
    ],
    quantityQuantity: { value: order.units, unit: 'units', system: others.ucum, code: '{unit}' },
    subject: patient ? { reference: '#patient', type: 'Patient' } : notTold,
    occurrencePeriod: { start: pickupAt.toISOString(), end: deadlineAt.toISOString() },
    authoredOn: order.raisedAt.toISOString(),
    requester: organisationOf(order.hospitalId),
    ...(bankId === null ? {} : { performer: [organisationOf(bankId)] }),
    ...(patient && patient.reason !== '' ? { reasonCode: [{ text: patient.reason }] } : {}),
  }
}

/** R4 wants a subject; a bank is not told whose it is. */
const notTold = { extension: [{ url: extensions.absent, valueCode: 'masked' }] }

const typed = (code: string, display: string) => coded(others.identifierType, code, display)

const genders: Readonly<Record<Sex, 'male' | 'female' | 'other'>> = {
  Male: 'male',
  Female: 'female',
  Others: 'other',
}

/** As the number is written on the card. */
const isAbha = (patientId: string): boolean => /^\d{2}-\d{4}-\d{4}-\d{4}$/.test(patientId)

function patientOf({ hospitalId }: ToldOrder, { patientName, patientId, age, sex }: ToldPatient) {
  const system = isAbha(patientId) ? abhaSystems[0] : `${numbers.patient}/${hospitalId}`
  return {
    resourceType: 'Patient' as const,
    id: 'patient',
    extension: [
      { url: extensions.age, valueAge: { value: age, unit: 'years', system: others.ucum, code: 'a' } },
    ],
    ...(patientId === ''
      ? {}
      : { identifier: [{ type: typed('MR', 'Medical record number'), ...numbered(system, patientId) }] }),
    ...(patientName === '' ? {} : { name: [{ text: patientName }] }),
    gender: genders[sex],
  }
}

function extensionsOf({ status }: ToldOrder, { more, replacedBy, statusReason }: ToldPatient) {
  const fields = Object.keys(moreExtensions) as (keyof typeof moreExtensions)[]
  const said = fields.flatMap((field) => {
    const value = more[field]
    const isUnsaid = value === '' || (field === 'transfusedBefore' && value === 'unknown')
    if (isUnsaid) return []
    const url = moreExtensions[field]
    return [field === 'transfusedBefore' ? { url, valueCode: value } : { url, valueString: value }]
  })
  const replacing = replacedBy ? [{ url: extensions.replacedBy, valueReference: toRequest(replacedBy) }] : []
  // of one that is over alone: what was read is sent back to revoke it, and then says why that is done
  const isTold = statusReason !== null && statusOf[status] === 'revoked'
  const why = { url: extensions.statusReason, valueCodeableConcept: { text: statusReason } }
  return [...said, ...replacing, ...(isTold ? [why] : [])]
}

export type Resource = {
  readonly resourceType: string
  readonly id: string
  readonly meta?: { readonly versionId: string; readonly lastUpdated?: string }
}

type Linked = { readonly relation: 'self' | 'next'; readonly url: string }

/** One page of what was found. How many there are in all is not counted: a page costs a page. */
export const bundleOf = <One extends Resource>(
  base: string,
  found: readonly One[],
  link: readonly Linked[],
) => ({
  resourceType: 'Bundle' as const,
  type: 'searchset' as const,
  link: [...link],
  ...(found.length === 0
    ? {}
    : {
        entry: found.map((resource) => ({
          fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
          resource,
          search: { mode: 'match' as const },
        })),
      }),
})
