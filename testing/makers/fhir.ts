import { extensions, moreExtensions, others, systems } from '#domain/fhir/systems.ts'
import type { MoreForBank } from '#domain/matching/needs.ts'
import { type RaiseDraft, withDeadline } from '#domain/requests/raising.ts'
import { nextNumber } from '../../server/demo/makers/rows.ts'

export type Json = Record<string, unknown>

const genders = { Male: 'male', Female: 'female', Others: 'other' } as const

/** Of a hospital's own system, each another. */
export const aPlacer = () => ({ system: 'https://firm.example/orders', value: `ORD-${nextNumber()}` })

/** What a hospital's system would send for the same form, written by hand: nothing of the product turns it round. */
export function aServiceRequest(
  typed: RaiseDraft,
  more: Partial<MoreForBank> = {},
  placer = aPlacer(),
): Json {
  const draft = withDeadline(typed)
  const { needs = [], ...told } = more
  return {
    resourceType: 'ServiceRequest',
    identifier: [{ type: { coding: [{ system: others.identifierType, code: 'PLAC' }] }, ...placer }],
    status: 'active',
    intent: 'order',
    category: [{ coding: [{ system: systems.orderType, code: draft.orderType }] }],
    code: { coding: [{ system: systems.component, code: draft.component }] },
    orderDetail: [
      { coding: [{ system: systems.bloodGroup, code: draft.bloodGroup }] },
      ...needs.map((code) => ({ coding: [{ system: systems.need, code }] })),
    ],
    quantityQuantity: { value: draft.units, unit: 'units' },
    subject: { reference: '#p' },
    contained: [
      {
        resourceType: 'Patient',
        id: 'p',
        extension: [{ url: extensions.age, valueAge: { value: draft.age } }],
        identifier: [{ system: 'https://firm.example/patients', value: draft.patientId }],
        name: [{ text: draft.patientName }],
        gender: genders[draft.sex ?? 'Others'],
      },
    ],
    occurrencePeriod: { start: draft.pickupAt?.toISOString(), end: draft.deadlineAt?.toISOString() },
    reasonCode: [{ text: draft.reason }],
    ...(Object.keys(told).length === 0
      ? {}
      : {
          extension: Object.entries(told).map(([field, value]) => ({
            url: moreExtensions[field as keyof typeof moreExtensions],
            ...(field === 'transfusedBefore' ? { valueCode: value } : { valueString: value }),
          })),
        }),
  }
}

/** The same, withdrawn. */
export const revoked = (resource: Json, reason: string): Json => ({
  ...resource,
  status: 'revoked',
  extension: [{ url: extensions.statusReason, valueCodeableConcept: { text: reason } }],
})
