import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { fhirWords, fieldPlaces, outcomeOf } from './refusals.ts'
import { extensions, systems } from './systems.ts'

const said = (code: string, field?: string) => ({ code, title: 'A Title', text: 'A text.', field })
const issueOf = (status: number, code: string, field?: string) =>
  outcomeOf(status, said(code, field)).issue[0]

test('a refusal has the words of the screens', () => {
  expect(outcomeOf(422, said('no-units', 'units'))).toEqual({
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'error',
        code: 'value',
        details: {
          coding: [{ system: systems.refusal, code: 'no-units', display: 'A Title' }],
          text: 'A text.',
        },
        expression: ['ServiceRequest.quantityQuantity.value'],
      },
    ],
  })
})

/** By what kind FHIR says it is, and where no field says it, at which element. */
const kinds: Record<string, readonly (string | readonly [string, string])[]> = {
  value: [
    ...[
      'units-not-a-number',
      'no-units',
      'too-many-units',
      'invalid-age',
      'not-an-instant',
      'not-a-day',
      'not-abha',
    ],
    ['placer-system', 'ServiceRequest.identifier'],
    ['if-match-unreadable', 'http.If-Match'],
  ],
  required: [
    ...['form-incomplete', 'no-delivery-status'],
    ['no-reason', `ServiceRequest.extension('${extensions.statusReason}').value`],
    ['no-placer-identifier', 'ServiceRequest.identifier'],
    ['if-match-missing', 'http.If-Match'],
  ],
  'business-rule': [
    ...['pickup-passed', 'deadline-passed', 'pickup-too-soon', 'deadline-too-soon', 'pickup-too-late'],
    ...['deadline-too-late', 'sdp-closed', 'sdp-not-approvable', 'subscription-ended', 'approving-blocked'],
    'four-eyes',
    ['amend-instead', 'ServiceRequest.status'],
    ['nothing-amended', 'ServiceRequest'],
    ['status-not-taken', 'ServiceRequest.status'],
  ],
  conflict: [
    ['already-decided', 'ServiceRequest.status'],
    ['not-cancellable', 'ServiceRequest.status'],
    ['not-amendable', 'ServiceRequest.status'],
    ['changed-meanwhile', 'ServiceRequest.meta.versionId'],
    ['placer-changed', 'ServiceRequest.identifier'],
  ],
  'too-long': [
    'too-long',
    ['reason-too-long', `ServiceRequest.extension('${extensions.statusReason}').value`],
    ['placer-too-long', 'ServiceRequest.identifier'],
  ],
  'code-invalid': ['unknown-system', 'unknown-code', 'several-codes'],
  throttled: ['too-many-raises'],
  duplicate: [['placer-used', 'ServiceRequest.identifier']],
  invalid: [['id-differs', 'ServiceRequest.id']],
  invariant: [['several-patients', 'ServiceRequest.contained']],
  'not-supported': [
    ['replaces-not-taken', 'ServiceRequest.replaces'],
    ['patient-not-here', 'ServiceRequest.subject'],
  ],
}

test.each(
  Object.entries(kinds).flatMap(([kind, lines]) =>
    lines.map((line): [kind: string, code: string, at?: string] =>
      typeof line === 'string' ? [kind, line] : [kind, ...line],
    ),
  ),
)('%s is what %s is', (kind, code, at) => {
  // its own element comes before whatever a field says
  expect(issueOf(500, code, 'units')).toMatchObject({ code: kind, expression: [at ?? fieldPlaces.units] })
})

test.each([
  [400, 'structure'],
  [401, 'login'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'not-supported'],
  [409, 'conflict'],
  [412, 'conflict'],
  [413, 'too-long'],
  [415, 'not-supported'],
  [422, 'invalid'],
  [429, 'throttled'],
  [503, 'transient'],
  [500, 'exception'],
])('what is no rule’s goes by its status: %d is %s', (status, kind) => {
  expect(issueOf(status, 'toString')).toMatchObject({ code: kind })
  expect(issueOf(status, 'of another version')).not.toHaveProperty('expression')
})

const patient = 'ServiceRequest.contained.ofType(Patient)'
test.each([
  ['patientName', `${patient}.name`],
  ['age', `${patient}.birthDate`],
  ['patientId', `${patient}.identifier`],
  ['sex', `${patient}.gender`],
  ['bloodGroup', 'ServiceRequest.orderDetail'],
  ['component', 'ServiceRequest.code'],
  ['orderType', 'ServiceRequest.category'],
  ['pickupAt', 'ServiceRequest.occurrencePeriod.start'],
  ['deadlineAt', 'ServiceRequest.occurrencePeriod.end'],
  ['reservationHours', 'ServiceRequest.occurrencePeriod.end'],
  ['reason', 'ServiceRequest.reasonCode'],
  ['ServiceRequest.category[1]', 'ServiceRequest.category[1]'],
  ['resource', 'ServiceRequest'],
  ['resource.code.coding.0.system', 'ServiceRequest.code.coding[0].system'],
  ['resource.code.0a', 'ServiceRequest.code.0a'],
  ['resource.a0', 'ServiceRequest.a0'],
  ['_count', 'http._count'],
  ['toString', 'http.toString'],
  ['x'.repeat(201), `http.${'x'.repeat(200)}`],
  [`resource.${'x'.repeat(200)}`, `ServiceRequest.${'x'.repeat(191)}`],
])('the field %s is at %s', (field, at) => {
  expect(issueOf(422, 'form-incomplete', field)).toMatchObject({ expression: [at] })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(fhirWords)).toEqual(['placer-used'])
})
