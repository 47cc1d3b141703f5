/** What there is to say about a hospital and its people. */
export const persons = ['first', 'second', 'third'] as const
export type Who = (typeof persons)[number]
/** Each of them sits at two. */
export const browsers = ['desk', 'ward'] as const
export type Browser = (typeof browsers)[number]

export const statuses = ['pending', 'active', 'subscription-ended', 'suspended'] as const
export type Status = (typeof statuses)[number]
export type Grant = {
  readonly product: 'pilot' | 'plus' | 'bloodbank' | 'admin'
  readonly role: 'admin' | 'staff'
}

/** Which of the links that were mailed to somebody: the newest, or the first of all. */
export type WhichLink = 'newest' | 'oldest'

export type Act =
  /** By the provider, who has a page with that status before them. */
  | { readonly kind: 'set status'; readonly status: Status; readonly seen: Status }
  | { readonly kind: 'activate'; readonly grant: Grant }
  | { readonly kind: 'set block'; readonly isBlocked: boolean }
  | { readonly kind: 'add'; readonly who: Who; readonly grant: Grant }
  | { readonly kind: 'grant'; readonly who: Who; readonly grant: Grant }
  | { readonly kind: 'invite' | 'mark as proved'; readonly who: Who }
  /** The operator takes the grant away. */
  | { readonly kind: 'stop'; readonly who: Who }
  | {
      readonly kind: 'sign in'
      readonly who: Who
      readonly browser: Browser
      readonly password: string
    }
  | {
      readonly kind: 'sign out' | 'end others' | 'ask for proof'
      readonly who: Who
      readonly browser: Browser
    }
  | {
      readonly kind: 'change password'
      readonly who: Who
      readonly browser: Browser
      readonly current: string
      readonly password: string
    }
  | { readonly kind: 'forget'; readonly who: Who }
  | { readonly kind: 'reset'; readonly who: Who; readonly link: WhichLink; readonly password: string }
  | { readonly kind: 'prove'; readonly link: WhichLink }
  /** Sessions and links end by themselves. */
  | { readonly kind: 'days pass' }

export type Link = { isGood: boolean }
export type Session = { readonly who: Who; readonly browser: Browser; isOpen: boolean }

export type Person = {
  grant: Grant | null
  isProved: boolean
  password: string | null
  readonly links: Link[]
  readonly proofs: Link[]
  asked: number
}

export type Wish = { readonly password: string }
export type Life = {
  status: Status
  isBlocked: boolean
  readonly people: Partial<Record<Who, Person>>
  readonly sessions: Session[]
}

/** What somebody at a browser is told they are, and what they get. */
export type SignedIn = {
  product: string
  role: string
  status: string
  isBlocked: boolean
  may: string[]
}
export type Account = {
  product: string
  role: string
  hasPassword: boolean
  isProved: boolean
  sessions: number
}
export type Seen = {
  /** By the provider. */
  status: string
  isBlocked: boolean
  accounts: Partial<Record<Who, Account>>
  browsers: Record<string, SignedIn | null>
}

export type Accounts = { people: null; wish: Wish; life: Life; act: Act; seen: Seen }

/** The one that this browser holds now. */
export function sessionAt(life: Life, who: Who, browser: Browser): Session | null {
  const last = life.sessions.findLast((one) => one.who === who && one.browser === browser)
  return last?.isOpen && life.people[who]?.grant ? last : null
}
