import { z } from 'zod'
import { Moment } from '../basics/day.ts'
import { line } from '../basics/text.ts'
import { DeliveryStep, stopDecisions } from './steps.ts'
import { Temperature } from './temperature.ts'

/** Six digits, read out by who gives the sample or takes the blood. */
const HandOverCode = z.string().regex(/^\d{6}$/)

export const HandOver = z.object({
  seq: z.number().int(),
  step: DeliveryStep,
  code: HandOverCode,
  /** Typed wrong too often: it opens nothing any more. */
  isLocked: z.boolean(),
})
export type HandOver = z.infer<typeof HandOver>

/** How it was shown that it changed hands. */
const handOverProofs = ['code', 'picture'] as const
export const HandOverProof = z.enum(handOverProofs)
export type HandOverProof = z.infer<typeof HandOverProof>

/** Why a report moved nothing. Nothing of a driver's is lost. */
const keptAside = ['reassigned', 'closed', 'repeated', 'stopped', 'taken-back', 'replaced'] as const
export const KeptAside = z.enum(keptAside)
export type KeptAside = z.infer<typeof KeptAside>

/** Ruling AMB-228: of one order and driver. An honest phone has a few; more tell the provider nothing new. */
export const mostKeptAside = 40

/** So many wrong codes, and only a picture and a reason will do. */
export const wrongCodesAtMost = 5

export const StopDecision = z.enum(stopDecisions)
export const StopReason = line(300)

const ReceiverName = line(100)
const NoCodeReason = line(300)

/** One step as the phone tells it, maybe hours later. */
export const StepReport = z.strictObject({
  /** Drawn by the phone: the same report sent twice is one. */
  stepId: z.uuid().toLowerCase(),
  seq: z.number().int().min(1).max(100),
  step: DeliveryStep,
  /** Both by the phone's clock, right or wrong: how long ago it was is their difference. */
  doneAt: Moment,
  sentAt: Moment,
  temperature: Temperature.optional(),
  receiver: ReceiverName.optional(),
  code: HandOverCode.optional(),
  /** Why there is no code; then there is a picture of the hand-over. */
  noCodeReason: NoCodeReason.optional(),
  /** Who at the bank said to go on, where it has to be asked (ruling AMB-262). */
  allowedBy: ReceiverName.optional(),
  /** The step is not done: the driver stops here with what he measured. */
  isStop: z.literal(true).optional(),
})
export type StepReport = z.infer<typeof StepReport>
