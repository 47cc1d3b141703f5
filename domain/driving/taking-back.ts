import { z } from 'zod'
import { no } from '../basics/refusal.ts'
import { later, minutes } from '../basics/time.ts'
import { BloodRequest, type Delivery } from '../requests/request.ts'
import type { DrivingRefusal } from './refusals.ts'
import type { HandOverProof } from './reporting.ts'

/** So long a step that was told by mistake can be taken back. */
const takeBackWindow = minutes(2)

/** How a step found things, for the one that takes it back. */
export const FoundBefore = BloodRequest.pick({ deliveryStatus: true, deliveryTemperature: true }).extend({
  state: z.string(),
  /** Of what moved nothing: the delivery may have been there already. */
  deliveredAt: z.coerce.date().nullable().optional(),
})
export type FoundBefore = z.infer<typeof FoundBefore>

/** Until when a step can be taken back; null if it cannot be. One that completes the order stamps it for good. */
export const backUntil = (
  { handOver, arrivedAt }: { handOver: HandOverProof | null; arrivedAt: Date },
  { status }: Pick<BloodRequest, 'status'>,
): Date | null =>
  handOver === 'code' || status === 'delivery-completed' || status === 'completed'
    ? null
    : later(arrivedAt, takeBackWindow)

/** By the driver who told it, in time, unless a code proved it, and only while nothing else has happened. */
export function whyNotTakeBack(
  request: Pick<BloodRequest, 'status' | 'version'>,
  told: { handOver: HandOverProof | null; arrivedAt: Date; version: number | null },
  now: Date,
): DrivingRefusal | null {
  if (told.handOver === 'code') return no('proved')
  const until = backUntil(told, request)
  return told.version === request.version && until && now <= until ? null : no('not-to-take-back')
}

/** As if the step had not been told. */
export function takeBack<One extends Pick<Delivery, 'seq' | 'state' | 'deliveredAt'>>(
  request: BloodRequest,
  deliveries: readonly One[],
  { seq, before, status }: { seq: number; before: FoundBefore; status: BloodRequest['status'] },
  now: Date,
): { request: BloodRequest; deliveries: One[] } {
  const { state, deliveredAt = null, ...found } = before
  return {
    request: { ...request, ...found, status, updatedAt: now, version: request.version + 1 },
    deliveries: deliveries.map((one) => (one.seq === seq ? { ...one, state, deliveredAt } : one)),
  }
}
