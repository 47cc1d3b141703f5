import { type DeliveryStep, handsOver, measures } from '#domain/driving/steps.ts'
import type { TemperatureVerdict } from '#domain/driving/temperature.ts'
import type { WaitingStep } from '#domain/driving/waiting.ts'
import type { DrivingWords } from '#domain/driving/words.ts'
import type { StepTold } from './phone/acts.ts'

/** The form as it stands on the screen: what is typed is text until it is told. */
export type StepDraft = {
  temperature: string
  /** Who at the bank said to go on. */
  allowedBy: string
  receiver: string
  code: string
  reason: string
  hasNoCode: boolean
  /** Bags that were compared with the slip. */
  bags: readonly string[]
}

export type StepField = 'temperature' | 'allowedBy' | 'receiver' | 'code' | 'reason' | 'picture'
export type StepMistakes = Partial<Record<StepField, keyof DrivingWords['mistakes']>>

const emptyDraft: StepDraft = {
  temperature: '',
  allowedBy: '',
  receiver: '',
  code: '',
  reason: '',
  hasNoCode: false,
  bags: [],
}

/** What was told and not taken, but for the code, is not typed again. */
export const draftFrom = (toMend: WaitingStep | null): StepDraft => ({
  ...emptyDraft,
  ...(toMend && {
    temperature: toMend.temperature === undefined ? '' : String(toMend.temperature),
    allowedBy: toMend.allowedBy ?? '',
    receiver: toMend.receiver ?? '',
    reason: toMend.noCodeReason ?? '',
    hasNoCode: toMend.noCodeReason !== undefined,
  }),
})

/** In the order of the form: the first is where the eye goes. */
export function mistakesIn(
  step: DeliveryStep,
  draft: StepDraft,
  { hasPicture, needsWord }: { hasPicture: boolean; needsWord: boolean },
): StepMistakes {
  const mistakes: StepMistakes = {}
  if (measures(step)) {
    if (draft.temperature.trim() === '') mistakes.temperature = 'temperature'
    else if (celsiusIn(draft.temperature) === null) mistakes.temperature = 'temperatureForm'
  }
  if (needsWord && draft.allowedBy.trim() === '') mistakes.allowedBy = 'allowedBy'
  if (!handsOver(step)) return mistakes
  if (draft.receiver.trim() === '') mistakes.receiver = 'receiver'
  if (!draft.hasNoCode) return /^\d{6}$/.test(draft.code) ? mistakes : { ...mistakes, code: 'code' }
  if (draft.reason.trim() === '') mistakes.reason = 'reason'
  return hasPicture ? mistakes : { ...mistakes, picture: 'picture' }
}

/** As it is pasted from a message too: `Code: 123 456`. Cut only after that, else the space would cost a digit. */
export const codeIn = (typed: string): string => typed.replace(/\D/g, '').slice(0, 6)

/** To a tenth, with a comma or a true minus too; null for what no thermometer shows. */
export function celsiusIn(typed: string): number | null {
  const plain = typed.trim().replace(',', '.').replace('−', '-')
  if (!/^-?\d{1,2}(\.\d)?$/.test(plain)) return null
  return Number(plain) <= 60 ? Number(plain) : null
}

/** The server knows newer limits than the phone: what it refused stays refused while the same temperature is typed. */
export function verdictBy(
  refusal: string | undefined,
  told: number | undefined,
  typed: number | undefined,
  own: TemperatureVerdict | null,
): TemperatureVerdict | null {
  if (told !== typed) return own
  if (refusal === 'too-warm') return 'never'
  return refusal === 'ask-bank' ? 'ask' : own
}

/** Of no more than the step asks for. */
export function reportOf(
  step: DeliveryStep,
  draft: StepDraft,
  needsWord: boolean,
): Omit<StepTold, 'orderId' | 'seq'> {
  const celsius = celsiusIn(draft.temperature)
  return {
    step,
    ...(measures(step) && celsius !== null && { temperature: celsius }),
    ...(needsWord && { allowedBy: draft.allowedBy.trim() }),
    ...(handsOver(step) && {
      receiver: draft.receiver.trim(),
      ...(draft.hasNoCode ? { noCodeReason: draft.reason.trim() } : { code: draft.code }),
    }),
  }
}

/** Drafts are stored, because phones discard the page while the camera is open. */
const placeOf = (of: string): string => `driving-draft ${of}`

export function readDraft(of: string): StepDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(placeOf(of)) ?? 'null')
    return kept && { ...emptyDraft, ...kept }
  } catch {
    return null
  }
}

export function keepDraft(of: string, draft: StepDraft): void {
  try {
    sessionStorage.setItem(placeOf(of), JSON.stringify(draft))
  } catch {
    // no room: it lasts as long as the page
  }
}

export const forgetDraft = (of: string): void => sessionStorage.removeItem(placeOf(of))
