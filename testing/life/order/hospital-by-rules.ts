import { amend, whyNotAmend, whyNotAmendable } from '#domain/requests/amending.ts'
import { approve, isBySameHands, reject, whyNotApprove, whyNotReject } from '#domain/requests/approving.ts'
import { cancel, whyNotCancel } from '#domain/requests/cancelling.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { explain, whyNotExplain } from '#domain/requests/explaining.ts'
import type { RaiseDraft } from '#domain/requests/raising.ts'
import type { AmendedField, BloodRequest, Delivery, RejectionReason } from '#domain/requests/request.ts'
import { rejectionText } from '#domain/requests/showing.ts'
import { type LastAct, undoDecision, whyNotUndo } from '#domain/requests/undoing.ts'
import { aDraft } from '../../makers/makers.ts'
import { instantAt, minuteAt } from '../time.ts'
import type { Act, Answer, Asked, reasons } from './life.ts'
import type { Seen } from './views.ts'

/** What hands of a hospital change, and the last event that says whether something can be undone. */
export type InHands = {
  request: BloodRequest
  deliveries: Delivery[]
  last: LastAct | undefined
  undone: number
}

type HospitalAct = Extract<
  Act,
  { kind: 'approve' | 'reject' | 'cancel' | 'undo' | 'say why' | 'amend'; by: unknown }
>

export const isHospitalAct = (act: Act): act is HospitalAct => 'by' in act

export function actAtHospital(order: InHands, act: HospitalAct, needsFourEyes: boolean, now: Date): Answer {
  const { request } = order
  const by = { accountId: act.by, now, seen: request.version }
  const last = order.last && { ...order.last, undone: order.undone }
  switch (act.kind) {
    case 'approve': {
      const approver = { isApprovingBlocked: false, accountId: act.by, needsFourEyes }
      return unless(whyNotApprove(request, approver, now), () =>
        decided(order, approve(request, now, act.by), 'request-approved', by),
      )
    }
    case 'reject':
      return unless(whyNotReject(request), () => decided(order, reject(request, now), 'request-rejected', by))
    case 'cancel':
      return unless(whyNotCancel(request, 'not wanted'), () => {
        order.request = cancel(request, now)
      })
    case 'undo':
      return unless(whyNotUndo(request, last, by), () => {
        decided(order, undoDecision(request, now), 'decision-undone', by)
        order.undone++
      })
    case 'say why': {
      const told = { why: codeOf[act.why], note: act.note }
      return unless(whyNotExplain(request, last, told, by), () =>
        decided(order, explain(request, told, now), 'rejection-explained', {
          ...by,
          now: last?.at ?? now,
        }),
      )
    }
    case 'amend': {
      const draft = draftOf(act.asked, now)
      return unless(whyNotAmendable(request) ?? whyNotAmend(request, draft, now), () => {
        order.request = amend(request, draft, by)
        order.deliveries = splitInto(order.request.units)
      })
    }
  }
}

/** As the trail has it. */
function decided(
  order: InHands,
  after: BloodRequest,
  kind: string,
  { accountId, now }: { accountId: string; now: Date },
): void {
  const { status: from } = order.request
  order.last = { kind, by: accountId, at: now, from, version: after.version, undone: 0 }
  order.request = after
}

export const splitInto = (units: number): Delivery[] =>
  deliveriesFor(units).map((part, at) => ({ seq: at + 1, units: part, state: '-', deliveredAt: null }))

export const codeOf: Record<(typeof reasons)[number], RejectionReason> = {
  Duplicate: 'duplicate',
  'Wrong group': 'wrong-group',
  'Wrong patient': 'wrong-patient',
  'Not needed': 'not-needed',
  Other: 'other',
}

/** The form as somebody fills it in. */
export const draftOf = (
  { component, units, type, pickup, deadline }: Asked,
  now: Date,
  change: Partial<RaiseDraft> = {},
): RaiseDraft =>
  aDraft(now, {
    ...change,
    ...{ component, units, orderType: type },
    pickupAt: instantAt(pickup),
    deadlineAt: instantAt(deadline),
    reservationHours: type === 'reservation' ? (((deadline - pickup) / 60) as 6) : null,
  })

type Row = Parameters<typeof rejectionText>[0] &
  Parameters<typeof isBySameHands>[0] &
  Pick<BloodRequest, 'amendedAt' | 'amendedFields'>

/** What a row of the hospital says of its people's acts. */
export const handsIn = (row: Row): Pick<Seen['requestStatus'], 'why' | 'isBySameHands' | 'amended'> => ({
  why: rejectionText(row),
  isBySameHands: isBySameHands(row),
  amended:
    row.amendedAt === null
      ? null
      : { at: minuteAt(row.amendedAt) ?? 0, fields: row.amendedFields.map(nameOf) },
})

/** Nothing else of the form is amended in these lives. */
function nameOf(field: AmendedField): keyof Asked {
  if (field === 'component' || field === 'units') return field
  const names: Partial<Record<AmendedField, keyof Asked>> = {
    orderType: 'type',
    pickupAt: 'pickup',
    deadlineAt: 'deadline',
  }
  const name = names[field]
  if (name === undefined) throw new Error(`${field} was not amended`)
  return name
}

type AskedRow = Pick<BloodRequest, 'component' | 'units' | 'orderType' | 'pickupAt' | 'deadlineAt'>

export const askedOf = ({ component, units, orderType, pickupAt, deadlineAt }: AskedRow): Asked => ({
  component: component as Asked['component'],
  units,
  type: orderType,
  pickup: wholeMinuteAt(pickupAt),
  deadline: wholeMinuteAt(deadlineAt),
})

/** What the form knows has no seconds. */
const wholeMinuteAt = (at: Date): number => (minuteAt(at) ?? 0) - 0.5

export function unless(refusal: unknown, act: () => void): Answer {
  if (refusal) return 'refused'
  act()
  return 'done'
}
