/**
 * What may be sent, as R4 has it. Strict: an element that R4 does not know, or whose meaning would be lost here, is
 * refused at its place (ruling AMB-326). What R4 knows and nobody here reads is taken.
 */
import { z } from 'zod'
import { others } from './systems.ts'

const most = 50
const text = z.string().max(2_000)
const listOf = <Shape extends z.ZodType>(shape: Shape) => z.array(shape).max(most).optional()

/** Names with a dash before them are of simple values, which R4 lets have a twin for what is said of them. */
function element<const Shape extends z.core.$ZodShape>(read: Shape, unread = '') {
  const names = unread.split(' ').filter((name) => name !== '')
  const twins = names.filter((name) => name.startsWith('_'))
  const all = [...names.map((name) => name.replace('_', '')), ...twins]
  const passed = Object.fromEntries(all.map((name) => [name, z.unknown().optional()]))
  return z.strictObject({ ...passed, ...read } as Shape)
}

const Coding = element(
  { system: text.optional(), code: text.optional(), display: text.optional() },
  'id extension _version _userSelected',
)
const Concept = element({ coding: listOf(Coding), text: text.optional() }, 'id extension')
export type Concept = z.infer<typeof Concept>

const Identifier = element(
  { type: Concept.optional(), system: text.optional(), value: text.optional() },
  'id extension _use period assigner',
)
export type Identifier = z.infer<typeof Identifier>

const Age = element({ value: z.number().optional() }, 'id extension _unit _system _code')

/** Those of others are passed over, as R4 asks: what may not be is a modifier, and refused. */
const Extension = z.looseObject({
  url: text,
  valueString: text.optional(),
  valueCode: text.optional(),
  valueAge: Age.optional(),
  valueCodeableConcept: Concept.optional(),
})
export type Extension = z.infer<typeof Extension>

const Gender = z.enum(['male', 'female', 'other', 'unknown'])

const Patient = element(
  {
    resourceType: z.literal('Patient'),
    id: text.optional(),
    extension: listOf(Extension),
    identifier: listOf(Identifier),
    name: listOf(
      element(
        {
          use: text.optional(),
          text: text.optional(),
          family: text.optional(),
          given: listOf(text),
        },
        'id extension prefix suffix period',
      ),
    ),
    gender: Gender.optional(),
    birthDate: text.optional(),
    active: z.literal(true).optional(),
    deceasedBoolean: z.literal(false).optional(),
  },
  'meta text _language telecom address maritalStatus photo contact communication generalPractitioner managingOrganization multipleBirthBoolean multipleBirthInteger',
)
export type Patient = z.infer<typeof Patient>

/** One: units of blood. Another measure of it would be another amount. */
const Units = element(
  {
    value: z.number().optional(),
    unit: z.enum(['unit', 'units', 'bag', 'bags']).optional(),
    system: z.literal(others.ucum).optional(),
    code: z.enum(['{unit}', '{bag}', '1']).optional(),
  },
  'id extension',
)

export const serviceRequestStatuses = [
  'draft',
  'active',
  'on-hold',
  'revoked',
  'completed',
  'entered-in-error',
  'unknown',
] as const

export const ServiceRequestIn = element(
  {
    resourceType: z.literal('ServiceRequest'),
    id: text.optional(),
    extension: listOf(Extension),
    contained: listOf(Patient),
    identifier: listOf(Identifier),
    replaces: listOf(element({ reference: text.optional() }, 'id extension _type identifier _display')),
    status: z.enum(serviceRequestStatuses),
    intent: z.literal('order'),
    doNotPerform: z.literal(false).optional(),
    category: listOf(Concept),
    code: Concept.optional(),
    orderDetail: listOf(Concept),
    quantityQuantity: Units.optional(),
    subject: element(
      {
        extension: listOf(Extension),
        reference: text.optional(),
        identifier: Identifier.optional(),
        display: text.optional(),
      },
      'id _type',
    ),
    occurrencePeriod: element({ start: text.optional(), end: text.optional() }, 'id extension').optional(),
    reasonCode: listOf(Concept),
  },
  'meta text _language instantiatesCanonical instantiatesUri basedOn requisition _priority encounter _authoredOn requester performerType performer locationCode locationReference reasonReference insurance supportingInfo specimen bodySite note _patientInstruction relevantHistory',
)
export type ServiceRequestIn = z.infer<typeof ServiceRequestIn>
