import { fhir } from '#contract/fhir.ts'
import { matching } from '#contract/matching.ts'
import type { RaiseDraft } from '#domain/requests/raising.ts'
import { aServiceRequest, type Json, revoked } from '#testing/makers/fhir.ts'
import type { House } from './house.ts'
import { mailOf, matched, sampled } from './ways-of-bench.ts'
import { waysOfOrders } from './ways-of-orders.ts'
import type { Kind } from './who-may.ts'
import { adminOf, anOrder, aText, doneBy, type Way } from './wishes.ts'

/** An order that is linked, so that its bank has it too. */
const linked = (house: House, kind: Kind) => anOrder(house, kind, { status: 'bloodbank-approved' })

const one =
  (idOf: (house: House, kind: Kind) => Promise<string>): Way =>
  async (house, kind) => ({ input: { id: await idOf(house, kind) } })

const ofOrder: Way = async (house, kind) => {
  const { id } = await linked(house, kind)
  return { input: { 'based-on': house.dice.pick([id, `ServiceRequest/${id}`]) } }
}

async function aSpecimen(house: House, kind: Kind): Promise<string> {
  const { id, sampleId } = await sampled(house, kind)
  return `${id}-${sampleId}`
}

async function aProduct(house: House, kind: Kind): Promise<string> {
  const issue = await matched(house, kind)
  await doneBy(house, mailOf(kind), matching.issue, issue)
  return `${issue.id}-${issue.bags[0]?.bagId}`
}

/** As its hospital reads it, with something else in it. */
async function aChange(house: House, kind: Kind) {
  const { id, version } = await anOrder(house, kind, { units: 2 })
  const resource: Json = await doneBy(house, adminOf(kind), fhir.show, { id })
  const quantityQuantity = { value: house.dice.pick([1, 4, 30]) }
  return {
    input: {
      id,
      resource: kind === 'plus admin' ? revoked(resource, aText(house)) : { ...resource, quantityQuantity },
    },
    headers: { 'if-match': house.dice.pick([`W/"${version}"`, `"${version}"`]) },
  }
}

export const waysOfFhir: Record<string, Way> = {
  'fhir.raise': async (house, kind) => {
    const typed = (await waysOfOrders['requests.raise']?.(house, kind))?.input as RaiseDraft
    return { input: { resource: aServiceRequest(typed, { needs: ['irradiated'], ward: aText(house) }) } }
  },
  'fhir.list': ({ dice, now }) => ({
    input: {
      ...(dice.chance(0.5) ? { status: dice.pick(['draft', 'active,draft', 'revoked', 'on-hold']) } : {}),
      ...(dice.chance(0.5) ? { _lastUpdated: `${dice.pick(['', 'ge', 'lt'])}${now().toISOString()}` } : {}),
      ...(dice.chance(0.5) ? { identifier: dice.pick(['x|y', '0123abcd', '|']) } : { _count: 3 }),
    },
  }),
  'fhir.show': one(async (house, kind) => (await linked(house, kind)).id),
  'fhir.change': aChange,
  'fhir.task': one(async (house, kind) => (await linked(house, kind)).id),
  'fhir.tasks': ofOrder,
  'fhir.supply': one(async (house, kind) => `${(await linked(house, kind)).id}-1`),
  'fhir.supplies': ofOrder,
  'fhir.specimen': one(aSpecimen),
  'fhir.specimens': ofOrder,
  'fhir.observation': one(async (house, kind) => `${(await sampled(house, kind)).id}-abo`),
  'fhir.observations': ofOrder,
  'fhir.product': one(aProduct),
  'fhir.products': ofOrder,
}
