import type { Wording } from '../basics/refusal.ts'
import type { drivingWords } from './refusals.ts'
import type { DeliveryStep, StopDecision } from './steps.ts'
import type { TemperatureVerdict } from './temperature.ts'

export const drivingLanguages = ['en', 'ta', 'hi'] as const
export type DrivingLanguage = (typeof drivingLanguages)[number]

/** Every text a driver reads. One table per language; a missing line does not compile. `{name}` is filled in. */
export type DrivingWords = {
  language: string
  signIn: SignInWords
  frame: Record<'orders' | 'menu' | 'close' | 'account' | 'signOut' | 'updated', string>
  /** Whether this phone rings while the page is closed. */
  ring: Record<'on' | 'off' | 'blocked' | 'turnOn' | 'turnOff' | 'failed', string>
  /** Asked before signing out while something waits. */
  signOutAsk: Wording & { stay: string }
  list: Record<
    'empty' | 'emptyHelp' | 'next' | 'loading' | 'failed' | 'again' | 'dueFirst' | 'pickup' | 'by',
    string
  >
  order: OrderWords
  steps: Record<DeliveryStep, StepWords>
  form: FormWords
  mistakes: Record<
    | 'temperature'
    | 'temperatureForm'
    | 'allowedBy'
    | 'receiver'
    | 'code'
    | 'reason'
    | 'picture'
    | 'pictureBroken',
    string
  >
  verdicts: Record<TemperatureVerdict, string>
  /** By the names of the picture types; one without a line is shown as it is called. */
  pictures: Record<PictureWord, string>
  waiting: WaitingWords
  /** A delivery that stands still because of how warm the bags were, and what the office says to it (AMB-262). */
  stopped: Record<'title' | 'text' | 'kept' | 'wait' | 'back', string> & {
    decisions: Record<StopDecision, Wording>
  }
  /** Of a hand-over whose code nobody has checked yet (ruling AMB-260). */
  codeKept: Record<
    'title' | 'text' | 'typed' | 'receiver' | 'byItself' | 'tried' | 'mark' | 'instead' | 'checkNow',
    string
  >
  /** By the code of the refusal; `other` tells what the server said. */
  refusals: Record<DrivingCode | 'other', string>
  news: Record<'reassigned' | 'closed' | 'gone' | 'notKept', Wording> & {
    kept: string
    /** To whoever stopped with bags of an order that is not his any more. */
    warm: string
    seen: string
  }
  missing: Record<'notYours' | 'notHere', Wording>
}

type SignInWords = Record<
  | 'title'
  | 'email'
  | 'password'
  | 'show'
  | 'hide'
  | 'submit'
  | 'sending'
  | 'forgot'
  | 'emailWhole'
  | 'emailUnknown'
  | 'passwordWrong'
  | 'failed'
  | 'noSignal'
  | 'secondFactor'
  | 'secondFactorLink'
  | 'queueWaits'
  | 'othersWait',
  string
>

type OrderWords = Record<
  | 'delivery'
  | 'units'
  | 'unit'
  | 'hours'
  | 'minutes'
  | 'seconds'
  | 'left'
  | 'late'
  | 'deadline'
  | 'pickup'
  | 'patient'
  | 'immediate'
  | 'reservation'
  | 'hospital'
  | 'bank'
  | 'directions'
  | 'call'
  | 'goTo'
  | 'done'
  | 'allDone'
  | 'allDoneHelp'
  | 'takeBack'
  | 'allKept'
  | 'allKeptHelp',
  string
>

type StepWords = {
  name: string
  /** Where four stand side by side on a phone. */
  short: string
  /** What to do, after "Next:" in the list. */
  act: string
  /** On the button. */
  press: string
  /** Above the button: when to press it. */
  when: string
  /** Of the field for the name of the other side; only where something is handed over. */
  receiver: string
}

type FormWords = Record<
  | 'temperature'
  | 'band'
  | 'bandBelow'
  | 'below'
  | 'code'
  | 'codeHelp'
  | 'noCode'
  | 'haveCode'
  | 'locked'
  | 'reason'
  | 'reasonHelp'
  | 'pictures'
  | 'optional'
  | 'take'
  | 'takeAgain'
  | 'taken'
  | 'shrinking'
  | 'sending'
  | 'newSample'
  | 'noNewSample'
  | 'bags'
  | 'part'
  | 'bagsChecked'
  | 'bagsLater'
  | 'notToHandOver'
  | 'bagsEnded'
  | 'allowedBy'
  | 'allowedByHelp'
  | 'stop'
  | 'stopTell'
  | 'stopWhen',
  string
>

export type PictureWord =
  | 'Sample'
  | 'Form'
  | 'Report'
  | 'Bag'
  | 'Temperature'
  | 'Delivery'
  | 'Receipt'
  | 'HandOver'

type WaitingWords = Record<
  | 'offline'
  | 'unreached'
  | 'one'
  | 'many'
  | 'sending'
  | 'refused'
  | 'show'
  | 'mark'
  | 'picture'
  | 'stop'
  | 'notTaken'
  | 'behind'
  | 'mend'
  | 'drop'
  | 'keepsNothing',
  string
> & { dropAsk: Wording & { stay: string } }

/** What the server may say to a report or to its picture. */
type DrivingCode = Exclude<keyof typeof drivingWords, Seldom> | 'not-found' | 'too-large'

/** Met only if the page and the server disagree: told as the server says it. */
type Seldom = 'proved' | 'within-limits'
