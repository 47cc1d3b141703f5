/**
 * The life of an order, written down a second time: from the specification (§4, §5.2 to 5.4) and the rulings, in as few
 * and plain rules as will do, and without a line of the product's own. Where the two disagree, one of them is wrong.
 *
 * A time is in minutes since midnight in India of the first day. Acts happen at half minutes and deadlines are whole
 * ones, so that nothing hangs on who comes first in the same instant.
 */
import { amend, approve, cancel, reject, sayWhy, undo } from './hospital.ts'
import {
  type Act,
  type Answer,
  type Delivery,
  type Life,
  type Party,
  type Status,
  type Step,
  steps,
} from './life.ts'

/** Does it to the life, or refuses and leaves it as it was. */
export function happens(life: Life, act: Act, now: number): Answer {
  const answer = does(life, act, now)
  // nobody takes back a decision over what came after it (AMB-242)
  if (answer === 'done' && meddling.includes(act.kind)) life.decision = null
  return answer
}

const meddling: readonly Act['kind'][] = [
  'cancel',
  'undo',
  'amend',
  'link',
  'refuse',
  'move',
  'approve reservation',
  'upload',
]

function does(life: Life, act: Act, now: number): Answer {
  switch (act.kind) {
    case 'approve':
      return approve(life, act.by, now)
    case 'reject':
      return reject(life, act.by, now)
    case 'cancel':
      return cancel(life)
    case 'undo':
      return undo(life, act.by, now)
    case 'say why':
      return sayWhy(life, act, now)
    case 'amend':
      return amend(life, act, now)
    case 'four eyes':
      if (act.hospital !== life.hospital || act.isNeeded === life.needsFourEyes) return 'refused'
      life.needsFourEyes = act.isNeeded
      return 'done'
    case 'link':
      return link(life, act, now)
    case 'refuse':
      return refuse(life, act.bank)
    case 'step':
      life.report = { act, doneAt: now - act.ago, answer: tell(life, act, now - act.ago) }
      return life.report.answer
    case 'again':
      return tellAgain(life)
    case 'move':
      return move(life, act, now)
    case 'approve reservation':
      return approveReservation(life, now)
    case 'approve invoice':
      if (life.status !== 'delivery-completed' || life.bank === null) return 'refused'
      complete(life, now)
      return 'done'
    case 'regenerate':
      if (!isBillable(life)) return 'refused'
      life.hospitalInvoice = true
      life.bankInvoice = life.bank
      return 'done'
    case 'upload':
      return upload(life, act.party)
    case 'sweep':
      return sweep(life, now)
    case 'bill':
      return bill(life)
  }
}

/** It goes nowhere, whoever is linked to it. */
const isOver = ({ status }: Life): boolean =>
  ['hospital-admin-rejected', 'bloodbank-rejected', 'cancelled', 'completed'].includes(status)

/** §4.2 and §5.4. */
function link(life: Life, { bank, driver }: Extract<Act, { kind: 'link' }>, now: number): Answer {
  if (life.status === 'pending') return 'refused'
  if (life.bank === bank && life.driver === driver) return 'refused'
  const former = life.driver
  if (life.bank !== bank) life.linked = now
  life.bank = bank
  life.driver = driver
  if (!life.drivers.includes(driver)) life.drivers.push(driver)
  if (life.status === 'hospital-admin-approved') life.status = 'bloodbank-approved'
  if (isOver(life) && !isStillOut(life)) return 'done'
  life.messages.push(`sms ${driver} yours`)
  if (former !== null && former !== driver) life.messages.push(`sms ${former} not yours`)
  return 'done'
}

/** AMB-212. */
function refuse(life: Life, bank: string): Answer {
  if (life.bank !== bank) return life.refusedBy.includes(bank) ? 'refused' : 'unknown'
  if (life.status !== 'bloodbank-approved') return 'refused'
  life.messages.push('mail refuse')
  if (life.driver !== null) life.messages.push(`sms ${life.driver} not yours`)
  life.status = 'hospital-admin-approved'
  life.bank = null
  life.driver = null
  life.refusedBy = [...life.refusedBy.filter((one) => one !== bank), bank]
  return 'done'
}

/** What Update DB says in a driver's words (AMB-213). */
const inDriversWords: Partial<Record<Status, string>> = {
  'sample-acquired': 'sample acquired',
  'cross-matching': 'cross matching',
  issued: 'issued',
  'partially-completed': 'partly delivered',
  'delivery-completed': 'delivered',
  completed: 'delivered',
}

/** Whoever sets one of these says that somebody has begun with it. */
const taken: readonly Status[] = [
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
  'delivery-completed',
]

/** §4.2, §5.3. */
function move(life: Life, { status, note, text }: Extract<Act, { kind: 'move' }>, now: number): Answer {
  const needsBank = ['bloodbank-approved', 'partially-completed', 'completed'].includes(status)
  if (needsBank && life.bank === null) return 'refused'
  const before = life.status
  const open = life.deliveries.filter(({ at }) => at === null)
  if (taken.includes(status)) life.isNotTaken = false
  if (status === 'completed') complete(life, now)
  else if (status === 'delivery-completed') deliver(life, now)
  // never the last of them: that would be all (AMB-65)
  else if (status === 'partially-completed' && open[0] && open[0] !== life.deliveries.at(-1))
    close(open[0], now)
  life.status = status
  // it was said of that rejection
  if (status !== 'hospital-admin-rejected') life.why = null
  const word = inDriversWords[status]
  if (word !== undefined && !(status === 'completed' && life.isNotTaken)) {
    life.text = word
    if (open[0] && steps.includes(word as Step) && word !== 'delivered') open[0].state = word
  }
  if (text !== undefined) life.text = text.toLowerCase()
  if (note !== undefined) life.note = note
  setGoing(life, before)
  return 'done'
}

/** By the provider's word somebody has it to carry again. */
function setGoing(life: Life, before: Status): void {
  const wasGoing = underWay.includes(before) || before === 'delivery-completed'
  if (!wasGoing && underWay.includes(life.status) && life.driver !== null)
    life.messages.push(`sms ${life.driver} yours`)
}

function close(delivery: Delivery, now: number): void {
  delivery.at = now
  delivery.state = 'delivered'
}

/** By somebody's word all of it is there. The first time counts (AMB-55). */
function deliver(life: Life, now: number): void {
  for (const delivery of life.deliveries) if (delivery.at === null) close(delivery, now)
  if (life.delivered === null) arrive(life, now)
}

function arrive(life: Life, at: number): void {
  life.delivered = at
  life.isLate = at > life.deadline
}

/** AMB-53: the first completion alone brings invoices. What nobody took is not delivered by being completed again. */
function complete(life: Life, now: number): void {
  if (!life.isNotTaken) deliver(life, now)
  end(life)
}

function end(life: Life): void {
  life.status = 'completed'
  if (!life.wasCompleted) life.isToBill = true
  life.wasCompleted = true
}

/** §4.2: from 30 hours before the pickup to an hour after the deadline. */
function approveReservation(life: Life, now: number): Answer {
  const isSettled = ['hospital-admin-approved', 'reservation-approved', 'completed'].includes(life.status)
  if (life.type !== 'reservation' || isSettled) return 'refused'
  if (now < life.pickup - 30 * 60 || now > life.deadline + 60) return 'refused'
  const before = life.status
  life.status = 'reservation-approved'
  life.why = null
  life.messages.push('mail reservation')
  setGoing(life, before)
  return 'done'
}

/** AMB-14, AMB-211, AMB-56: what the clock brings an hour after the deadline. */
function sweep(life: Life, now: number): Answer {
  if (now < life.deadline + 60) return 'refused'
  if (life.status === 'pending' || life.status === 'hospital-admin-approved') {
    if (life.isExpired) return 'refused'
    life.isExpired = true
    return 'done'
  }
  if (life.type !== 'reservation' || life.bank === null || isOver(life)) return 'refused'
  if (!life.wasCompleted)
    life.isNotTaken = life.status === 'bloodbank-approved' && life.deliveries.every(({ at }) => at === null)
  if (life.delivered === null) life.isLate = !life.isNotTaken
  end(life)
  return 'done'
}

/** The order is this driver's to see and to tell about. */
export const isDriven = (life: Life): boolean => {
  if (isStillOut(life)) return true
  return [...underWay, 'delivery-completed'].includes(life.status)
}

/** AMB-211: completed, though something is still on the road. */
export const isStillOut = (life: Life): boolean =>
  life.status === 'completed' && !life.isNotTaken && life.deliveries.some(({ at }) => at === null)

export const underWay: readonly string[] = [
  'bloodbank-approved',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
]

/** What was done of each delivery: told by drivers, or said by the provider of the one under way. */
export function doneOf(life: Life, seq: number): Step[] {
  const delivery = life.deliveries[seq - 1]
  if (!delivery) return []
  const isTold = (step: string) => delivery.told.some((one) => one.step === step)
  const isOpen = delivery === life.deliveries.find(({ at }) => at === null)
  const said = isOpen ? saidOf(life, delivery, isTold) : undefined
  return steps.filter((step, at) => {
    if (step === 'delivered' && delivery.at !== null) return true
    return isTold(step) || at <= steps.indexOf(said as Step)
  })
}

/** The clock says nothing of it: what the provider said before still holds. */
function saidOf(
  { status }: Life,
  { state }: Delivery,
  isTold: (step: string) => boolean,
): string | undefined {
  if (status === 'completed') return isTold(state) ? undefined : state
  return status === 'sample-acquired' || status === 'cross-matching' || status === 'issued'
    ? inDriversWords[status]
    : undefined
}

/** What was heard is answered as it was; what was not, is heard now. */
function tellAgain(life: Life): Answer {
  const { report } = life
  if (report === null) return 'unknown'
  if (report.answer === 'refused' || report.answer === 'unknown')
    report.answer = tell(life, report.act, report.doneAt)
  return report.answer
}

/** AMB-64, 65 and decision 20: a driver's report is kept, whatever became of the order. */
function tell(life: Life, { driver, seq, step }: Extract<Act, { kind: 'step' }>, doneAt: number): Answer {
  const delivery = life.deliveries[seq - 1]
  if (!life.drivers.includes(driver)) return 'unknown'
  if (!delivery) return 'refused'
  // what is kept aside has happened all the same
  life.decision = null
  if (life.driver !== driver) return 'reassigned'
  if (!isDriven(life)) return 'closed'
  if (delivery.told.some((one) => one.step === step)) return 'done'
  const at = Math.max(doneAt, life.linked, ...toldBefore(life, seq, step))
  const done = doneOf(life, seq)
  if (done.includes(step) || done.includes('delivered')) {
    delivery.told.push({ step, at })
    return 'done'
  }
  if (!mayBeNext(life, seq, step)) return 'refused'
  life.isNotTaken = false
  delivery.told.push({ step, at })
  delivery.state = step
  life.text = step
  if (step === 'delivered') delivery.at = at
  follow(life, step, at)
  return 'done'
}

function toldBefore({ deliveries }: Life, seq: number, step: Step): number[] {
  const rank = (one: number, other: Step) => one * steps.length + steps.indexOf(other)
  return deliveries.flatMap(({ told }, index) =>
    told.filter((one) => rank(index + 1, one.step) < rank(seq, step)).map(({ at }) => at),
  )
}

/** One delivery after the other; the sample of the first serves the later ones unless the bank asks for a new one. */
function mayBeNext(life: Life, seq: number, step: Step): boolean {
  if (life.deliveries.findIndex((_, index) => !doneOf(life, index + 1).includes('delivered')) !== seq - 1)
    return false
  const done = doneOf(life, seq)
  const next = steps[steps.findLastIndex((one) => done.includes(one)) + 1]
  return step === next || (done.length === 0 && seq > 1 && step === 'issued')
}

/** The status follows the driver and never goes back; what the clock has completed stays so (AMB-211). */
function follow(life: Life, step: Step, at: number): void {
  const isAllThere = life.deliveries.every((one) => one.at !== null)
  if (isAllThere && life.delivered === null) arrive(life, at)
  if (life.status === 'completed') return
  const said = {
    'sample acquired': 'sample-acquired',
    'cross matching': 'cross-matching',
    issued: 'issued',
  } as const
  const reached = isAllThere
    ? 'delivery-completed'
    : step === 'delivered'
      ? 'partially-completed'
      : said[step]
  const order = [...underWay, 'delivery-completed']
  if (order.indexOf(reached) > order.indexOf(life.status)) life.status = reached
}

/** §4.2, AMB-58: delivered or completed, by a bank. */
const isBillable = ({ status, bank }: Life): boolean =>
  (status === 'delivery-completed' || status === 'completed') && bank !== null

/** What is missing is made, what somebody uploaded stays. */
function bill(life: Life): Answer {
  if (!life.isToBill) return 'refused'
  life.isToBill = false
  if (!isBillable(life)) return 'done'
  life.hospitalInvoice = true
  life.bankInvoice = life.bank
  return 'done'
}

/** AMB-100, 102. */
function upload(life: Life, party: Party): Answer {
  if (party === 'bloodbank' && life.bank === null) return 'refused'
  if (party === 'hospital') life.hospitalInvoice = true
  else life.bankInvoice = life.bank
  return 'done'
}
