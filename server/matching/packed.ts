import type { matching, Slip } from '#contract/matching.ts'
import type { OutputOf } from '#contract/route.ts'
import { bombayAmong } from '#domain/bags/kinds.ts'
import { say } from '#domain/basics/refusal.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { whyOnHold } from '#domain/matching/bench-list.ts'
import { whyNotAtBench } from '#domain/matching/bench-order.ts'
import {
  correctingTube,
  countingTube,
  foundGroup,
  sampleWords,
  whyNotCorrectGroup,
} from '#domain/matching/sample.ts'
import { type Actor, isProvider } from '#domain/people/actor.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { notFound } from '../platform/http/refuse.ts'
import { benchOrderOf, benchStore } from './store.ts'

/** Theirs: the hospital that asked, the driver who carries it now, the provider. */
export function hasPart(actor: Actor, { hospitalId, driverEmail }: BloodRequest): boolean {
  if (actor.kind === 'driver') return driverEmail === actor.email
  return isProvider(actor) || actor.organisationId === hospitalId
}

type SlipRow = Awaited<ReturnType<ReturnType<typeof benchStore>['slipsOf']>>[number]

/** The bags of a slip, each with what is still to be known of it. */
export const bagsOfSlip = ({ bags, isEmergency }: SlipRow): Slip['bags'] =>
  bags.map(({ slip: _, crossmatchId, ...bag }) => ({
    ...bag,
    isOwed: isEmergency && crossmatchId === null,
  }))

/** One slip of an order. */
export async function slipNamed(db: Db, id: string, name: string): Promise<Slip> {
  const slip = (await benchStore(db).slipsOf(id)).find((one) => one.slip === name)
  if (!slip) throw notFound()
  return { ...slip, bags: bagsOfSlip(slip) }
}

/** `byBank`: what that bank packed alone. */
export async function packedOf(
  db: Db,
  request: BloodRequest,
  { isHospital, byBank = null, now }: { isHospital: boolean; byBank?: string | null; now: Date },
): Promise<OutputOf<typeof matching.packed>> {
  const store = benchStore(db)
  const { id, bankId } = request
  const [packed, [answer], tubes, substitutions, order] = await Promise.all([
    store.slipsOf(id),
    store.answersOf([id], bankId ?? ''),
    store.tubesOf(id),
    store.substitutionsOf(id),
    benchOrderOf(db, request),
  ])
  const slips = packed.filter((slip) => byBank === null || slip.bankId === byBank)
  const sample = tubes.find((tube) => tube.bankId === bankId) ?? null
  const mayCorrect = isHospital && bankId !== null && whyNotAtBench(order, bankId) === null
  const tube = mayCorrect ? correctingTube(tubes, order, now) : null
  const to = tube?.groupFound ?? null
  const counting = bankId === null ? null : countingTube(tubes, bankId, order)
  const onHold = isHospital && isUnderWay(order) ? whyOnHold(order, counting, now) : null
  return {
    slips: slips.map((slip) => ({
      ...slip,
      // of an emergency the doctor who asked for it is the hospital's
      doctor: isHospital ? slip.doctor : '',
      bags: bagsOfSlip(slip),
    })),
    bombay: bombayAmong(order.bloodGroup),
    answer: answer ?? null,
    onHold: onHold && say(sampleWords, onHold).text,
    correctTo: to && whyNotCorrectGroup(tube, order, to, now) === null ? to : null,
    everBombay: isHospital ? order.everBombay : null,
    groupFound: isHospital ? foundGroup(sample, order, now) : null,
    substitutions: isHospital ? substitutions.filter((one) => one.bankId === bankId) : [],
  }
}
