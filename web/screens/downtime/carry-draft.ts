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
  /** Who at the bank said to go on, where it has to be asked. */
  allowedBy: string
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
  ...{ seq, step, day, time: '', temperature: '', receiver: '', allowedBy: '' },
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
    steps: draft.steps.filter(isTold).map(({ seq, step, day, time, temperature, receiver, allowedBy }) => ({
      ...{ seq, step, doneAt: instantOf(day, time) },
      ...(temperature.trim() !== '' && { temperature: Number(temperature) }),
      ...(receiver.trim() !== '' && { receiver }),
      ...(allowedBy.trim() !== '' && { allowedBy }),
    })),
  }
}

const isTold = ({ day, time }: StepLine): boolean => day !== '' && time !== ''

const linkFields = ['id', 'paperNumber', 'bankId', 'driverEmail', 'linkedAt'] as const
const stepFields = ['doneAt', 'temperature', 'receiver', 'allowedBy'] as const
type StepField = (typeof stepFields)[number]

/** As the server names them: it counts the steps that it was told of. A line without a time has none to name. */
export const fieldOfLine = ({ steps }: Pick<CarryDraft, 'steps'>, at: number, field: StepField): string => {
  const line = steps[at]
  return line && isTold(line)
    ? `steps.${steps.slice(0, at).filter(isTold).length}.${field}`
    : `line.${at}.${field}`
}

/** In the order in which a person meets them, of as many steps as are sent at most. */
export const carryFields: readonly string[] = [
  ...linkFields,
  ...Array.from({ length: 40 }, (_, at) => stepFields.map((field) => `steps.${at}.${field}`)).flat(),
]

/** The first gap of what was begun, at its field: a link is whole or not there. */
export function gapIn({
  id,
  bankId,
  driverEmail,
  linkTime,
}: CarryDraft): { field: string; text: string } | null {
  if (id.trim() === '') return { field: 'id', text: 'Please enter the Request ID.' }
  const link = { bankId, driverEmail, linkedAt: linkTime }
  const empty = Object.entries(link).filter(([, value]) => value === '')
  const [field] = empty[0] ?? []
  if (field === undefined || empty.length === 3) return null
  return {
    field,
    text: 'Please enter blood bank, driver and time of the link, or leave all three empty.',
  }
}
