/** What people of a hospital do with its order; like the rest of the model, without a line of the product's own. */
import { type Act, type Answer, type Asked, type Decider, type Life, split } from './life.ts'

/** Hours of platelets: both ends included, to the minute. */
const isBetween = (now: number, from: number, to: number): boolean =>
  Math.floor(now % 1440) >= from && Math.floor(now % 1440) <= to

/** §5.2 and AMB-03: platelets of one donor only from 8:00 to 18:00, now and at the pickup. AMB-294, AMB-313. */
export function approve(life: Life, by: Decider, now: number): Answer {
  const isOpen = (at: number) => isBetween(at, 8 * 60, 18 * 60)
  if (life.status !== 'pending') return 'refused'
  if (life.component === 'SDP' && !(isOpen(now) && isOpen(life.pickup))) return 'refused'
  if (life.needsFourEyes && life.writtenBy === by) return 'refused'
  life.status = 'hospital-admin-approved'
  life.approvedBy = by
  life.decision = { by, at: now }
  life.messages.push('mail approve', 'sms approval')
  return 'done'
}

export function reject(life: Life, by: Decider, now: number): Answer {
  if (life.status !== 'pending') return 'refused'
  life.status = 'hospital-admin-rejected'
  life.decision = { by, at: now }
  life.messages.push('sms approval')
  return 'done'
}

/** AMB-60; the provider is told if it was asked to link a bank. */
export function cancel(life: Life): Answer {
  if (life.status === 'hospital-admin-approved') life.messages.push('mail cancel')
  else if (life.status !== 'pending') return 'refused'
  life.status = 'cancelled'
  return 'done'
}

/** AMB-242: ten minutes, who decided, and nothing has happened to it since. */
const isTheirsStill = ({ decision }: Life, by: Decider, now: number): boolean =>
  decision !== null && decision.by === by && now <= decision.at + 10

/** AMB-242, AMB-275: whoever was told of the decision hears of it, and five times are enough. */
export function undo(life: Life, by: Decider, now: number): Answer {
  if (!isTheirsStill(life, by, now) || life.undone === 5) return 'refused'
  if (life.status === 'hospital-admin-approved') {
    life.approvedBy = null
    life.messages.push('mail undo')
  }
  life.messages.push('sms approval')
  life.status = 'pending'
  life.why = null
  life.undone++
  return 'done'
}

/** AMB-295: once, and in the time of its undo, which is that of the rejection. */
export function sayWhy(
  life: Life,
  { by, why, note }: Extract<Act, { kind: 'say why' }>,
  now: number,
): Answer {
  if (life.status !== 'hospital-admin-rejected' || life.why !== null) return 'refused'
  if (!isTheirsStill(life, by, now)) return 'refused'
  if (why === 'Other' && note === '') return 'refused'
  life.why = why === 'Other' ? note : why
  life.messages.push('sms approval')
  return 'done'
}

/** AMB-296. Nobody who was told of the raise is told anything new. */
export function amend(life: Life, { by, asked }: Extract<Act, { kind: 'amend' }>, now: number): Answer {
  // what a bank has, or of which a delivery says something, is as it is
  if (life.status !== 'pending' || life.bank !== null || life.text !== '-') return 'refused'
  const fields = formOrder.filter((field) => asked[field] !== life[field])
  if (fields.length === 0 || !isRight(asked, fields, now)) return 'refused'
  Object.assign(life, asked)
  life.deliveries = split(asked.units)
  life.isExpired &&= now >= asked.deadline + 60
  life.writtenBy = by
  const before = life.amended?.fields ?? []
  life.amended = { at: now, fields: formOrder.filter((one) => fields.includes(one) || before.includes(one)) }
  return 'done'
}

const formOrder: readonly (keyof Asked)[] = ['component', 'units', 'type', 'pickup', 'deadline']

/** §5.1, of what is new alone: a reservation's deadline follows from its hours, so only an immediate one can be wrong. */
function isRight(asked: Asked, fields: readonly string[], now: number): boolean {
  const isNew = (...some: (keyof Asked)[]) => some.some((one) => fields.includes(one))
  const { component, units, type, pickup, deadline } = asked
  const daysTo = (at: number) => Math.floor(at / 1440) - Math.floor(now / 1440)
  if (units < 1 || units > 30) return false
  if (isNew('pickup')) {
    if (pickup < Math.floor(now) + 30 || daysTo(pickup) > 7) return false
    if (daysTo(pickup) === 7 && pickup % 1440 >= 21 * 60) return false
  }
  if (type === 'immediate' && isNew('pickup', 'deadline', 'type'))
    if (deadline < now || deadline < pickup + 180 || daysTo(deadline) > 7) return false
  const isAskedNow = component === 'SDP' && isNew('component', 'pickup', 'deadline')
  return !isAskedNow || isBetween(now, 8 * 60, 16 * 60 + 30)
}
