import type { late } from '#contract/late.ts'
import type { InputOf } from '#contract/route.ts'
import { instantOf } from '#domain/basics/time.ts'
import { type DeliveryStep, deliverySteps } from '#domain/driving/steps.ts'

/** One line of the paper; without a time it was not done. */
export type StepLine = {
  seq: number
  step: DeliveryStep
  day: string
  time: string
  temperature: string
  receiver: string
}

export type CarryDraft = {
  id: string
  paperNumber: string
  bankId: string
  driverEmail: string
  linkDay: string
  linkTime: string
  steps: readonly StepLine[]
}

const lineOf = (seq: number, step: DeliveryStep, day: string): StepLine => ({
  ...{ seq, step, day, time: '', temperature: '', receiver: '' },
})

export const emptyCarry = (today: string): CarryDraft => ({
  ...{ id: '', paperNumber: '', bankId: '', driverEmail: '', linkDay: today, linkTime: '' },
  steps: deliverySteps.map((step) => lineOf(1, step, today)),
})

/** The sample of the first delivery serves the later ones. */
export function withDelivery({ steps }: CarryDraft): { steps: StepLine[] } {
  const last = steps.at(-1)
  const [seq, day] = [(last?.seq ?? 0) + 1, last?.day ?? '']
  return { steps: [...steps, lineOf(seq, 'issued', day), lineOf(seq, 'delivered', day)] }
}

/** What stands on the paper: lines without a time are left out. */
export function carryOf(draft: CarryDraft): InputOf<typeof late.carry> {
  const { id, paperNumber, bankId, driverEmail, linkDay, linkTime } = draft
  const isLinked = bankId !== '' || driverEmail !== '' || linkTime !== ''
  return {
    id: id.trim().toLowerCase(),
    paperNumber,
    ...(isLinked && { link: { bankId, driverEmail, at: instantOf(linkDay, linkTime || '00:00') } }),
    steps: draft.steps
      .filter(({ day, time }) => day !== '' && time !== '')
      .map(({ seq, step, day, time, temperature, receiver }) => ({
        ...{ seq, step, doneAt: instantOf(day, time) },
        ...(temperature.trim() !== '' && { temperature: Number(temperature) }),
        ...(receiver.trim() !== '' && { receiver }),
      })),
  }
}

/** The first gap of what was begun: a link is whole or not there. */
export function gapIn({ id, bankId, driverEmail, linkTime }: CarryDraft): string | null {
  if (id.trim() === '') return 'Please enter the Request ID.'
  const link = [bankId, driverEmail, linkTime]
  if (link.some((one) => one !== '') && link.includes(''))
    return 'Please enter blood bank, driver and time of the link, or leave all three empty.'
  return null
}
