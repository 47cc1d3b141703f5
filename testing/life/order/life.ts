/** What there is to say about an order. A time is in minutes since midnight in India of the first day. */
export const statuses = [
  'pending',
  'hospital-admin-approved',
  'hospital-admin-rejected',
  'bloodbank-approved',
  'bloodbank-rejected',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
  'delivery-completed',
  'completed',
  'cancelled',
] as const
export type Status = (typeof statuses)[number]

export const steps = ['sample acquired', 'cross matching', 'issued', 'delivered'] as const
export type Step = (typeof steps)[number]

export type Party = 'hospital' | 'bloodbank'

export type Wish = {
  readonly hospital: string
  readonly type: 'immediate' | 'reservation'
  readonly component: 'PRBC' | 'SDP'
  readonly units: number
  readonly pickup: number
  readonly deadline: number
}

export type Act =
  | { readonly kind: 'approve' | 'reject' | 'cancel' }
  | { readonly kind: 'link'; readonly bank: string; readonly driver: string }
  | { readonly kind: 'refuse'; readonly bank: string }
  | {
      readonly kind: 'step'
      readonly driver: string
      readonly seq: number
      readonly step: Step
      /** So many minutes ago, without a signal; 0 is told as it is done. */
      readonly ago: number
    }
  /** The driver's last report once more: the answer to it was lost on the way. */
  | { readonly kind: 'again' }
  | { readonly kind: 'move'; readonly status: Status; readonly note?: string; readonly text?: string }
  | { readonly kind: 'approve reservation' | 'approve invoice' | 'regenerate' }
  | { readonly kind: 'upload'; readonly party: Party }
  /** The minute comes. */
  | { readonly kind: 'sweep' }
  /** The worker makes the invoices that wait to be made. */
  | { readonly kind: 'bill' }

/** What whoever acts is answered. */
export type Answer = 'done' | 'refused' | 'unknown' | 'reassigned' | 'closed'

export type Delivery = {
  readonly units: number
  state: string
  at: number | null
  readonly told: { readonly step: Step; readonly at: number }[]
}

export type Life = Wish & {
  status: Status
  bank: string | null
  driver: string | null
  linked: number
  /** Whoever was its driver, each once. */
  readonly drivers: string[]
  /** Each once, the last one last. */
  refusedBy: string[]
  readonly deliveries: Delivery[]
  text: string
  note: string
  delivered: number | null
  isLate: boolean
  /** By the clock, before anybody had begun with it; so it is billed (AMB-89, 211). */
  isNotTaken: boolean
  isExpired: boolean
  wasCompleted: boolean
  /** The worker has to bill it. */
  isToBill: boolean
  hospitalInvoice: boolean
  /** The bank whose name is on it. */
  bankInvoice: string | null
  /** What a driver told last, when it was done, and what the answer was. */
  report: { readonly act: Extract<Act, { kind: 'step' }>; readonly doneAt: number; answer: Answer } | null
  /** Kind and recipient of each, as they were caused. */
  readonly messages: string[]
}

/** §4.2: pending, and split into deliveries of at most 3 units. */
export function raised(wish: Wish, now: number): Life {
  const sizes = Array.from({ length: Math.ceil(wish.units / 3) }, (_, at) => Math.min(3, wish.units - at * 3))
  return {
    ...wish,
    status: 'pending',
    bank: null,
    driver: null,
    linked: now,
    drivers: [],
    refusedBy: [],
    deliveries: sizes.map((units) => ({ units, state: '-', at: null, told: [] })),
    text: '-',
    note: '-',
    delivered: null,
    isLate: false,
    isNotTaken: false,
    isExpired: false,
    wasCompleted: false,
    isToBill: false,
    hospitalInvoice: false,
    bankInvoice: null,
    report: null,
    messages: ['mail raise', 'sms raised'],
  }
}
