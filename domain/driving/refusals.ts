import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { mostKeptAside, type StepReport, wrongCodesAtMost } from './reporting.ts'
import { handsOver, measures } from './steps.ts'

/** The driver reads them in his own language, by their code. */
export const drivingWords = {
  'not-next': {
    title: 'Not The Next Step',
    text: 'This step is not the next one of this order. Please look at the order again.',
    conflict: true,
  },
  'no-temperature': { title: 'Temperature Missing', text: 'Please measure and enter the temperature.' },
  'no-receiver': { title: 'Name Missing', text: 'Please enter the name of the person you met.' },
  'no-code': {
    title: 'Code Missing',
    text: 'Please enter the code, or take a picture and say why there is none.',
  },
  'wrong-code': { title: 'Wrong Code', text: 'This is not the code. Tries left: {left}.' },
  'code-locked': {
    title: 'Code Locked',
    text: 'The code was wrong too often. Please take a picture and say why there is no code.',
  },
  'picture-missing': {
    title: 'Picture Missing',
    text: 'Without a code there must be a picture of the hand-over. Please take one first.',
  },
  stopped: {
    title: 'Delivery Stopped',
    text: 'This delivery is stopped. The provider decides what happens with it.',
    conflict: true,
  },
  'too-warm': { title: 'Do Not Use', text: 'These bags must not be used. Please stop and call the bank.' },
  'ask-bank': { title: 'Ask The Bank', text: 'Please ask the bank, and enter who said to go on.' },
  'within-limits': { title: 'Within Limits', text: 'This is within limits: there is nothing to stop.' },
  proved: { title: 'Proved', text: 'A code proved this step: it cannot be taken back.', conflict: true },
  'not-to-take-back': {
    title: 'Cannot Be Taken Back',
    text: 'This step was told too long ago, or something else has happened since.',
    conflict: true,
  },
  'too-late': {
    title: 'Too Late',
    text: 'This order ended for you more than 24 hours ago: nobody was told. Do not use the bags, and call the bank.',
    conflict: true,
  },
  'enough-kept': {
    title: 'Not Kept',
    text: 'So many of your reports of this order are kept already that this one was not. It changes nothing.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type DrivingRefusal = Refusal<keyof typeof drivingWords>

type Said = Pick<StepReport, 'step' | 'temperature' | 'receiver' | 'code' | 'noCodeReason'>

/** What the phone can see by itself: is all said that this step asks for? */
export function whyNotReport(report: Said): DrivingRefusal | null {
  const { step, temperature, receiver = '', code, noCodeReason = '' } = report
  if (measures(step) && temperature === undefined) return no('no-temperature', 'temperature')
  if (!handsOver(step)) return null
  if (isBlank(receiver)) return no('no-receiver', 'receiver')
  return code === undefined && isBlank(noCodeReason) ? no('no-code', 'code') : null
}

/** What is known at the place where it is handed over. */
export type HandOverNow = {
  /** Wrong ones before this. */
  readonly tries: number
  readonly isRight: boolean
  readonly hasPicture: boolean
}

/**
 * A code that is locked opens nothing, not even the right one; a reason needs its picture, and with it stands beside a
 * code that nobody could check where it was typed (ruling AMB-260).
 */
export function whyNotHandOver(
  { step, code, noCodeReason = '' }: Pick<StepReport, 'step' | 'code' | 'noCodeReason'>,
  { tries, isRight, hasPicture }: HandOverNow,
): DrivingRefusal | null {
  if (!handsOver(step)) return null
  if (code === undefined) return hasPicture ? null : no('picture-missing', 'picture')
  if (hasPicture && !isBlank(noCodeReason)) return null
  if (isLocked(tries)) return no('code-locked', 'code')
  if (isRight) return null
  const left = wrongCodesAtMost - tries - 1
  return left > 0 ? no('wrong-code', 'code', { left }) : no('code-locked', 'code')
}

/** Of reports that move nothing, `kept` of this driver and order before this one. */
export const whyNotKeepAside = (kept: number): DrivingRefusal | null =>
  kept >= mostKeptAside ? no('enough-kept') : null

export const isLocked = (tries: number): boolean => tries >= wrongCodesAtMost
