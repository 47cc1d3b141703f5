/** The life of a bag: which way it may go, and by whose hand. */
import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { showDateTime } from '../basics/time.ts'
import { type Bag, type BagState, isExpired } from './bag.ts'

/** Whose hand it is. The clock's is nobody's. */
export type BagMover = 'bank' | 'hospital' | 'clock'

type Move = { readonly from: readonly BagState[]; readonly to: BagState; readonly by: readonly BagMover[] }

const onShelf: readonly BagState[] = ['quarantine', 'available', 'held']
const away: readonly BagState[] = ['issued', 'received']

/** All ways there are. What came back waits for the bank, which has no rule yet to put it on the shelf again. */
export const bagMoves = {
  release: { from: ['quarantine'], to: 'available', by: ['bank'] },
  'put-back': { from: ['available', 'held'], to: 'quarantine', by: ['bank'] },
  hold: { from: ['available'], to: 'held', by: ['bank'] },
  'let-go': { from: ['held'], to: 'available', by: ['bank', 'clock'] },
  issue: { from: ['held'], to: 'issued', by: ['bank'] },
  // on paper, while nothing worked: nobody could hold it, and the clock may have ended it since (ruling AMB-374), or a word
  // about its donor put it back (AMB-378)
  'issue-late': { from: ['quarantine', 'available', 'held', 'expired'], to: 'issued', by: ['bank'] },
  // the same, and its donation was found reactive, which took it off the shelf (ruling AMB-378)
  'issue-reactive': { from: ['discarded', 'expired'], to: 'issued', by: ['bank'] },
  receive: { from: ['issued'], to: 'received', by: ['hospital'] },
  transfuse: { from: ['received'], to: 'transfused', by: ['hospital'] },
  return: { from: away, to: 'returned', by: ['bank', 'hospital'] },
  discard: { from: [...onShelf, 'returned'], to: 'discarded', by: ['bank'] },
  destroy: { from: away, to: 'discarded', by: ['hospital'] },
  expire: { from: onShelf, to: 'expired', by: ['clock'] },
  transfer: { from: onShelf, to: 'transferred', by: ['bank'] },
  lose: { from: away, to: 'missing', by: ['bank', 'hospital'] },
} as const satisfies Record<string, Move>
export type BagMove = keyof typeof bagMoves

export const bagMoveNames = Object.keys(bagMoves) as BagMove[]

export const movingWords = {
  'bag-changed': {
    title: 'Bag Changed Meanwhile',
    text: 'Somebody changed this bag after you looked: it is {state} now.',
    conflict: true,
  },
  'bag-elsewhere': {
    title: 'Not Possible Now',
    text: 'This bag is {state}, so this cannot be done with it.',
    conflict: true,
  },
  'with-hospital': {
    title: 'With The Hospital',
    text: 'This bag has left. The hospital says what became of it; what it sends back can be discarded here.',
    conflict: true,
  },
  'not-yours-to-move': { title: 'Not Possible', text: 'This is not done from here.' },
  'bag-expired': { title: 'Expired', text: 'This bag expired on {end}.', conflict: true },
  'bag-alive': { title: 'Not Expired', text: 'This bag is alive until {end}.' },
  'no-discard-reason': { title: 'Reason Missing', text: 'Please say why the bag is discarded.' },
  'same-bank': { title: 'Not Transferred', text: 'The bag is at this blood bank already.' },
  'bank-unknown': {
    title: 'Not Transferred',
    text: 'There is no such blood bank, or it keeps no bags here.',
  },
  'there-already': {
    title: 'Not Transferred',
    text: 'The other blood bank has a bag of this number already.',
    conflict: true,
  },
  'reactive-goes-nowhere': {
    title: 'Reactive Donation',
    text: 'This donation is reactive. Its bags go to nobody.',
  },
  'by-treatment-alone': {
    title: 'Say It As A Treatment',
    text: 'That a bag is irradiated or washed is said as a treatment, so that its end comes sooner.',
  },
} satisfies Record<string, Wording>

export type MovingRefusal = Refusal<keyof typeof movingWords>

export function stateText(state: BagState): string {
  return state === 'quarantine' ? 'in quarantine' : state
}

/** Pressed on an older picture of the bag. */
export const whyNotOverBag = (bag: Pick<Bag, 'state' | 'version'>, seen: number): MovingRefusal | null =>
  bag.version === seen ? null : no('bag-changed', undefined, { state: stateText(bag.state) })

/** Whatever leaves a shelf alive is asked whether it is; what is taken off it is not. */
const needsLife: readonly BagMove[] = ['release', 'hold', 'issue', 'issue-late', 'issue-reactive', 'transfer']

export function whyNotMoveBag(
  bag: Pick<Bag, 'state' | 'expiresAt'>,
  name: BagMove,
  by: BagMover,
  now: Date,
): MovingRefusal | null {
  const move: Move = bagMoves[name]
  if (!move.by.includes(by)) return no('not-yours-to-move')
  if (!move.from.includes(bag.state)) return no('bag-elsewhere', undefined, { state: stateText(bag.state) })
  const end = { end: showDateTime(bag.expiresAt) }
  if (needsLife.includes(name) && isExpired(bag, now)) return no('bag-expired', undefined, end)
  return name === 'expire' && !isExpired(bag, now) ? no('bag-alive', undefined, end) : null
}

/** The change itself: the rule has been asked. */
export const moveBag = (bag: Bag, name: BagMove): Bag => ({
  ...bag,
  state: bagMoves[name].to,
  version: bag.version + 1,
})

export const discardReasons = [
  'reactive',
  'expired',
  'leaking',
  'haemolysed',
  'temperature',
  'clotted',
  'wrong-label',
  'other',
] as const
export const DiscardReason = z.enum(discardReasons)
export type DiscardReason = z.infer<typeof DiscardReason>

/** A bank discards what lies with it (ruling AMB-363). Of "other" somebody has to say what it was. */
export function whyNotDiscard(
  bag: Pick<Bag, 'state' | 'expiresAt'>,
  /** `isBack`: it was issued, and is with the bank: it did not leave, or was brought back. */
  {
    reason,
    note,
    by,
    isBack = false,
  }: { reason: DiscardReason; note: string; by: BagMover; isBack?: boolean },
  now: Date,
): MovingRefusal | null {
  const isAway = away.includes(bag.state)
  if (isAway && by === 'bank' && !isBack) return no('with-hospital')
  const ofBank = isAway ? 'return' : 'discard'
  const refusal = whyNotMoveBag(bag, isAway && by === 'hospital' ? 'destroy' : ofBank, by, now)
  if (refusal) return refusal
  return reason === 'other' && isBlank(note) ? no('no-discard-reason', 'note') : null
}

export const discardBag = (bag: Bag): Bag => moveBag(bag, away.includes(bag.state) ? 'destroy' : 'discard')

export function whyNotTransfer(
  bag: Pick<Bag, 'state' | 'expiresAt' | 'bankId'>,
  to: {
    readonly bankId: string
    readonly isKnown: boolean
    /** The same bag, or one of another donation with this number. */
    readonly hasTwin: boolean
  },
  /** Of its donation, as far as its bank knows. */
  { isReactive }: { readonly isReactive: boolean },
  now: Date,
): MovingRefusal | null {
  if (to.bankId === bag.bankId) return no('same-bank', 'bankId')
  if (!to.isKnown) return no('bank-unknown', 'bankId')
  const refusal = whyNotMoveBag(bag, 'transfer', 'bank', now)
  if (refusal) return refusal
  if (isReactive) return no('reactive-goes-nowhere')
  return to.hasTwin ? no('there-already', 'bankId') : null
}

/** What is done with a bag that stays where it is. */
export function whyNotWorkOn(bag: Pick<Bag, 'state' | 'expiresAt'>, now: Date): MovingRefusal | null {
  if (!onShelf.includes(bag.state)) return no('bag-elsewhere', undefined, { state: stateText(bag.state) })
  return isExpired(bag, now) ? no('bag-expired', undefined, { end: showDateTime(bag.expiresAt) }) : null
}

type Told = Pick<Bag, 'place' | 'attributes'>

/** These make a life shorter, and so are told as a treatment. */
const byTreatment: readonly Bag['attributes'][number][] = ['irradiated', 'washed']

export function whyNotChangeBag(
  bag: Pick<Bag, 'state' | 'expiresAt' | 'attributes'>,
  to: Told,
  now: Date,
): MovingRefusal | null {
  const refusal = whyNotWorkOn(bag, now)
  if (refusal) return refusal
  const isOther = byTreatment.some((one) => bag.attributes.includes(one) !== to.attributes.includes(one))
  return isOther ? no('by-treatment-alone', 'attributes') : null
}

export const changeBag = (bag: Bag, { place, attributes }: Told): Bag => ({
  ...bag,
  place,
  attributes: [...new Set(attributes)],
  version: bag.version + 1,
})

/** What lies at the other bank then. Results come with it, and that bank looks at them, so it waits there. */
export const arriveFrom = (sent: Bag, { id, bankId }: { id: string; bankId: string }): Bag => ({
  ...sent,
  id,
  bankId,
  fromBankId: sent.bankId,
  donorFormId: null,
  place: '',
  state: 'quarantine',
  version: 1,
})
