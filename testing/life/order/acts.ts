import { type Draw, pick } from '../dice.ts'
import { clock } from '../time.ts'
import {
  type Act,
  type Asked,
  deciders,
  hands,
  type Life,
  reasons,
  type Status,
  type Step,
  statuses,
  steps,
  type Wish,
} from './life.ts'
import { doneOf } from './model.ts'

/** Who there is in one world. */
export type People = {
  readonly hospitals: readonly string[]
  readonly banks: readonly string[]
  readonly drivers: readonly string[]
}

/** An order as the form takes it: a pickup at least half an hour ahead, a deadline 3 hours after it, or as reserved. */
export function wishFrom(draw: Draw, { hospitals }: People): Wish {
  const type = draw(3) === 0 ? 'immediate' : 'reservation'
  const pickup = 9 * 60 + 45 + 15 * draw(50)
  return {
    hospital: pick(hospitals, draw),
    by: pick(hands, draw),
    type,
    component: draw(6) === 0 ? 'SDP' : 'PRBC',
    units: draw(3) === 0 ? 4 + draw(6) : 1 + draw(3),
    pickup,
    deadline: pickup + (type === 'reservation' ? 6 * 60 * (1 + draw(3)) : 3 * 60 + 30 * draw(3)),
  }
}

/** An act that fits the order as it is, mostly; else whatever there is. */
export function actFrom(life: Life, draw: Draw, people: People): Act {
  const kind = pick(kindsFor(life, draw), draw)
  switch (kind) {
    case 'link':
      return { kind, bank: pick(people.banks, draw), driver: pick(people.drivers, draw) }
    case 'refuse':
      return {
        kind,
        bank: draw(4) === 0 ? pick(people.banks, draw) : (life.bank ?? pick(people.banks, draw)),
      }
    case 'step':
      return stepFrom(life, draw, people)
    case 'move':
      return moveFrom(draw)
    case 'upload':
      return { kind, party: draw(2) === 0 ? 'hospital' : 'bloodbank' }
    case 'approve':
    case 'reject':
    case 'cancel':
      return { kind, by: pick(deciders, draw) }
    case 'undo':
      return { kind, by: deciderOf(life, draw) }
    case 'say why':
      return { kind, by: deciderOf(life, draw), why: pick(reasons, draw), note: pick(['', 'bed 7'], draw) }
    case 'amend':
      return { kind, by: pick(hands, draw), asked: amendedFrom(life, draw) }
    case 'four eyes':
      return { kind, hospital: life.hospital, isNeeded: draw(3) > 0 }
    default:
      return { kind }
  }
}

/** Mostly whoever decided. */
const deciderOf = ({ decision }: Life, draw: Draw) =>
  decision !== null && draw(5) > 0 ? decision.by : pick(deciders, draw)

/** The form as it is and one thing of it anew, sometimes such as it cannot be, sometimes nothing at all. */
function amendedFrom({ component, units, type, pickup, deadline }: Life, draw: Draw): Asked {
  const asked = { component, units, type, pickup, deadline }
  const hours = 6 * 60 * (1 + draw(3))
  switch (draw(8)) {
    case 0:
      return { ...asked, component: component === 'SDP' ? 'PRBC' : 'SDP' }
    case 1:
      return { ...asked, units: draw(33) }
    case 2:
      return { ...asked, units: 1 + draw(9) }
    case 3: {
      const moved = draw(6) === 0 ? 6 * 1440 + 60 * draw(36) : 15 * (draw(40) - 8)
      return { ...asked, pickup: pickup + moved, deadline: deadline + moved }
    }
    case 4:
      return { ...asked, deadline: pickup + (type === 'reservation' ? hours : 150 + 30 * draw(5)) }
    case 5:
      // the same times can be of either kind
      return type === 'reservation'
        ? { ...asked, type: 'immediate' }
        : { ...asked, type: 'reservation', deadline: pickup + hours }
    case 6:
      return { ...asked, type: 'immediate', units: 1 + draw(9), deadline: pickup + 180 + 60 * draw(4) }
    default:
      return asked
  }
}

type Kind = Act['kind']

/** What was just decided can be taken back, or given a reason, for minutes alone: else there would hardly be one. */
function kindsFor({ status, decision }: Life, draw: Draw): readonly Kind[] {
  if (decision !== null && draw(3) === 0)
    return status === 'hospital-admin-rejected' ? ['say why', 'say why', 'undo'] : ['undo']
  return draw(4) === 0 ? anything : likely[status]
}

const anything: readonly Kind[] = [
  'approve',
  'reject',
  'cancel',
  'undo',
  'amend',
  'say why',
  'four eyes',
  'link',
  'refuse',
  'step',
  'again',
  'move',
  'approve reservation',
  'approve invoice',
  'regenerate',
  'upload',
  'sweep',
  'bill',
]
const onTheWay: readonly Kind[] = ['step', 'step', 'step', 'step', 'step', 'again', 'link', 'sweep', 'move']
const over: readonly Kind[] = ['move', 'move', 'link', 'step', 'upload', 'sweep', 'approve reservation']
const likely: Record<Status, readonly Kind[]> = {
  pending: [
    ...(['approve', 'approve', 'approve', 'approve', 'reject', 'reject', 'cancel', 'sweep'] as const),
    ...(['amend', 'amend', 'four eyes'] as const),
  ],
  'hospital-admin-approved': ['link', 'link', 'link', 'link', 'cancel', 'sweep', 'step'],
  'bloodbank-approved': ['refuse', 'refuse', 'link', 'approve reservation', 'step', 'step', 'sweep'],
  'reservation-approved': onTheWay,
  'sample-acquired': onTheWay,
  'cross-matching': onTheWay,
  issued: onTheWay,
  'partially-completed': onTheWay,
  'delivery-completed': ['approve invoice', 'approve invoice', 'regenerate', 'link', 'step', 'sweep'],
  completed: ['bill', 'bill', 'link', 'regenerate', 'upload', 'step', 'step', 'move'],
  cancelled: over,
  'hospital-admin-rejected': ['say why', 'undo', ...over],
  'bloodbank-rejected': over,
}

/** Mostly the next one by the one who drives; sometimes told late, by a former driver, out of turn. */
function stepFrom(life: Life, draw: Draw, people: People): Act {
  const open = life.deliveries.findIndex(({ at }) => at === null)
  const seq = draw(6) === 0 || open === -1 ? 1 + draw(life.deliveries.length + 1) : open + 1
  const step = draw(5) === 0 ? pick(steps, draw) : nextStep(life, seq, draw)
  const former = life.drivers.length > 0 ? pick(life.drivers, draw) : pick(people.drivers, draw)
  const driver =
    draw(4) === 0 ? (draw(4) === 0 ? pick(people.drivers, draw) : former) : (life.driver ?? former)
  return { kind: 'step', driver, seq, step, ago: draw(3) === 0 ? draw(300) : 0 }
}

function nextStep(life: Life, seq: number, draw: Draw): Step {
  const done = doneOf(life, Math.min(seq, life.deliveries.length))
  if (done.length === 0 && seq > 1 && draw(3) > 0) return 'issued'
  return steps[steps.findLastIndex((one) => done.includes(one)) + 1] ?? 'delivered'
}

function moveFrom(draw: Draw): Act {
  return {
    kind: 'move',
    status: pick(statuses, draw),
    ...(draw(4) === 0 ? { note: `note ${draw(100)}` } : {}),
    ...(draw(5) === 0 ? { text: `At Gate ${draw(10)}` } : {}),
  }
}

/** One line of a life, to be read by people. */
export function told(act: Act): string {
  switch (act.kind) {
    case 'link':
      return `the provider links ${act.bank} and ${act.driver}`
    case 'refuse':
      return `${act.bank} refuses`
    case 'step':
      return `${act.driver} tells of delivery ${act.seq}: ${act.step}${act.ago > 0 ? `, ${act.ago} minutes ago` : ''}`
    case 'again':
      return 'the driver sends the last report again'
    case 'move':
      return `Update DB: ${act.status}${act.text ? `, delivery status "${act.text}"` : ''}${act.note ? `, note "${act.note}"` : ''}`
    case 'upload':
      return `the provider uploads the ${act.party} invoice`
    case 'sweep':
      return 'the minute comes'
    case 'bill':
      return 'the worker makes the invoices that wait'
    case 'approve':
    case 'reject':
    case 'cancel':
    case 'undo':
      return `the ${act.by}: ${act.kind}`
    case 'say why':
      return `the ${act.by} says why: ${act.why}${act.note ? `, "${act.note}"` : ''}`
    case 'amend':
      return `the ${act.by} amends to ${form(act.asked)}`
    case 'four eyes':
      return `${act.hospital} ${act.isNeeded ? 'wants' : 'does without'} four eyes`
    default:
      return `the provider: ${act.kind}`
  }
}

export const asked = (wish: Wish): string => `the ${wish.by} of ${wish.hospital} raises ${form(wish)}`

const form = ({ type, component, units, pickup, deadline }: Asked): string =>
  `${units} ${component}, ${type}, pickup ${clock(pickup)}, deadline ${clock(deadline)}`
