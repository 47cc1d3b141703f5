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

/** Who there is at a hospital: two who decide, and one who raises alone. */
export const deciders = ['chief', 'deputy'] as const
export const hands = [...deciders, 'nurse'] as const
export type Decider = (typeof deciders)[number]
export type Hand = (typeof hands)[number]

/** What the form asks for, as far as a life hangs on it; in its order. */
export type Asked = {
  component: 'PRBC' | 'SDP'
  units: number
  type: 'immediate' | 'reservation'
  pickup: number
  deadline: number
}

export type Wish = Readonly<Asked> & { readonly hospital: string; readonly by: Hand }

/** AMB-295: four to press, and what is written out. */
export const reasons = ['Duplicate', 'Wrong group', 'Wrong patient', 'Not needed', 'Other'] as const

export type Act =
  | { readonly kind: 'approve' | 'reject' | 'cancel' | 'undo'; readonly by: Decider }
  | { readonly kind: 'amend'; readonly by: Hand; readonly asked: Readonly<Asked> }
  | {
      readonly kind: 'say why'
      readonly by: Decider
      readonly why: (typeof reasons)[number]
      readonly note: string
    }
  /** Of the hospital's setting, for all of its orders. */
  | { readonly kind: 'four eyes'; readonly hospital: string; readonly isNeeded: boolean }
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

export type Life = Omit<Wish, 'by' | keyof Asked> &
  Asked &
  HospitalsPart & {
    status: Status
    bank: string | null
    driver: string | null
    linked: number
    /** Whoever was its driver, each once. */
    readonly drivers: string[]
    /** Each once, the last one last. */
    refusedBy: string[]
    deliveries: Delivery[]
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

/** What people of the hospital did, and what they want of each other. */
type HospitalsPart = {
  readonly raisedBy: Hand
  /** Whose words are to be approved (AMB-313). */
  writtenBy: Hand
  approvedBy: Decider | null
  /** The last decision, while nothing else has happened to the order. */
  decision: { readonly by: Decider; readonly at: number } | null
  /** How often one was taken back. */
  undone: number
  /** Of the rejection that holds, as it is read. */
  why: string | null
  amended: { readonly at: number; readonly fields: readonly (keyof Asked)[] } | null
  needsFourEyes: boolean
}

/** §4.2: at most 3 units each. */
export function split(units: number): Delivery[] {
  const sizes = Array.from({ length: Math.ceil(units / 3) }, (_, at) => Math.min(3, units - at * 3))
  return sizes.map((size) => ({ units: size, state: '-', at: null, told: [] }))
}

/** §4.2: pending, and split into deliveries. */
export function raised({ by, ...wish }: Wish, now: number): Life {
  return {
    ...wish,
    raisedBy: by,
    writtenBy: by,
    approvedBy: null,
    decision: null,
    undone: 0,
    why: null,
    amended: null,
    needsFourEyes: false,
    status: 'pending',
    bank: null,
    driver: null,
    linked: now,
    drivers: [],
    refusedBy: [],
    deliveries: split(wish.units),
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
