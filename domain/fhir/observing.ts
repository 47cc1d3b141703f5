/** The groups that were found and that labels say. */
import { type AboGroup, aboOf, isRhPositive, type ShelfGroup } from '../bags/kinds.ts'
import { coded, toRequest } from './showing.ts'
import { others, systems } from './systems.ts'

/** Of the patient, in the tube; and of a bag, on its label. */
const groupCodes = {
  patient: {
    abo: coded(others.loinc, '883-9', 'ABO group [Type] in Blood'),
    rh: coded(others.loinc, '10331-7', 'Rh [Type] in Blood'),
  },
  unit: {
    abo: coded(others.loinc, '14578-9', 'ABO group [Type] in Blood from Blood product unit'),
    rh: coded(others.loinc, '14907-0', 'Rh [Type] in Blood from Blood product unit'),
  },
}

/** The answers of those codes. Of Oh they know none: our own says it. */
const answers: Readonly<Record<AboGroup | 'positive' | 'negative', readonly [string, string] | null>> = {
  A: ['LA19710-5', 'Group A'],
  B: ['LA19709-7', 'Group B'],
  AB: ['LA28449-9', 'Group AB'],
  O: ['LA19708-9', 'Group O'],
  Oh: null,
  positive: ['LA6576-8', 'Positive'],
  negative: ['LA6577-6', 'Negative'],
}

function answered(system: string, code: keyof typeof answers) {
  const answer = answers[code]
  const theirs = answer ? coded(others.loinc, ...answer).coding : []
  return { coding: [...coded(system, code).coding, ...theirs] }
}

type Tube = { readonly id: string; readonly takenAt: Date; readonly groupFound: ShelfGroup | null }

type Observed = {
  readonly order: { readonly id: string }
  readonly samples: readonly Tube[]
  /** Of a tube that is this patient's; null until it is tested. */
  readonly groupFound: ShelfGroup | null
  readonly bags: readonly { readonly id: string; readonly bloodGroup: ShelfGroup }[]
}

/** Of the patient and of each bag, ABO and Rh apart. */
export function observationsOf({ order: { id: orderId }, samples, groupFound, bags }: Observed) {
  const observed = (of: keyof typeof groupCodes, id: string, group: ShelfGroup, more: object = {}) =>
    (['abo', 'rh'] as const).map((what) => ({
      resourceType: 'Observation' as const,
      id: `${id}-${what}`,
      basedOn: [toRequest(orderId)],
      status: 'final' as const,
      category: [coded(others.observationCategory, 'laboratory', 'Laboratory')],
      code: groupCodes[of][what],
      ...more,
      valueCodeableConcept:
        what === 'abo'
          ? answered(systems.abo, aboOf(group))
          : answered(systems.rh, isRhPositive(group) ? 'positive' : 'negative'),
    }))
  return [
    ...(groupFound === null
      ? []
      : observed('patient', orderId, groupFound, inTube(orderId, samples, groupFound))),
    ...bags.flatMap((bag) => {
      const id = `${orderId}-${bag.id}`
      const type = 'BiologicallyDerivedProduct'
      return observed('unit', id, bag.bloodGroup, { focus: [{ reference: `${type}/${id}`, type }] })
    }),
  ]
}

/** The last tube of the order in which that group was found: of an earlier order it is none of these. */
function inTube(orderId: string, samples: readonly Tube[], group: ShelfGroup) {
  const tube = samples.findLast(({ groupFound }) => groupFound === group)
  if (!tube) return {}
  return {
    effectiveDateTime: tube.takenAt.toISOString(),
    specimen: { reference: `Specimen/${orderId}-${tube.id}`, type: 'Specimen' },
  }
}
