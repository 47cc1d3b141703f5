export const groups = ['O+', 'O-', 'A+', 'AB+'] as const
export type Group = (typeof groups)[number]
export const components = ['PRBC', 'FFP', 'SDP'] as const
export type Component = (typeof components)[number]

export type Wish = { readonly component: Component; readonly asked: readonly [Group, Group] }

export type Act =
  | { readonly kind: 'take in'; readonly group: Group; readonly lives: number }
  | { readonly kind: 'test'; readonly bag: number; readonly isReactive: boolean }
  | { readonly kind: 'discard'; readonly bag: number }
  /** By the hospital that it left for. */
  | { readonly kind: 'send back'; readonly bag: number }
  | {
      readonly kind: 'sample'
      readonly order: number
      readonly isLabelled: boolean
      readonly isGroup: boolean
    }
  | { readonly kind: 'hold'; readonly bag: number; readonly order: number; readonly isEmergency: boolean }
  | { readonly kind: 'let go'; readonly bag: number; readonly order: number }
  | { readonly kind: 'match'; readonly bag: number; readonly order: number; readonly isCompatible: boolean }
  | {
      readonly kind: 'issue'
      readonly bags: readonly number[]
      readonly order: number
      readonly isEmergency: boolean
      readonly isInspected: boolean
      readonly isChecked: boolean
    }
  | { readonly kind: 'cancel'; readonly order: number }
  | { readonly kind: 'sweep' }

export type Bag = {
  readonly group: Group
  readonly end: number
  state: string
  tests: 'none' | 'clear' | 'reactive'
  hold: { readonly order: number; readonly until: number } | null
  left: Left | null
}

/** With a slip, for a delivery of an order. */
type Left = {
  readonly order: number
  readonly delivery: number
  readonly isEmergency: boolean
  /** Its cross-match is still to come. */
  isOwed: boolean
  /** It does not go to the patient any more. */
  isAside: boolean
  isSentBack: boolean
}

export type Sample = {
  readonly n: number
  readonly until: number
  readonly isLabelled: boolean
  readonly isGroup: boolean
}

export type Order = {
  readonly group: Group
  readonly deadline: number
  isOpen: boolean
  sample: Sample | null
  samples: number
  readonly matched: { readonly bag: number; readonly sample: number; readonly isCompatible: boolean }[]
}

export type Life = Wish & { readonly bags: Bag[]; readonly orders: Order[] }
