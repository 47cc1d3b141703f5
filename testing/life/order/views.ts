import type { Asked, Life, Party, Status } from './life.ts'
import { doneOf, isStillOut, underWay } from './model.ts'

/** What one order is on every screen there is. Null where it is not on that screen. */
export type Seen = {
  /** Of the hospital that raised it. */
  requestStatus: {
    status: string
    outcome: string | null
    invoice: boolean
    /** Why it was rejected. */
    why: string | null
    isBySameHands: boolean
    amended: { at: number; fields: readonly (keyof Asked)[] } | null
  }
  approval: boolean
  /** What the approver's page says of the hospital. */
  needsFourEyes: boolean
  /** As the hospital and as the provider read it. */
  asked: { hospital: Asked; provider: Asked }
  deliveryStatus: {
    text: string
    outcome: string | null
    deliveredAt: number | null
    deliveries: { units: number; state: string; deliveredAt: number | null }[]
  } | null
  liveStatus: { status: string; text: string } | null
  /** Of the provider. */
  orders: {
    status: string
    outcome: string | null
    bank: string | null
    driver: string | null
    note: string
    refusedBy: string[]
    isExpired: boolean
    invoices: Party[]
    billedAs: 'NORMAL' | 'RESERVATION_DECLINED'
    mayApproveReservation: boolean
    mayApproveInvoice: boolean
    mayRegenerate: boolean
  }
  /** Drivers' Order Status, of those who have it in a list. */
  drivers: { [driver: string]: { status: string; isOngoing: boolean } }
  /** Issuing History of the banks that have it. */
  banks: { [bank: string]: { status: string; outcome: string | null; invoice: boolean; mayRefuse: boolean } }
  /** The page of the driver who has it: what was done of each delivery. */
  driving: { [driver: string]: string[][] }
}

/** §4.1: the bank's id in the place of the word. */
const statusText = ({ status, bank }: Life): string =>
  bank === null ? status : status.replace('bloodbank', bank)

/** §4.2, AMB-211. */
function outcomeOf({ status, isNotTaken, isLate }: Life): string | null {
  if (status !== 'completed') return null
  if (isNotTaken) return 'The reservation was not taken'
  return isLate ? 'Sorry, the order was slightly delayed' : 'Delivery Completed Before Deadline'
}

const askedOf = ({ component, units, type, pickup, deadline }: Asked): Asked => ({
  ...{ component, units, type },
  ...{ pickup, deadline },
})

const isOneOf = ({ status }: Life, ...among: Status[]): boolean => among.includes(status)

/** What everybody should see of it. */
export function seenOf(life: Life, now: number): Seen {
  const status = statusText(life)
  const outcome = outcomeOf(life)
  const isOver = isOneOf(life, 'cancelled', 'completed')
  const isHandedOut = isOver || life.status === 'delivery-completed'
  const isOfThisBank = life.bankInvoice !== null && life.bankInvoice === life.bank
  const isOngoing = !isOneOf(
    life,
    'pending',
    'hospital-admin-rejected',
    'cancelled',
    'bloodbank-rejected',
    'completed',
  )
  return {
    requestStatus: {
      status,
      outcome,
      invoice: isOver && life.hospitalInvoice,
      why: life.why,
      isBySameHands:
        life.approvedBy === life.raisedBy && !isOneOf(life, 'pending', 'hospital-admin-rejected'),
      amended: life.amended,
    },
    approval: life.status === 'pending',
    needsFourEyes: life.needsFourEyes,
    asked: { hospital: askedOf(life), provider: askedOf(life) },
    deliveryStatus: isOneOf(life, 'pending', 'hospital-admin-rejected')
      ? null
      : {
          text: life.text,
          outcome: outcome ?? (isOneOf(life, 'bloodbank-rejected', 'cancelled') ? status : null),
          deliveredAt: life.delivered,
          deliveries: life.deliveries.map(({ units, state, at }) => ({ units, state, deliveredAt: at })),
        },
    liveStatus: isOneOf(life, 'bloodbank-approved', 'hospital-admin-approved', 'partially-completed')
      ? { status, text: life.text }
      : null,
    orders: {
      status,
      outcome,
      bank: life.bank,
      driver: life.driver,
      note: life.note,
      refusedBy: life.refusedBy,
      isExpired: life.isExpired,
      invoices: [
        ...(isHandedOut && life.hospitalInvoice ? (['hospital'] as const) : []),
        ...(isHandedOut && isOfThisBank ? (['bloodbank'] as const) : []),
      ],
      billedAs: life.isNotTaken ? 'RESERVATION_DECLINED' : 'NORMAL',
      mayApproveReservation:
        life.type === 'reservation' &&
        !isOneOf(life, 'hospital-admin-approved', 'reservation-approved', 'completed') &&
        now >= life.pickup - 30 * 60 &&
        now <= life.deadline + 60,
      mayApproveInvoice: life.status === 'delivery-completed',
      mayRegenerate: isOneOf(life, 'delivery-completed', 'completed'),
    },
    drivers: Object.fromEntries(life.drivers.map((driver) => [driver, { status, isOngoing }])),
    banks:
      life.bank === null
        ? {}
        : {
            [life.bank]: {
              status,
              outcome,
              invoice: isOver && isOfThisBank,
              mayRefuse: life.status === 'bloodbank-approved',
            },
          },
    driving:
      life.driver !== null && (underWay.includes(life.status) || isStillOut(life))
        ? { [life.driver]: life.deliveries.map((_, index) => doneOf(life, index + 1)) }
        : {},
  }
}
